/** The top bar at every width between a phone and a desk, with as much in it as possible. */
import { describe, expect, test } from "vitest";
import { drawn, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage({ shopName: "Ama Serwaa's Data, Airtime and Voucher Shop in Kumasi" });

const widths = [768, 820, 900, 1000, 1023, 1024, 1100, 1279] as const;

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

const basket = Array.from({ length: 12 }, (_, at) => ({
  id: `i${at}`,
  network: "MTNup2u",
  packageId: "mtnup2u-1",
  offer: "1 GB",
  receiver: "0244123456",
  key: `k${at}`,
}));
