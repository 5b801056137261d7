/**
 * Two admins work the same hundred orders at once, as fast as their keys allow. Whoever is late is told so, and every
 * order gets exactly one outcome.
 */
import type { Page, Response } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Page as ListPage } from "#contract/lists.ts";
import type { BatchAnswer, BatchRecord } from "#contract/supplier.ts";
import { orderReference } from "#contract/terms/references.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { openOffice } from "./office.ts";
import { desk, settled, signedIn } from "./pages.ts";
import { nextPhone } from "./stage.ts";

const { stage, newUser } = openOffice();
const networks = ["MTNup2u", "MTNme2u", "Telecel", "AirtelTigo"];
const each = 25;
const price = 4_80;
let buyer: TestUser;
let esi: TestUser;

beforeAll(async () => {
  const { shop } = stage;
  for (const network of networks.slice(1)) {
    const facts = { network, status: "available", note: "", image: null } as const;
    const packages = [{ id: `${network}-1`, offer: "1 GB", customer: price, agent: 4_60, superAgent: 4_50 }];
    const product = network.toLowerCase();
    await shop.command("create_product", shop.admin._id, { product, facts: { ...facts, packages } });
  }
  buyer = await newUser(1_000_00);
  esi = await shop.addUser("esi_admin", nextPhone(), "Admin");
  for (let n = 0; n < each; n++)
    for (const network of networks)
      await shop.command("place_order", buyer._id, {
        package: { network, offer: "1 GB" },
        expected_price: null,
        form: null,
        receiver: `02440${String(n).padStart(2, "0")}${String(networks.indexOf(network)).padStart(3, "0")}`,
      });
});

/** One admin at their page: what the server refused them, and what the page told them. */
interface Worker {
  page: Page;
  problems: string[];
  /** The ids of orders that the server did not move for this page. */
  refused: Set<number>;
  /** The texts of the dialogs that said what was not done. */
  told: string[];
  /** Answers that are still being read. */
  reading: Promise<void>[];
}

async function sitDown(user: TestUser): Promise<Worker> {
  const { page, problems } = await stage.pages.open(desk);
  await signedIn(page, user);
  const worker: Worker = { page, problems, refused: new Set(), told: [], reading: [] };
  page.on("response", (response) => worker.reading.push(noteRefusals(worker, response)));
  await page.goto("/admin/orders?size=50");
  await page.getByText("Showing 50 of 100 entries").waitFor();
  return worker;
}

async function noteRefusals({ refused }: Worker, response: Response): Promise<void> {
  const path = new URL(response.url()).pathname;
  const moved = /\/order\/update-status\/(\d+)$/.exec(path)?.[1];
  if (moved !== undefined && !response.ok()) refused.add(Number(moved));
  if (!path.endsWith("/order/batch")) return;
  if (response.ok()) for (const { id } of ((await response.json()) as BatchAnswer).leftOut) refused.add(id);
  else for (const id of (response.request().postDataJSON() as { orders: number[] }).orders) refused.add(id);
}

/** The question, ready to be confirmed; false if there is nothing to ask about any more. */
async function ask({ page }: Worker, key: string): Promise<boolean> {
  await page.keyboard.press(key);
  await settled(page);
  if ((await page.getByRole("alertdialog").count()) === 0) return false;
  // It takes Enter only after a short delay.
  await page.locator("[role=alertdialog] button[type=submit]:enabled").waitFor();
  return true;
}

/** Confirms the question, and reads what the page says of it. */
async function confirm({ page, told }: Worker): Promise<void> {
  const sent = page.getByRole("dialog", { name: /^(Sent to supplier|Not everything was sent)$/ });
  const notAll = page.getByRole("alertdialog", { name: /not (processing|completed|rejected)$/ });
  const questions = page.getByRole("alertdialog");
  const outcome = async () => {
    if ((await sent.count()) > 0) return "sent";
    if ((await notAll.count()) > 0) return "not all";
    return (await questions.count()) === 0 ? "all" : "asking";
  };
  const yes = page
    .getByRole("alertdialog", { name: /^(Send|Process|Complete|Reject|Nothing to) / })
    .locator("button[type=submit]:enabled");
  const pressed = async () => {
    const now = await outcome();
    // A question that becomes another one, because a colleague was faster, takes Enter only after a delay of its own.
    if (now === "asking" && (await yes.count()) > 0)
      await yes.press("Enter", { timeout: 1000 }).catch(() => undefined);
    return now;
  };
  await expect.poll(pressed, { timeout: 30_000, interval: 20 }).not.toBe("asking");
  const result = await outcome();
  if (result === "sent") {
    told.push(await sent.innerText());
    await sent.getByRole("button", { name: "Done" }).click();
    await sent.waitFor({ state: "detached" });
  }
  if (result === "not all") {
    told.push(await notAll.innerText());
    await notAll.getByRole("button", { name: "OK", exact: true }).click();
    await notAll.waitFor({ state: "detached" });
  }
}

/** One action on a tab: on all of its page, or on its first rows, chosen one after the other. False if it is empty. */
async function work(
  worker: Worker,
  tab: "pending" | "processing",
  key: string,
  rows?: number,
): Promise<boolean> {
  const { page } = worker;
  await page.goto(`/admin/orders?status=${tab}&size=50`);
  await page.locator("[data-order]").or(page.getByText("No records found")).first().waitFor();
  if ((await page.locator("[data-order]").count()) === 0) return false;
  if (rows === undefined) await page.keyboard.press("a");
  for (let n = 0; n < (rows ?? 0); n++) {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
  }
  if (await ask(worker, key)) await confirm(worker);
  return true;
}

/** Until both tabs are empty. Each way of working is another list of keys. */
async function workUntilDone(
  worker: Worker,
  ways: readonly (readonly ["pending" | "processing", string, number?])[],
) {
  for (let idle = 0, turn = 0; idle < ways.length; turn++) {
    const way = ways[turn % ways.length]!;
    idle = (await work(worker, ...way)) ? 0 : idle + 1;
  }
}

test("two admins at one queue: each order has one outcome, and whoever is late is told about each", async () => {
  const [ama, late] = [await sitDown(stage.shop.admin), await sitDown(esi)];

  // Both ask about the same fifty orders. One is confirmed first, but arrives after the other has sent them all.
  let release = () => {};
  const isSent = new Promise<void>((resolve) => (release = resolve));
  await late.page.route("**/api/order/update-status/*", async (route) => {
    await isSent;
    await route.continue();
  });
  for (const { page } of [ama, late]) await page.keyboard.press("a");
  expect(await ask(late, "p")).toBe(true);
  expect(await ask(ama, "s")).toBe(true);
  const held = late.page.waitForRequest("**/api/order/update-status/*");
  const lateIsTold = confirm(late);
  await held;
  await confirm(ama);
  release();
  await lateIsTold;
  await Promise.all(late.reading);
  expect(late.refused.size).toBe(50);
  expect(late.told.join()).toContain("50 orders not processing");
  await late.page.unroute("**/api/order/update-status/*");

  // From here on, both as fast as they can.
  await Promise.all([
    workUntilDone(ama, [
      ["processing", "c"],
      ["pending", "s"],
      ["pending", "r", 3],
      ["processing", "c", 10],
    ]),
    workUntilDone(late, [
      ["pending", "r", 5],
      ["pending", "s", 10],
      ["processing", "r", 5],
      ["pending", "p"],
      ["processing", "c"],
    ]),
  ]);

  for (const { reading, refused, told, problems } of [ama, late]) {
    await Promise.all(reading);
    const text = told.join("\n");
    // "12 · 1 GB", "12 (processing)", "(12, 13)"
    const isNamed = (id: number) => new RegExp(`(^|[\\s(])${id}( ·| \\(|[,)])`, "m").test(text);
    expect([...refused].filter((id) => !isNamed(id))).toEqual([]);
    expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
  }
  await expectOneOutcomeEach();
  await expectFilesWithEachOnce();
}, 120_000);

/** Nothing is lost or doubled: neither an outcome nor a pesewa. */
async function expectOneOutcomeEach(): Promise<void> {
  const { pool } = stage.shop;
  const { rows } = await pool.query<{
    status: string;
    placed: number;
    processed: number;
    decided: number;
    back: number;
  }>(
    `select o.status, count(*) filter (where e.type = 'order_placed')::int as placed,
       count(*) filter (where e.type = 'order_processed')::int as processed,
       count(*) filter (where e.type in ('order_completed', 'order_rejected'))::int as decided,
       coalesce(sum(e.amount) filter (where e.type = 'order_rejected'), 0)::int as back
     from ledger."order" o join ledger.event e on e.stream = 'order/' || o.id group by o.id`,
  );
  expect(rows).toHaveLength(networks.length * each);
  for (const { status, placed, processed, decided, back } of rows) {
    expect({ placed, decided, back }).toEqual({
      placed: 1,
      decided: 1,
      back: status === "rejected" ? price : 0,
    });
    expect(["completed", "rejected"]).toContain(status);
    expect(processed).toBeLessThanOrEqual(1);
  }
  const completed = rows.filter(({ status }) => status === "completed").length;
  const wallet = await pool.query<{ balance: number }>(
    "select balance from ledger.wallet where user_id = $1",
    [buyer._id],
  );
  expect(wallet.rows).toEqual([{ balance: 1_000_00 - completed * price }]);
  const { wallets, houses } = await stage.shop.books();
  expect(wallets + houses).toBe(0);
}

async function expectFilesWithEachOnce(): Promise<void> {
  const { shop } = stage;
  const { token } = shop.admin;
  const { rows } = await shop.pool.query<{ id: number; batch: number }>(
    `select id, supplier_batch as batch from ledger."order" where supplier_batch is not null`,
  );
  const { body } = await shop.as({ token }).get<ListPage<BatchRecord>>("/order/batches?limit=100");
  const inFiles: { id: number; batch: number }[] = [];
  for (const { batch } of body.items) {
    const response = await fetch(`${shop.server.url}/api/order/batch.csv?batch=${batch}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    for (let id = 1; id <= networks.length * each; id++)
      for (const _ of text.matchAll(new RegExp(`\\b${orderReference(id)}\\b`, "g")))
        inFiles.push({ id, batch });
  }
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect(inFiles.toSorted(byId)).toEqual(rows.toSorted(byId));
  expect(inFiles.length).toBeGreaterThanOrEqual(50);
}
