/** The audit as an admin uses it: find a movement, follow it, correct it, look at the past, and verify the books. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { dayOf } from "#tools/testing/day-of.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { violations, violationsInBothThemes } from "./axe.ts";
import { desk, exportFile, settled, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { customer, open, openWithClock, light, asOwner, names } from "./audit-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage({ audit: { pause_ms: 200 } });

let kofi: TestUser;

beforeAll(async () => {
  kofi = await stage.shop.addUser("kofi", nextPhone(), "Customer", 100_00);
});

async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Filters/ });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

/** Rows on a desk, cards on a phone. */
function actsOn(page: Page) {
  const list = '[aria-label="Administrative acts"]';
  return page.locator(`table${list} > tbody > tr, ul${list} > li`);
}

describe.each([
  ["a phone", { width: 390, height: 844 }],
  ["a desk", desk],
])("on %s", (_, size) => {
  test("finds movements by user, kind, amount and reason, keeps the filter in the address, and downloads all matches", async () => {
    const { user, topup, purchase } = await customer();
    const { page, problems } = await open("/admin/audit", size);
    const filters = page.getByRole("group", { name: "Filters" });
    await openFilters(page);
    await filters.getByRole("combobox", { name: "User" }).fill(user.username);
    await filters.getByRole("option", { name: user.username }).click();
    await page.getByText("Showing 2 of 2 entries").waitFor();
    await filters.getByLabel("Kind").selectOption("purchase");
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.getByRole("button", { name: `Movement ${purchase}` }).waitFor();
    await filters.getByLabel("Kind").selectOption("");
    await filters.getByLabel("Amount from (¢)").fill("50");
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.getByRole("button", { name: `Movement ${topup}` }).waitFor();
    await filters.getByLabel("Amount from (¢)").fill("");
    await filters.getByRole("combobox", { name: "Actor" }).fill("admin");
    await filters.getByRole("option").first().click();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.getByRole("button", { name: `Movement ${topup}` }).waitFor();
    await filters.getByRole("button", { name: "Clear actor" }).click();
    await page.getByText("Showing 2 of 2 entries").waitFor();
    const [first, last] = [await dayOf(stage.shop.pool, topup), await dayOf(stage.shop.pool, purchase)];
    await filters.getByRole("textbox", { name: "To day" }).fill("1/1/2020");
    await page.getByText("No records found").waitFor();
    await filters.getByRole("textbox", { name: "To day" }).fill(last);
    await filters.getByRole("textbox", { name: "From day" }).fill(first);
    await page.getByText("Showing 2 of 2 entries").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill(`T-${20_000 + names}`);
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.getByRole("button", { name: `Movement ${topup}` }).waitFor();
    await page.reload();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    expect(new URL(page.url()).searchParams.get("user")).toContain(user._id);
    const file = await exportFile(page);
    expect(file.suggestedFilename()).toMatch(/^[\w-]+-audit-[\d-]*(to-)?[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      new RegExp(
        `^${topup},\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d,.*Z,${user.username},admin,,topup,T-.*,100\\.00,100\\.00,[0-9a-f]{64}$`,
      ),
    );
    expect(problems).toEqual([]);
  });

  test("shows a wallet at any position and time, and downloads its verifiable statement", async () => {
    const { user, topup, purchase } = await customer();
    const { page, problems } = await open(`/admin/audit?user=${user._id}&open=${topup}`, size);
    await page.getByRole("link", { name: "The wallet at this position" }).click();
    const wallet = page.getByRole("region", { name: `The wallet of ${user.username}` });
    await wallet.getByText("¢100.00", { exact: true }).first().waitFor();
    await page.getByLabel("Or after position").fill(String(purchase));
    await wallet.getByText("¢95.20", { exact: true }).first().waitFor();
    const moment = page.getByLabel("Just before (UTC)");
    await moment.fill("1/1/2020 0:00:05");
    await wallet.getByText("No movements until then").waitFor();
    // Exact to the second: after the purchase, and just before it.
    const { rows } = await stage.shop.pool.query<{ at: string }>(
      `select to_char(date_trunc('second', recorded_at at time zone 'UTC') + interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS') as at
       from ledger.event where position = $1`,
      [purchase],
    );
    await moment.fill(rows[0]!.at);
    await wallet.getByText("¢95.20", { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get("at")).toBe(rows[0]!.at);
    await page.goto(`/admin/audit/wallet?user=${user._id}&position=${purchase}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Verifiable statement" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("statement.ndjson");
    expect(await readFile(await file.path(), "utf8")).toContain('"format":"cedibook statement 1"');
    expect(problems).toEqual([]);
  });

  test("leads from a purchase back to its top-up, to all purchases it may have paid for, and to the next top-up", async () => {
    const { user, topup, purchase } = await customer();
    const { shop } = stage;
    const order = { package: { network: "MTNup2u", offer: "5 GB" }, expected_price: null, form: null };
    const second = await shop.command("place_order", user._id, { ...order, receiver: "0244123456" });
    const { rows } = await shop.pool.query<{ id: number }>(
      `select id::int as id from ledger."order" where charged_at = $1`,
      [second],
    );
    const refund = await shop.command("reject_order", shop.admin._id, { order: rows[0]!.id, reason: "late" });
    const recharge = 40_000 + names;
    await shop.requestTopup(user, recharge, 50_00);
    const next = await shop.command("approve_topup", shop.admin._id, { topup: recharge });
    const later = await shop.command("place_order", user._id, { ...order, receiver: "0244123456" });

    const { page, problems } = await open(`/admin/audit?user=${user._id}&open=${second}`, size);
    const sheet = page.getByRole("dialog");
    const thread = sheet.getByRole("region", { name: "Thread" });
    await thread.getByText(/\blate\b/).waitFor();
    const step = (kind: string, position: number) => ({ name: new RegExp(`^${kind} ${position}\\b`) });
    await thread.getByRole("button", step("Refund", refund)).waitFor();
    const before = sheet.getByRole("region", { name: "Topped up before" });
    await before.getByRole("button", step("Top-up", topup)).click();
    await page.getByRole("dialog", { name: `Movement ${topup}` }).waitFor();
    const after = sheet.getByRole("region", { name: "Purchases after it" });
    await after.getByText("¢22.50 of it reversed").waitFor();
    await expect
      .poll(() =>
        after
          .getByRole("listitem")
          .getByRole("button", { name: /Purchase/ })
          .count(),
      )
      .toBe(2);
    await after.getByRole("button", step("Purchase", purchase)).waitFor();
    expect(await violations(page)).toEqual([]);
    await after.getByRole("button", { name: "The next top-up" }).click();
    await page.getByRole("dialog", { name: `Movement ${next}` }).waitFor();
    await after.getByRole("button", step("Purchase", later)).waitFor();
    await sees(after.getByRole("button", { name: "The next top-up" })).hasCount(0);
    await before.getByRole("button", step("Top-up", topup)).click();
    await after.getByRole("link", { name: "Show in the list of movements" }).click();
    await page.getByText("Showing 2 of 2 entries").waitFor();
    for (const position of [purchase, second])
      await page.getByRole("button", { name: `Movement ${position}` }).waitFor();
    const filters = page.getByRole("group", { name: "Filters" });
    await sees(filters.getByLabel("After position")).inputValue().toBe(String(topup));
    await sees(filters.getByLabel("Before position")).inputValue().toBe(String(next));
    await filters.getByLabel("Before position").fill("");
    await page.getByRole("button", { name: `Movement ${later}` }).waitFor();
    expect(problems).toEqual([]);
  });

  test("the list shows who requested a large correction, and finds it by that name", async () => {
    const { user } = await customer();
    const asker = await stage.shop.addUser(`asker${names}`, nextPhone(), "Admin");
    const both: [string, string] = [asker._id, stage.shop.admin._id];
    await stage.shop.command("change_correction_limit", stage.shop.admin._id, { limit: 10_00 });
    const large = { user: user._id, amount: 30_00, reason: "paid twice", corrects: null };
    await stage.shop.commandByTwo("correct_balance", both, large);
    await stage.shop.commandByTwo("change_correction_limit", both, { limit: null });
    const { page, problems } = await open("/admin/audit", size);
    await openFilters(page);
    const filters = page.getByRole("group", { name: "Filters" });
    await filters.getByRole("combobox", { name: "Actor" }).fill(asker.username);
    await filters.getByRole("option", { name: asker.username }).click();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.getByText(`requested by ${asker.username}`).waitFor();
    await page.getByText("paid twice").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the acts include declined requests, removed requests and removed orders, with who did it", async () => {
    const { user } = await customer();
    const { shop } = stage;
    const recharge = 60_000 + names;
    const asked = { topup: recharge, amount: 50_00, purpose: "topup", momo_transaction_id: null } as const;
    const { page, problems } = await open(`/admin/audit/acts?user=${user._id}`, size);
    await page.getByText("No records found").waitFor();
    await shop.command("request_topup", user._id, asked);
    await shop.command("decline_topup", shop.admin._id, { topup: recharge });
    // The open page shows new acts without a reload.
    const acts = actsOn(page);
    const declined = acts.filter({ hasText: "declined request" });
    await declined.getByText(`request T-${recharge}, ¢50.00`).waitFor();
    await declined.getByText(/\badmin\b/).waitFor();
    await shop.command("remove_topup", shop.admin._id, { topup: recharge });
    await acts.filter({ hasText: "removed request" }).getByText("removed from the lists").waitFor();
    const { rows } = await shop.pool.query<{ id: number }>(
      `select max(id)::int as id from ledger."order" where user_id = $1`,
      [user._id],
    );
    await shop.command("reject_order", shop.admin._id, { order: rows[0]!.id, reason: null });
    await shop.command("remove_order", shop.admin._id, { order: rows[0]!.id });
    await acts.filter({ hasText: "removed order" }).getByText(`¢4.80`).waitFor();
    await page.getByLabel("Kind").selectOption("removed order");
    await page.getByText("Showing 1 of 1 entries").waitFor();
    const file = await exportFile(page);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toMatch(
      new RegExp(
        `,admin,,removed order,${user.username},"order \\d+, ¢4\\.80: rejected → removed from the lists",`,
      ),
    );
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the books page offers the line that check accepts, and it verifies a statement", async () => {
    const { page, problems } = await open("/admin/audit/books", size);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const card = page.getByRole("region", { name: "Verification" });
    await card.getByText("Intact: every hash").waitFor({ timeout: 30_000 });
    await card.getByRole("button", { name: "the line to check a statement with" }).click();
    // The clipboard changes shortly after the click. Until then it still has the previous text.
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toMatch(/^\d{4}-\d\d-\d\d /);
    const line = await clipboard();
    await page.goto(`/admin/audit/wallet?user=${kofi._id}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Verifiable statement" }).click(),
    ]);
    const check = promisify(execFile)(process.execPath, [
      "tools/ledger.ts",
      "check",
      await file.path(),
      line,
    ]);
    const { code, stdout } = await check.then(
      (done) => ({ ...done, code: 0 }),
      (failed: { code: number; stdout: string }) => failed,
    );
    // Exit code 3: the statement was valid when the line was sent, but the log may have grown since.
    expect([0, 3], stdout).toContain(code);
    expect(stdout).toContain("Proven by the head that was given:");
    await page.goto("/admin/audit/books");
    await card.getByRole("button", { name: "the chain hash" }).click();
    await expect.poll(clipboard).toMatch(/^[0-9a-f]{64}$/);
    expect(problems).toEqual([]);
  });

  test("removing all is one act that links to what it removed, and back", async () => {
    const { shop } = stage;
    const references: number[] = [];
    for (let n = 0; n < 2; n++) {
      const { user } = await customer();
      const { rows } = await shop.pool.query<{ id: number }>(
        `select max(id)::int as id from ledger."order" where user_id = $1`,
        [user._id],
      );
      await shop.command("reject_order", shop.admin._id, { order: rows[0]!.id, reason: null });
      references.push(10_000_000 + rows[0]!.id);
    }
    const { body } = await shop.as(shop.admin).delete<{ removed: number }>("/order/del-all-orders");
    const { page, problems } = await open("/admin/audit/acts", size);
    const acts = actsOn(page);
    const cleared = acts.first();
    await cleared.getByText("cleared list").waitFor();
    await cleared.getByText("all decided orders").waitFor();
    await cleared.getByText(`${body.removed} in the lists`, { exact: true }).waitFor();
    await cleared.getByRole("link", { name: "Show what it removed" }).click();
    for (const reference of references)
      await acts.filter({ hasText: "removed order" }).getByText(`order ${reference}, ¢4.80`).waitFor();
    await page.getByText(`of ${body.removed} entries`).waitFor();
    expect(await violations(page)).toEqual([]);
    await openFilters(page);
    await page.getByRole("button", { name: /^Show not only removed by act/ }).click();
    await cleared.getByText("cleared list").waitFor();
    await acts.filter({ hasText: `order ${references[0]}` }).waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  test("acts show the values before and after", async () => {
    const { user } = await customer();
    await stage.shop.command("change_level", stage.shop.admin._id, { user: user._id, level: "Agent" });
    const { page, problems } = await open("/admin/audit/acts", size);
    const filters = page.getByRole("group", { name: "Filters" });
    await openFilters(page);
    await filters.getByLabel("Kind").selectOption("level");
    const act = actsOn(page).filter({ hasText: user.username });
    await act.getByText("Customer").waitFor();
    await act.getByText("Agent", { exact: true }).waitFor();
    await act.getByText(/\badmin\b/).waitFor();
    await filters.getByRole("combobox", { name: "About" }).fill(user.username);
    await filters.getByRole("option", { name: user.username }).click();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    const file = await exportFile(page);
    expect(file.suggestedFilename()).toMatch(/^[\w-]+-acts-[\d-]*(to-)?[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(lines[0]).toBe("Position,Date,Time (UTC),Actor,Requested by,Act,About,Changes,Hash");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      new RegExp(`,admin,,level,${user.username},level: Customer → Agent,[0-9a-f]{64}$`),
    );
    // The open page shows new acts without a reload.
    await stage.shop.command("change_level", stage.shop.admin._id, { user: user._id, level: "Super Agent" });
    await act.getByText("Super Agent", { exact: true }).waitFor();
    // No other actor has such acts.
    await filters.getByRole("combobox", { name: "Actor" }).fill("system");
    await filters.getByRole("option", { name: "system" }).click();
    await page.getByText("No records found").waitFor();
    expect(problems).toEqual([]);
  });

  test("Verify now names a changed event, and reports an intact log after the repair", async () => {
    const { page, problems } = await open("/admin/audit/books", size);
    const card = page.getByRole("region", { name: "Verification" });
    await card.getByText("Intact: every hash").waitFor({ timeout: 30_000 });
    const { purchase } = await customer();
    await asOwner("alter table ledger.event disable trigger append_only");
    await asOwner("update ledger.event set actor = 'nobody' where position = $1", [purchase]);
    const verify = card.getByRole("button", { name: "Verify now" });
    await verify.click();
    await card.getByText("Broken").waitFor({ timeout: 30_000 });
    await card.getByText(`position ${purchase}`).waitFor();
    await asOwner(
      "update ledger.event e set actor = (select data ->> 'user' from ledger.event o where o.position = e.position) where position = $1",
      [purchase],
    );
    await verify.click();
    await card.getByText("Intact: every hash").waitFor({ timeout: 30_000 });
    await card.getByText("requested by admin").waitFor();
    expect(problems).toEqual([]);
  });
});

test("the books light says when the books are not checked, and turns green automatically", async () => {
  const { page, problems } = await openWithClock("/admin/orders");
  await light(page, "Books balance");
  // The check can no longer store its result, so the last result gets old.
  await asOwner("revoke insert, update on audit.books from cedibook_auditor");
  await asOwner("update audit.books set checked_at = now() - interval '1 hour'");
  await light(page, "Books not checked");
  await asOwner("grant insert, update on audit.books to cedibook_auditor");
  await light(page, "Books balance");
  expect(problems).toEqual([]);
});

test("on a phone, rows of links scroll to the current one; on a desk, a movement fits into its row", async () => {
  const small = await stage.pages.openAs(stage.shop.admin, "/admin/audit/books", { width: 390, height: 844 });
  for (const name of ["Admin", "Audit"]) {
    const current = small.page.getByRole("navigation", { name, exact: true }).locator("[aria-current=page]");
    await expect
      .poll(async () => {
        const box = await current.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
  }
  const wide = await stage.pages.open();
  await wide.page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(wide.page, stage.shop.admin);
  await wide.page.goto("/admin/audit");
  const table = wide.page.getByRole("group", { name: "Audit" });
  await table.getByRole("row").nth(1).waitFor();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test("a click anywhere on a row of a desk opens the movement", async () => {
  const { user, purchase } = await customer();
  const { page, problems } = await open(`/admin/audit?user=${user._id}`);
  await page
    .getByRole("row")
    .filter({ has: page.getByLabel(`Movement ${purchase}`, { exact: true }) })
    .getByText("Purchase")
    .click();
  await page
    .getByRole("dialog", { name: `Movement ${purchase}` })
    .getByText("Left to correct")
    .waitFor();
  expect(problems).toEqual([]);
});

test("a customer downloads their statement as a verifiable file", async () => {
  const { page, problems } = await stage.pages.openAs(kofi, "/home/statement");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Verifiable file" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(JSON.parse(text.split("\n")[0] ?? "")).toMatchObject({ user: kofi._id });
  expect(problems).toEqual([]);
});

test("audit pages have no accessibility violations in the light and the dark theme", async () => {
  const { user, purchase } = await customer();
  const found: string[] = [];
  for (const size of [desk, { width: 390, height: 844 }]) {
    const { page } = await open("/admin/audit", size);
    for (const path of [
      `/admin/audit?open=${purchase}`,
      `/admin/audit/wallet?user=${user._id}`,
      "/admin/audit/acts",
    ]) {
      await page.goto(path);
      await page.locator("h1").waitFor();
      await settled(page);
      found.push(...(await violationsInBothThemes(page, `${path} ${size.width}`)));
    }
  }
  expect(found).toEqual([]);
});
