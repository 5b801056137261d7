/** What keyboard.e2e.ts and keyboard.all.e2e.ts do on these pages. */
import type { Locator, Page } from "playwright-core";
import { desk, signedIn } from "./pages.ts";
import { stage, nextPhone } from "./stage.ts";

export async function openAs(level: "nobody" | "Customer", path: string, orders = 0) {
  const { page } = await stage.pages.open(desk);
  const user = await stage.shop.addUser(`k${nextPhone()}`, nextPhone(), "Customer", 50_000);
  for (let n = 0; n < orders; n++) {
    await stage.shop.buy(user, n === 0 ? "mtnup2u-2" : "mtnup2u-1", `02441234${10 + n}`);
  }
  if (level !== "nobody") await signedIn(page, user);
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  return { page, user };
}

/** Presses Tab until the target has the focus. Fails if it never gets there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
