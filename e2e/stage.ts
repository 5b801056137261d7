/** Starts a shop and a browser for a browser test, and has the two widths at which behaviour is tested. */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchBrowser } from "#tools/testing/browser.ts";
import { TestShop, type TestShopOptions } from "#tools/testing/test-shop.ts";
import { desk, Pages, phone, webRoot } from "./pages.ts";

export const widths = [
  ["a phone", phone],
  ["a desk", desk],
] as const;

export interface Stage {
  shop: TestShop;
  browser: Browser;
  pages: Pages;
}

/** One browser for all files of a worker. It ends with the worker, whose pipe to it closes. */
let launched: Browser | undefined;

async function workersBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchBrowser();
  return launched;
}

/** The stage of the test file that runs now. A worker runs one file at a time. */
export const stage = {} as Stage;

/** Set up before the first test of the file, and closed after the last. */
export function openStage(options: TestShopOptions = {}): Stage {
  beforeAll(async () => {
    const [shop, browser] = await Promise.all([
      TestShop.open({ webRoot, messages: {}, suppliers: {}, ...options }),
      workersBrowser(),
    ]);
    Object.assign(stage, { shop, browser, pages: new Pages(browser, shop.server.url) });
    await shop.command("change_payment_details", shop.admin._id, {
      momo_phone_number: "0240000009",
      momo_account_name: "Ama's Data Shop",
    });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") console.error(await stage.pages.describe());
    await stage.pages.close();
  });
  afterAll(async () => {
    await stage.shop.close();
  });
  return stage;
}

let numbers = 0;

/** A phone number that no other user of the file has. */
export function nextPhone(): string {
  numbers += 1;
  return `0559${String(numbers).padStart(6, "0")}`;
}

/** A new customer with this balance, in pesewas, on a page of theirs. Without a path, it has not gone anywhere yet. */
export async function openCustomer(
  balance = 0,
  ...where: [path?: string, viewport?: typeof phone, options?: BrowserContextOptions]
) {
  const user = await stage.shop.addUser(`c${nextPhone()}`, nextPhone(), "Customer", balance);
  return { user, ...(await stage.pages.openAs(user, ...where)) };
}
