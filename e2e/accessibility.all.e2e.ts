import { Secret, TOTP } from "otpauth";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type TestUser } from "#tools/testing/test-shop.ts";
import { violationsInBothThemes } from "./axe.ts";
import { meanwhile } from "./office.ts";
import { desk, drawn, phone, settled, signedIn, withApp } from "./pages.ts";
import { openStage } from "./stage.ts";

const stage = openStage({ sendPasswordReset: async () => undefined });
let ama: TestUser;
/** Position of one of ama's top-ups, before a purchase. */
let topup: number;

beforeAll(async () => {
  ama = await stage.shop.addUser("ama", "0245550101", "Customer", 100_000);
  for (let n = 0; n < 3; n++) await stage.shop.buy(ama);
  await stage.shop.as(ama).post("/recharge", { amount: 50, purpose: "agent-upgrade" });
  await makeSampleRows();
  // One admin requests something that needs two, so that the other admin sees it.
  const second = await stage.shop.addUser("second", "0245550102", "Admin");
  await stage.shop.as(stage.shop.admin).put("/extra/correction-limit", { limit: 10 });
  const large = { amount: 20, chosenId: ama._id, reason: "paid at the counter" };
  await stage.shop.as(second).put("/user/balance", large);
});

/** Makes rows of every kind and status, so that tables, cards and badges are not empty. */
async function makeSampleRows(): Promise<void> {
  const by = stage.shop.admin._id;
  await stage.shop.addVouchers();
  const order = async (packageId: string, ...then: ("process_order" | "complete_order")[]) => {
    const { id } = (await stage.shop.buy(ama, packageId)).body;
    for (const type of then) await stage.shop.command(type, by, { order: id });
    return id;
  };
  await order("mtnup2u-1", "process_order");
  await order("waec-1", "process_order");
  await order("mtnup2u-1", "process_order", "complete_order");
  await stage.shop.command("reject_order", by, { order: await order("mtnup2u-1"), reason: "no stock" });
  const removed = await order("mtnup2u-1", "process_order", "complete_order");
  await stage.shop.command("remove_order", by, { order: removed });
  const ask = async (recharge: number) => {
    const asked = { topup: recharge, amount: 60_00, purpose: "topup", momo_transaction_id: "MP1" } as const;
    await stage.shop.command("request_topup", ama._id, asked);
    return { topup: recharge };
  };
  topup = await stage.shop.command("approve_topup", by, await ask(900_001));
  await stage.shop.command("decline_topup", by, await ask(900_002));
  await ask(900_003);
  await order("mtnup2u-1");
}

const customerPaths = [
  "/home",
  "/home/buy/MTNup2u",
  "/home/buy/AFA",
  "/home/topup",
  "/home/become-agent",
  "/home/basket",
  "/home/my-transactions",
  "/home/statement",
  `/home/statement?month=${new Date().toISOString().slice(0, 7)}`,
  "/home/user-details",
];
const guestPaths = ["/", "/register", "/reset-password/token", "/check", "/prices", "/s/nobody"];
const adminPaths = () => [
  "/admin",
  "/admin/orders",
  "/admin/orders?status=all&network=MTNup2u",
  "/admin/orders?status=all&size=20",
  "/admin/finance",
  "/admin/users",
  `/admin/users/${ama._id}`,
  `/admin/users/${ama._id}?tab=sessions`,
  `/admin/users/${ama._id}?tab=requests`,
  `/admin/users/${ama._id}?tab=statement`,
  "/admin/products?network=MTNup2u",
  "/admin/suppliers",
  "/admin/shops",
  "/admin/statistics",
  "/admin/extras",
  "/admin/user-details",
  "/admin/buy/MTNup2u",
  "/admin/buy/AFA",
  "/admin/messages",
  "/admin/messages?tab=settings",
  "/admin/audit",
  "/admin/audit/acts",
  "/admin/audit/security",
  `/admin/audit/wallet?user=${ama._id}`,
  "/admin/audit/books",
  "/admin/audit/closing",
  "/admin/audit/closing?tab=momo",
  "/admin/statistics/sales",
];

/** The problems found in a group of screens, by kind of check. */
function noFindings() {
  return {
    "accessibility violations": [] as string[],
    "scrolls sideways at 320 px": [] as string[],
    "scrolls sideways at 360 px with text twice as large": [] as string[],
    "scrolls sideways at 1280 px": [] as string[],
    "can be touched on a phone and is not 44 px high and wide": [] as string[],
  };
}

let findings = noFindings();
let screens = 0;

beforeEach(() => {
  findings = noFindings();
  screens = 0;
});

/** Called at the end of each group. A group must not pass because nothing was checked. */
function expectNoFindings(): void {
  expect(screens).toBeGreaterThan(0);
  expect(findings).toEqual(noFindings());
}

const touched = { hasTouch: true };

// Opening a screen takes the most time, so each one is opened once and checked in every way.
test("guest screens are accessible", async () => {
  const { page, problems } = await stage.pages.open(phone, touched);
  for (const path of guestPaths) await lookAt(page, path);
  await forgotten(page);
  await checkScreen(page, "forgotten password");
  // The link that does not work, and the shop that is not there.
  expect(problems.filter((problem) => !/ 40[04] /.test(problem))).toEqual([]);
  expectNoFindings();
}, 240_000);

test("customer screens and dialogs are accessible", async () => {
  const { page, problems } = await stage.pages.openAs(ama, "/home", phone, touched);
  await fillBasket(page);
  for (const path of customerPaths) await lookAt(page, path);
  for (const open of dialogs) {
    await page.setViewportSize(phone);
    await open(page);
    await checkScreen(page, open.name);
  }
  expect(problems).toEqual([]);
  expectNoFindings();
}, 240_000);

test("banners above a page and the desktop menu are accessible", async () => {
  for (const open of signs) {
    const { page, problems } = await stage.pages.open(phone, { ...touched, ...withApp });
    await open(page);
    await checkScreen(page, open.name, open.name !== "menuOfADesk");
    await page.context().close();
    // Some of these screens are about a missing server.
    expect(problems.filter((problem) => !/ERR_|WebSocket/.test(problem))).toEqual([]);
  }
  expectNoFindings();
}, 240_000);

test("admin screens are accessible", async () => {
  const { page, problems } = await stage.pages.open(phone, touched);
  await signedIn(page, stage.shop.admin);
  for (const path of adminPaths()) await lookAt(page, path);
  expect(problems).toEqual([]);
  expectNoFindings();
}, 400_000);

test("admin dialogs are accessible", async () => {
  const { page, problems } = await stage.pages.open(phone, touched);
  await signedIn(page, stage.shop.admin);
  for (const open of adminDialogs) {
    await open(page);
    await lookForViolations(page, open.name);
  }
  // The order that another admin has already moved.
  expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
  expectNoFindings();
}, 240_000);

async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  await settled(page);
  await checkScreen(page, path);
  await page.setViewportSize(phone);
}

/** Checks the open screen in every way. Leaves the page at 1280 px, where lists are tables. */
async function checkScreen(page: Page, where: string, hasTargets = true): Promise<void> {
  await lookForViolations(page, where);
  if (hasTargets) await checkTargets(page, where);
  await checkWidths(page, where);
  await lookForViolations(page, `${where} on a desk`);
}

/** Leaves the page at 1280 px. */
async function checkWidths(page: Page, where: string): Promise<void> {
  for (const [looked, width, fontSize] of [
    ["scrolls sideways at 320 px", 320, ""],
    ["scrolls sideways at 360 px with text twice as large", 360, "200%"],
    ["scrolls sideways at 1280 px", 1280, ""],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    await drawn(page);
    const over = await page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll("dialog[open]")].map(
          (element) => element.scrollWidth - element.clientWidth,
        ),
      ),
    );
    if (over > 0) findings[looked].push(`${where} by ${over} px`);
  }
}

async function lookForViolations(page: Page, where: string): Promise<void> {
  screens += 1;
  findings["accessibility violations"].push(...(await violationsInBothThemes(page, where)));
}

/** Records targets that are smaller than 44 px or covered by something else. */
async function checkTargets(page: Page, path: string): Promise<void> {
  const found = await page.evaluate(() => {
    const half = 21;
    const missed: string[] = [];
    for (const element of document.querySelectorAll("button, a[href], input, select, textarea, summary")) {
      // A link inside a sentence may be as high as its line (WCAG 2.5.8, exception).
      if (element.closest("p") !== null && element.tagName === "A") continue;
      // Users touch the label.
      const isHidden = element instanceof HTMLInputElement && element.offsetWidth <= 1;
      const target = element.closest("label") ?? (isHidden ? element.labels?.[0] : undefined) ?? element;
      target.scrollIntoView({ block: "center", inline: "center" });
      const box = target.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || getComputedStyle(element).visibility === "hidden") continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isHit = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (target.contains(hit) || hit.contains(target));
      };
      const ways = [
        [0, -half],
        [0, half],
        [-half, 0],
        [half, 0],
      ] as const;
      const isSmall = ways.some(([dx, dy]) => {
        // Something that covers it, such as the bottom bar, is a target of its own.
        return !isHit(dx, dy) && isHit(0, 0);
      });
      if (isSmall)
        missed.push(
          `${element.tagName} ${(element.textContent ?? "").trim().slice(0, 30)} ${element.getAttribute("aria-label") ?? ""} ${Math.round(box.width)}x${Math.round(box.height)}`,
        );
    }
    return missed;
  });
  findings["can be touched on a phone and is not 44 px high and wide"].push(
    ...found.map((each) => `${path}: ${each}`),
  );
}

async function fillBasket(page: Page): Promise<void> {
  await page.evaluate(() => {
    const item = { network: "MTNup2u", packageId: "mtnup2u-1", offer: "1 GB", receiver: "0244123456" };
    const items = ["a", "b"].map((id) => ({ ...item, id, key: `key-${id}` }));
    localStorage.setItem("cartItems", JSON.stringify(items));
  });
}

async function forgotten(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await page.getByText("All fields are required").waitFor();
}

/** The dialogs that open over a page. */
const dialogs = [
  async function menus(page: Page) {
    await page.goto("/home");
    await page.getByRole("button", { name: /menu$/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  },
  async function actionsMenu(page: Page) {
    await page.goto("/home/user-details");
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "MTNup2u" }).waitFor();
  },
  async function changingThePassword(page: Page) {
    await page.goto("/home/user-details");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("button", { name: "Change password" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  async function receipt(page: Page) {
    await page.goto("/home/my-transactions");
    await page.locator("[data-order]").first().click();
    await page.getByRole("list", { name: "What happened" }).waitFor();
  },
  async function support(page: Page) {
    await page.goto("/home");
    await page.getByRole("button", { name: "Support" }).click();
    await page.getByRole("dialog").waitFor();
  },
  async function manyNumbers(page: Page) {
    await page.goto("/home/buy/MTNup2u");
    await page.getByRole("button", { name: "Many numbers at once" }).click();
    await page.getByLabel("One number per line").fill("0244123456 1\n123");
  },
  async function savedNumbers(page: Page) {
    await page.goto("/home/buy/MTNup2u");
    await page.getByLabel("Beneficiary number").fill("0559876543");
    await page.getByRole("button", { name: /^Save 055/ }).click();
    await page.getByLabel("Name").waitFor();
  },
  async function confirmation(page: Page) {
    await page.goto("/home/basket");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^(Yes|Approve and make)/, disabled: false })
      .waitFor();
  },
  async function notice(page: Page) {
    await page.goto("/home/topup?notice=topup&amount=60");
    await page.getByTestId("reference").waitFor();
  },
];

/** Signs and banners that stay, each on its own page. The last one restarts the shop. */
const signs = [
  async function menuOfADesk(page: Page) {
    await signedIn(page, ama);
    await page.setViewportSize(desk);
    await page.goto("/home");
    await page.getByRole("banner").getByText("Buy Bundle").click();
    await page.getByRole("menuitem", { name: "MTNup2u" }).waitFor();
  },
  async function beforeMidnight(page: Page) {
    await page.clock.install({ time: nextMidnight_ms(Date.now()) - 4 * 60_000 });
    await signedIn(page, ama);
    await page.goto("/home");
    await page.getByText("You will be signed out at midnight").waitFor();
  },
  async function reconnecting(page: Page) {
    await signedIn(page, ama);
    await page.route("**/api/live/ticket", (route) => route.abort());
    await page.goto("/home");
    await page.getByText("Reconnecting…").waitFor();
    await toTop(page);
  },
  async function offline(page: Page) {
    await signedIn(page, ama);
    await page.goto("/home");
    await page.getByTestId("balance").waitFor();
    // The page also prefetches code when it is idle.
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await toTop(page);
  },
  async function aNewVersion(page: Page) {
    await signedIn(page, ama);
    await page.goto("/home");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await stage.shop.restart({ shopName: "Second Shop" });
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.getByText("A new version is ready.").waitFor();
    await toTop(page);
  },
];

/**
 * Scrolls to the top. Late content has scrolled the page, and axe does not check the colours of what is scrolled away.
 */
async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

/**
 * The dialogs of an admin's pages. Each waits until its confirm button is enabled, because its colour is checked too.
 */
const adminDialogs = [
  async function rejectingAnOrder(page: Page) {
    await page.goto("/admin/orders");
    await page.locator("[data-order]").first().getByRole("button", { name: "Reject" }).click();
    await readyToConfirm(page);
  },
  async function processingAnOrder(page: Page) {
    await page.keyboard.press("Escape");
    await page.locator("[data-order]").first().getByRole("button", { name: "Process" }).click();
    await readyToConfirm(page);
  },
  async function completingAVoucher(page: Page) {
    await page.goto("/admin/orders?status=processing");
    const voucher = page.locator("[data-order]").filter({ hasText: "WASSCE checker" });
    await voucher.getByRole("button", { name: "Complete" }).click();
    await page.getByRole("alertdialog").getByLabel("PIN").fill("1234");
    await page.getByRole("alertdialog").getByLabel("Serial number").fill("5678");
    await readyToConfirm(page);
  },
  async function overtaken(page: Page) {
    await stage.shop.buy(ama, "mtnup2u-1", "0244123457");
    await page.goto("/admin/orders");
    const first = page.locator("[data-order]").first();
    await first.getByRole("button", { name: "Process" }).click();
    await page.getByRole("alertdialog").waitFor();
    const id = Number(await first.getAttribute("data-order"));
    await stage.shop.command("reject_order", stage.shop.admin._id, { order: id, reason: null });
    await page.getByRole("heading", { name: "Nothing to process" }).waitFor();
  },
  async function changedByAnother(page: Page) {
    await page.getByRole("alertdialog").getByRole("button", { name: "OK", exact: true }).click();
    await page.getByRole("button", { name: "1 changed" }).waitFor();
  },
  async function resultsThatDiffer(page: Page) {
    await page.goto("/admin/orders");
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page
      .getByRole("region", { name: "Selected orders" })
      .getByRole("button", { name: "Process" })
      .click();
    const first = await page.locator("[data-order]").first().getAttribute("data-order");
    await meanwhile(page, `**/api/order/update-status/${first}`, () =>
      stage.shop.command("reject_order", stage.shop.admin._id, { order: Number(first), reason: null }),
    );
    await readyToConfirm(page);
    await page.getByRole("alertdialog").getByRole("button", { name: /^Yes/ }).click();
    await page.getByRole("alertdialog").getByRole("list", { name: "Each one's result" }).waitFor();
    // The list is fetched again. An order that arrived during the fetch would not be announced.
    await page.locator(`[data-order="${first}"]`).waitFor({ state: "detached" });
  },
  async function results(page: Page) {
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await page.getByRole("region", { name: "Results" }).locator("summary").click();
    await page.getByRole("region", { name: "Results" }).getByRole("listitem").first().waitFor();
    for (let n = 0; n < 2; n++) {
      await stage.shop.buy(ama);
    }
    await page.getByRole("button", { name: "2 new" }).waitFor();
  },
  async function anOrder(page: Page) {
    await page.getByRole("button", { name: "2 new" }).click();
    await page
      .getByRole("button", { name: /^Open order/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("list", { name: "What happened" }).waitFor();
  },
  async function removingOrders(page: Page) {
    await page.goto("/admin/extras");
    await page.getByRole("button", { name: "Remove all decided orders" }).click();
    await readyToConfirm(page);
  },
  async function keys(page: Page) {
    await page.goto("/admin/orders");
    await page.locator("[data-order]").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  },
  async function selectedOrders(page: Page) {
    await page.keyboard.press("Escape");
    await page
      .getByRole("checkbox", { name: /^Select order/ })
      .first()
      .check();
    await page.getByRole("region", { name: "Selected orders" }).waitFor();
  },
  async function approvingARequest(page: Page) {
    await page.goto("/admin/finance");
    const pending = page.getByRole("region", { name: "Pending requests" });
    await pending.getByRole("button", { name: "Approve" }).first().click();
    await readyToConfirm(page);
  },
  async function decliningARequest(page: Page) {
    await page.keyboard.press("Escape");
    const pending = page.getByRole("region", { name: "Pending requests" });
    await pending.getByRole("button", { name: "Decline" }).first().click();
    await readyToConfirm(page);
  },
  async function removingARequest(page: Page) {
    await page.keyboard.press("Escape");
    const history = page.getByRole("region", { name: "Topup history" });
    await history.getByRole("button", { name: "Remove", exact: true }).first().click();
    await readyToConfirm(page);
  },
  async function waitingForASecondAdmin(page: Page) {
    await page.keyboard.press("Escape");
    const card = page.getByRole("region", { name: "Waiting for a second admin" });
    await card.getByRole("button", { name: "Approve" }).scrollIntoViewIfNeeded();
  },
  async function approvingAsTheSecondAdmin(page: Page) {
    const card = page.getByRole("region", { name: "Waiting for a second admin" });
    await card.getByRole("button", { name: "Approve" }).click();
    await readyToConfirm(page);
  },
  async function aTopupAndWhatCameOfIt(page: Page) {
    await page.goto(`/admin/audit?user=${ama._id}&open=${topup}`);
    await page.getByRole("dialog").getByRole("region", { name: "Purchases after it" }).waitFor();
  },
  async function changedPaymentDetails(page: Page) {
    await page.goto("/admin/users");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const details = { momo_phone_number: "0240000077", momo_account_name: "Ama's Data Shop" };
    await stage.shop.command("change_payment_details", "system", details);
    await page.getByRole("alert").filter({ hasText: "The payment details were changed" }).waitFor();
  },
  async function correctingAWallet(page: Page) {
    await page.goto(`/admin/users/${ama._id}`);
    await page.getByLabel("Amount").fill("-5");
    await page.getByLabel("Reason").fill("counted twice");
    await page.getByRole("button", { name: "Update wallet" }).click();
    await readyToConfirm(page);
  },
  async function deletingAUser(page: Page) {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete ama" }).click();
    await readyToConfirm(page);
  },
  async function markingAProduct(page: Page) {
    await page.goto("/admin/products?network=MTNup2u");
    await page.getByLabel("Status").selectOption("out of stock");
    await readyToConfirm(page);
  },
  async function aSecondFactor(page: Page) {
    await page.goto("/admin/user-details");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Your password", { exact: true }).fill(stage.shop.admin.password);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  },
  async function recoveryCodes(page: Page) {
    const secret = Secret.fromBase32(await page.getByRole("dialog").locator("code").innerText());
    await page.getByLabel("Code the app shows").fill(new TOTP({ secret }).generate());
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  },
  async function turningItOff(page: Page) {
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("alertdialog").getByLabel("Your password", { exact: true }).waitFor();
  },
];

async function readyToConfirm(page: Page): Promise<void> {
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^(Yes|Approve and make)/, disabled: false })
    .waitFor();
}
