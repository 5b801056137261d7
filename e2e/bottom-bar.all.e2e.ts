/** The bottom bar of a phone, also on pages with a dock, and on screens that are too low for bars that stay. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawn, phone, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();

const links = ["Home", "Transactions", "Support", "Profile"];

async function openBuyer(size: typeof phone): Promise<Page> {
  const user = await stage.shop.addUser(`b${nextPhone()}`, nextPhone(), "Customer", 10_000);
  const { page } = await stage.pages.open(size);
  await signedIn(page, user);
  await page.addInitScript(() => {
    const item = {
      id: "i",
      network: "MTNup2u",
      packageId: "mtnup2u-1",
      offer: "1 GB",
      receiver: "0244123456",
    };
    localStorage.setItem("cartItems", JSON.stringify([{ ...item, key: "k" }]));
  });
  return page;
}

/** Whether a touch in the middle of it would reach it. */
function isReachable(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && element.contains(hit);
  });
}

test.each(["/home/buy/MTNup2u", "/home/buy/AFA", "/home/basket"])(
  "the bottom bar is below the dock of %s",
  async (path) => {
    const page = await openBuyer(phone);
    await page.goto(path);
    const dock = page.locator("[data-dock]");
    await dock.waitFor();
    const bar = page.getByRole("navigation", { name: "Main" });
    const pay = dock.getByRole("button", { name: /^Pay/ });
    for (const fontSize of ["", "200%"]) {
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
      await drawn(page);
      for (const name of links) expect([name, await isReachable(bar.getByText(name))]).toEqual([name, true]);
      const [payBox, barBox] = [await pay.boundingBox(), await bar.boundingBox()];
      expect((payBox?.y ?? 0) + (payBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
    }
    // At the end of the page nothing is left behind the bars.
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await drawn(page);
    const last = await page.locator("main form > *, main ul > *").filter({ visible: true }).all();
    const ends = await Promise.all(
      last.map((each) =>
        each.evaluate((element) =>
          element.closest("[data-dock]") === null && !element.matches("[aria-hidden]")
            ? element.getBoundingClientRect().bottom
            : 0,
        ),
      ),
    );
    const top = (await dock.boundingBox())?.y ?? 0;
    expect(Math.max(...ends)).toBeLessThanOrEqual(top);
    await bar.getByText("Profile").click();
    await page.waitForURL("**/home/user-details");
  },
);

test.each([
  ["with an open keyboard", { width: 360, height: 420 }],
  ["on its side", { width: 740, height: 360 }],
] as const)("no bar covers the page of a phone %s", async (_, size) => {
  const page = await openBuyer(size);
  for (const path of ["/home/buy/MTNup2u", "/home/basket", "/home"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (path !== "/home") await page.locator("[data-dock]").waitFor();
    const staying = await page.evaluate(() =>
      [...document.querySelectorAll("header, nav, [data-dock]")]
        .filter((element) => ["fixed", "sticky"].includes(getComputedStyle(element).position))
        .map((element) => element.tagName),
    );
    expect({ path, staying }).toEqual({ path, staying: [] });
    const bar = page.getByRole("navigation", { name: "Main" });
    for (const name of links) await bar.getByText(name).waitFor();
  }
  await page.goto("/home/buy/MTNup2u");
  const last = page.getByRole("radio").last().locator("xpath=ancestor::label");
  await last.scrollIntoViewIfNeeded();
  expect(await isReachable(last)).toBe(true);
});
