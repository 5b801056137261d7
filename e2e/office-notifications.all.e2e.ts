/** How the office calls for an admin's attention: a sound, the document's title, and a notification of the system. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { officeWidths, openOffice, place, pocket } from "./office.ts";
import { type OpenPage, signedIn } from "./pages.ts";
import { nextPhone } from "./stage.ts";
import { sees } from "./sees.ts";

const { stage, newUser } = openOffice();

// A test that failed leaves no order to the next one.
beforeEach(async () => {
  const { shop } = stage;
  const { rows } = await shop.pool.query<{ _id: string }>(
    `select id::text as _id from ledger."order" where status = 'pending'`,
  );
  for (const order of rows) await reject(order);
});

interface Observed {
  /** Tones that were played. */
  tones: number;
  notified: { title: string; body: string; onclick: () => void }[];
}

/** A browser without a window has neither loudspeaker nor notifications. What the page asks of them is kept. */
async function openObserved(path: string, size?: { width: number; height: number }): Promise<OpenPage> {
  const opened = await stage.pages.open(size);
  await opened.page.addInitScript(() => {
    const observed: Observed = { tones: 0, notified: [] };
    Reflect.set(window, "observed", observed);
    // Whatever a test evaluates in the page counts as a touch for the browser.
    let isTouched = false;
    addEventListener("pointerdown", () => (isTouched = true), true);
    Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: isTouched }) });
    class CountedTone extends OscillatorNode {
      override start(at?: number): void {
        observed.tones += 1;
        super.start(at);
      }
    }
    Reflect.set(window, "OscillatorNode", CountedTone);
    class Shown {
      static permission = "default";
      static requestPermission = async () => (Shown.permission = "granted");
      onclick = () => undefined;
      close = () => undefined;
      title: string;
      body: string;
      constructor(title: string, { body }: { body: string }) {
        [this.title, this.body] = [title, body];
        observed.notified.push(this);
      }
    }
    Reflect.set(window, "Notification", Shown);
  });
  await signedIn(opened.page, stage.shop.admin);
  await opened.page.goto(path);
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}
const tones = (page: Page) => page.evaluate(() => (Reflect.get(window, "observed") as Observed).tones);
const notified = (page: Page) =>
  page.evaluate(() =>
    (Reflect.get(window, "observed") as Observed).notified.map(({ title, body }) => `${title}. ${body}`),
  );
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isHidden ? "hidden" : "visible",
  );
const counted = async (page: Page) => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
async function reject(order: { _id: string }): Promise<void> {
  await stage.shop.command("reject_order", stage.shop.admin._id, { order: Number(order._id), reason: null });
}

test.each(officeWidths)(
  "a new order sounds and counts in the title until it is decided, on %s",
  async (_, size) => {
    const buyer = await newUser(100_00);
    const { page, problems } = await openObserved("/admin/users", size);
    expect(await page.title()).toBe("Users · Cedibook");
    // Browsers forbid sound before the first touch.
    const early = await place(stage, buyer, "0244000001");
    await expect.poll(() => page.title()).toBe("(1) Users · Cedibook");
    expect(await tones(page)).toBe(0);
    await page.getByRole("heading", { level: 1 }).click();
    const order = await place(stage, buyer, "0244000002");
    await expect.poll(() => counted(page)).toBe(2);
    await expect.poll(() => tones(page)).toBe(2);
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await expect.poll(() => page.title()).toBe("(2) Products · Cedibook");
    await reject(early);
    await reject(order);
    await expect.poll(() => page.title()).toBe("Products · Cedibook");
    expect(await tones(page)).toBe(2);
    expect(problems).toEqual([]);
  },
);

test.each(officeWidths)("the sound can be turned off, which this device keeps, on %s", async (_, size) => {
  const buyer = await newUser(100_00);
  const { page } = await openObserved("/admin/extras", size);
  const card = page.getByRole("region", { name: "Notifications on this device" });
  await card.getByRole("switch", { name: "Sound" }).click();
  await page.reload();
  await page.getByRole("heading", { level: 1 }).click();
  await sees(card.getByRole("switch", { name: "Sound" }))
    .getAttribute("aria-checked")
    .toBe("false");
  const order = await place(stage, buyer, "0244000003");
  await expect.poll(() => counted(page)).toBe(1);
  expect(await tones(page)).toBe(0);
  // Turned on, it is heard at once.
  await card.getByRole("switch", { name: "Sound" }).click();
  await expect.poll(() => tones(page)).toBe(2);
  await reject(order);
});

test.each(officeWidths)(
  "a hidden tab notifies after a click allowed it, and a tap opens the queue, on %s",
  async (_, size) => {
    const buyer = await newUser(100_00);
    const { page } = await openObserved("/admin/extras", size);
    const hiddenOrder = async (receiver: string) => {
      await hide(page, true);
      const before = await counted(page);
      const order = await place(stage, buyer, receiver);
      await expect.poll(() => counted(page)).toBe(before + 1);
      return order;
    };
    const orders = [await hiddenOrder("0244000004")];
    expect(await notified(page)).toEqual([]);
    await hide(page, false);
    await page.getByRole("button", { name: "Notify me while this tab is hidden" }).click();
    await page.getByRole("button", { name: "Stop notifying me" }).waitFor();
    orders.push(await place(stage, buyer, "0244000005"));
    await expect.poll(() => counted(page)).toBe(2);
    // In sight, the page itself shows it.
    expect(await notified(page)).toEqual([]);
    orders.push(await hiddenOrder("0244000006"));
    // The count is in the title before the notification is made.
    await expect
      .poll(() => notified(page))
      .toEqual(["3 orders are pending. Open the orders to process them."]);
    await hide(page, false);
    await page.evaluate(() => (Reflect.get(window, "observed") as Observed).notified[0]?.onclick());
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    for (const order of orders) await reject(order);
  },
);

test("top-up requests and what another admin asks for count and sound too, but not what one asks for oneself", async () => {
  const { shop } = stage;
  const other = await shop.addUser("otheradmin", nextPhone(), "Admin");
  const user = await newUser();
  await shop.command("change_correction_limit", "system", { limit: 100_00 });
  const { page } = await openObserved("/admin", pocket);
  await page.getByRole("heading", { level: 1 }).click();
  const correction = { user: user._id, amount: 500_00, reason: "A test", corrects: null };
  await shop.command("correct_balance", other._id, correction);
  await expect.poll(() => counted(page)).toBe(1);
  await expect.poll(() => tones(page)).toBe(2);
  await shop.requestTopup(user, 910_001, 60_00);
  await expect.poll(() => counted(page)).toBe(2);
  await shop.command("correct_balance", shop.admin._id, { ...correction, amount: 600_00 });
  await page.goto("/admin/finance");
  await page
    .getByRole("region", { name: "Waiting for a second admin" })
    .getByRole("listitem")
    .nth(1)
    .waitFor();
  await expect.poll(() => counted(page)).toBe(2);
});
