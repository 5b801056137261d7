/**
 * npm run bench -- admin: how long the calls of the admin's pages take with a short and with a long history; the download
 * of all movements; and purchases at a constant rate while the auditor checks the books and verifies the log.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BooksAnswer, VerificationAnswer } from "../../contract/verification.ts";
import { asApiRole, asAuditorRole } from "../../tools/database-url.ts";
import { call } from "../call.ts";
import { openSessions, sessionOf } from "../shoppers.ts";
import { waitFor } from "../waiting.ts";
import { adminCalls } from "./admin-calls.ts";
import { type AdminShop, writeAdminShop } from "./admin-data.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { compareCalls, get, measureDownload } from "./calls.ts";
import { count, percentilesOf, type Print, steadily } from "./rounds.ts";
import { sessionSecret, startBenchServer } from "./stand.ts";

const orders_few = 10_000;
/** Smaller with BENCH_ORDERS, for a quick look. */
const orders_many = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);
const purchases_per_second = 100;
const steady_s = 60;

export async function benchAdmin({ print, postgres }: BenchRun): Promise<void> {
  const open = async (orders: number) => {
    const shop = await writeAdminShop(await postgres.createDatabase(`admin_${orders}`), orders);
    const token = await sessionOf(asApiRole(shop.databaseUrl), sessionSecret, shop.admin);
    return { ...shop, token, server: await startAudited(shop.databaseUrl) };
  };
  const few = await open(orders_few);
  const many = await open(orders_many);
  for (const shop of [few, many]) await measureBooks(print, shop);
  print("\nThe calls of each page,");
  await compareCalls(print, [few, many], adminCalls);
  print("\nAll movements in one file, twice for each shop: the server's memory before and at its peak");
  await measureDownload(print, [few, many], "/audit/movements.csv");
  await few.server.close();
  await measurePurchases(print, many);
}

function startAudited(ownerUrl: string) {
  return startBenchServer(ownerUrl, { audit: { url: asAuditorRole(ownerUrl) } });
}

/** Waits until the auditor has caught up, and looks how long its checks take. */
async function measureBooks(print: Print, shop: AdminShop): Promise<void> {
  const started_ms = performance.now();
  const books = await waitForBooks(shop, ({ state }) => state === "balanced");
  const seconds = (performance.now() - started_ms) / 1000;
  print(
    `${count(shop.orders).padStart(9)} orders, ${count(books.head)} events: first verification in ${seconds.toFixed(0)} s; the first check of the books takes ${books.took_ms} ms`,
  );
  const second = await waitForBooks(shop, (next) => next.checkedAt !== books.checkedAt);
  const third = await waitForBooks(shop, (next) => next.checkedAt !== second.checkedAt);
  const apart_s = (Date.parse(third.checkedAt ?? "") - Date.parse(second.checkedAt ?? "")) / 1000;
  print(
    `${"".padStart(9)}        later checks take ${second.took_ms} and ${third.took_ms} ms, ${apart_s.toFixed(1)} s apart`,
  );
}

async function waitForBooks(
  shop: AdminShop,
  isReached: (books: BooksAnswer) => boolean,
): Promise<BooksAnswer> {
  const look = async () => {
    const books = await get<BooksAnswer>(shop, "/audit/books");
    if (books.state === "broken")
      throw new Error(`the benchmark's books are broken at ${books.findings[0]?.where}`);
    const { verification } = await get<VerificationAnswer>(shop, "/audit/verify");
    return isReached(books) && verification?.finishedAt ? books : undefined;
  };
  return (await waitFor(look, { pause_ms: 250 }))!;
}

/** The same server without an auditor, with an auditor, and while the auditor verifies the whole log. */
async function measurePurchases(print: Print, shop: AdminShop): Promise<void> {
  print(`\n${purchases_per_second} purchases per second over HTTP with ${count(shop.orders)} orders, in ms`);
  const restart = async (isAudited: boolean) => {
    await shop.server.close();
    shop.server = await (isAudited ? startAudited : startBenchServer)(shop.databaseUrl);
  };
  await restart(false);
  await buySteadily(shop, () => sleep(10_000));
  print(purchasesRow("without an auditor", await buySteadily(shop, () => sleep(steady_s * 1000))));
  await restart(true);
  await waitForBooks(shop, ({ state }) => state === "balanced");
  print(purchasesRow("with an auditor", await buySteadily(shop, () => sleep(steady_s * 1000))));
  const started_ms = performance.now();
  const bought = await buySteadily(shop, () => verifyNow(shop));
  print(purchasesRow("while the whole log is verified", bought));
  print(`  the verification took ${((performance.now() - started_ms) / 1000).toFixed(0)} s`);
}

async function verifyNow(shop: AdminShop): Promise<void> {
  await call(shop.server.url, { method: "POST", path: "/audit/verify", token: shop.token });
  const look = async () => (await get<VerificationAnswer>(shop, "/audit/verify")).verification;
  await waitFor(async () => (await look())?.finishedAt, { pause_ms: 500 });
  if ((await look())?.findings?.length !== 0) throw new Error("the benchmark's log is broken");
}

/** How long each purchase took, and whether it was answered that the ledger is unavailable. */
type Bought = { took_ms: number; isRefused: boolean };

/** Sends purchases at a constant rate until `work` is done. */
async function buySteadily(shop: AdminShop, work: () => Promise<unknown>): Promise<Bought[]> {
  const buyers = shop.customers.slice(0, 200).map((user) => ({ user, token: "" }));
  await openSessions(asApiRole(shop.databaseUrl), sessionSecret, buyers);
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const buying = steadily(
    purchases_per_second,
    () => isOver,
    (n) => buy(shop, buyers[n % buyers.length]!.token),
  );
  const [bought] = await Promise.all([buying, working]);
  return bought;
}

async function buy({ server }: AdminShop, token: string): Promise<Bought> {
  const started_ms = performance.now();
  const body = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
  const order = { method: "POST", path: "/order/create", body, token, key: randomUUID() } as const;
  const answer = await call(server.url, order);
  // A busy machine answers some purchases with 503. They are counted, and the measurement goes on.
  const isRefused = answer.status === 503;
  if (!isRefused && answer.status !== 201) throw new Error(`a purchase failed: ${answer.status}`);
  return { took_ms: performance.now() - started_ms, isRefused };
}

function purchasesRow(name: string, bought: readonly Bought[]): string {
  const refused = bought.filter(({ isRefused }) => isRefused).length;
  const times = percentilesOf(bought.map(({ took_ms }) => took_ms));
  const unavailable = refused === 0 ? "" : `   ${refused} unavailable`;
  return `  ${name.padEnd(32)} ${count(bought.length).padStart(7)} purchases   ${times}${unavailable}`;
}
