/** The top bar at every width from a narrow phone to a desk, with as much in it as possible. */
import { describe, expect, test } from "vitest";
import { drawn, phone, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage({ shopName: "Ama Serwaa's Data, Airtime and Voucher Shop in Kumasi" });

const widths = [320, 340, 360, 412, 575, 767, 768, 820, 900, 1000, 1023, 1024, 1100, 1279] as const;

describe.each(["Customer", "Agent", "Admin"] as const)("%s", (level) => {
  test("sees the whole top bar in one line at every width", async () => {
    const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone(), level, 1_000_000_00);
    const { page } = await stage.pages.open({ width: 768, height: 800 });
    await signedIn(page, user);
    await page.addInitScript((items) => localStorage.setItem("cartItems", JSON.stringify(items)), basket);
    for (const path of ["/home", "/home/user-details", "/home/buy/MTNup2u"]) {
      await page.goto(path);
      await page.getByRole("link", { name: "Basket, 12" }).waitFor();
      if (path !== "/home") await page.getByRole("banner").getByText("¢1,000,000.00").waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await drawn(page);
        const [height, cut] = await page.evaluate(() => {
          const bar = document.querySelector("header > div");
          const out = [...document.querySelectorAll("header a, header button, header .rounded-full")].filter(
            (element) => {
              const { left, right } = element.getBoundingClientRect();
              return element.checkVisibility() && (left < 0 || right > innerWidth);
            },
          );
          return [bar?.getBoundingClientRect().height, out.map((element) => element.textContent)] as const;
        });
        expect({ level, path, width, height, cut }).toEqual({ level, path, width, height: 56, cut: [] });
      }
    }
  });
});

const actions = {
  Customer: ["+ Topup", "Become Agent"],
  Agent: ["+ Topup", "My shop"],
  Admin: ["+ Topup", "GoToAdmin"],
} as const;

test.each(Object.entries(actions))(
  "%s can top up, buy and use their level's action on every page of a phone",
  async (level, own) => {
    const user = await stage.shop.addUser(`m${nextPhone()}`, nextPhone(), level as keyof typeof actions);
    const { page } = await stage.pages.open(phone);
    await signedIn(page, user);
    for (const path of ["/home/my-transactions", "/home/topup", "/home/user-details", "/home/basket"]) {
      await page.goto(path);
      await page.getByRole("button", { name: "Actions" }).click();
      const items = page.getByRole("menu").getByRole("menuitem");
      await expect.poll(() => items.allInnerTexts()).toContain([...own].at(-1));
      const texts = (await items.allInnerTexts()).map((text) => text.split("\n").at(-1)?.trim());
      expect(texts.filter((text) => text !== "MTNup2u" && text !== "AFA")).toEqual(own);
      await page
        .getByRole("group", { name: "Buy Bundle" })
        .getByRole("menuitem", { name: "MTNup2u" })
        .click();
      await page.getByRole("heading", { name: "Buy MTNup2u" }).waitFor();
    }
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: [...own].at(-1) ?? "" }).click();
    const targets = { Customer: "**/home/become-agent", Agent: "**/home/shop", Admin: "**/admin" };
    await page.waitForURL(targets[level as keyof typeof targets]);
  },
);

const basket = Array.from({ length: 12 }, (_, at) => ({
  id: `i${at}`,
  network: "MTNup2u",
  packageId: "mtnup2u-1",
  offer: "1 GB",
  receiver: "0244123456",
  key: `k${at}`,
}));
