/** What audit.e2e.ts and audit.all.e2e.ts do on these pages. */
import pg from "pg";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { desk, signedIn } from "./pages.ts";
import { stage, nextPhone } from "./stage.ts";

/** How many customers there are. */
export let names = 0;

/** Makes a customer with a top-up of ¢100.00 and a purchase of ¢4.80. Returns the positions of both. */
export async function customer(): Promise<{ user: TestUser; topup: number; purchase: number }> {
  names += 1;
  const user = await stage.shop.addUser(`ama${names}x`, nextPhone());
  const recharge = 20_000 + names;
  await stage.shop.requestTopup(user, recharge, 100_00);
  const topup = await stage.shop.command("approve_topup", stage.shop.admin._id, { topup: recharge });
  const purchase = await stage.shop.command("place_order", user._id, {
    package: { network: "MTNup2u", offer: "1 GB" },
    expected_price: null,
    receiver: "0244123456",
    form: null,
  });
  return { user, topup, purchase };
}

export async function open(path: string, size = desk) {
  const opened = await stage.pages.openAs(stage.shop.admin, path, size);
  await opened.page.locator("h1").waitFor();
  return opened;
}

/** Opens a page whose clock `light` can move forward. */
export async function openWithClock(path: string, size = desk) {
  const opened = await stage.pages.open(size);
  await opened.page.clock.install();
  await signedIn(opened.page, stage.shop.admin);
  await opened.page.goto(path);
  return opened;
}

/** Waits for the books light. The page asks for it every 5 s of its own clock. */
export async function light(page: Page, text: string): Promise<void> {
  const shown = page.getByRole("link", { name: text }).locator("visible=true").first();
  const isShown = async () => {
    if (await shown.isVisible()) return true;
    await page.clock.fastForward(5000);
    return false;
  };
  await expect.poll(isShown, { timeout: 60_000, interval: 300 }).toBe(true);
}

export async function asOwner(text: string, values: unknown[] = []): Promise<void> {
  const owner = new pg.Client({ connectionString: stage.shop.database.ownerUrl });
  await owner.connect();
  await owner.query(text, values);
  await owner.end();
}
