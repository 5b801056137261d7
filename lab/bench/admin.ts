/**
 * npm run bench -- admin: how long the calls of the admin's pages take with a short and with a long history; the download
 * of all movements; and purchases at a constant rate while the auditor checks the books and verifies the log.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openSession } from "../../api/auth/sessions.ts";
import type { BooksAnswer, VerificationAnswer } from "../../api/contract/verification.ts";
import { deriveSecrets } from "../../api/auth/secrets.ts";
import { createPool } from "../../ledger/store/connect/connect.ts";
import { openReads } from "../../ledger/store/read/database.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { adminCalls } from "./admin-calls.ts";
import { type AdminShop, writeAdminShop } from "./admin-data.ts";
import { type Child, startChild } from "./child.ts";
import { median } from "./rounds.ts";
import { startBenchServer } from "./server.ts";
import { sessionSecret } from "./shoppers.ts";

type Print = (line: string) => void;

const orders_few = 10_000;
/** Smaller with BENCH_ORDERS, for a quick look. */
const orders_many = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);
const turns = 40;
const turns_warm = 10;
const purchases_per_second = 100;
const steady_s = 60;

/** How long each purchase took, and how many were answered that the ledger is unavailable. */
interface Purchases {
  latencies_ms: number[];
  failed: number;
}

interface Opened extends AdminShop {
  child: Child;
  /** The admin's session. */
  token: string;
}

export async function benchAdmin(print: Print): Promise<void> {
  const postgres = await startBenchServer();
  try {
    const shops: AdminShop[] = [];
    for (const orders of [orders_few, orders_many])
      shops.push(await writeAdminShop(await postgres.createDatabase(`admin_${orders}`), orders));
    const opened: Opened[] = [];
    for (const shop of shops) opened.push(await openAudited(print, shop));
    const [few, many] = opened as [Opened, Opened];
    await measurePages(print, few, many);
    await measureFile(print, [few, many]);
    await few.child.stop();
    await measurePurchases(print, many);
  } finally {
    await postgres.stop();
  }
}

/** Starts the shop with an auditor and waits until the auditor has caught up. */
async function openAudited(print: Print, shop: AdminShop): Promise<Opened> {
  const opened = {
    ...shop,
    child: await startChild(shop.url, { audits: true }),
    token: await signIn(shop.url, shop.admin),
  };
  const started_ms = performance.now();
  const books = await waitForBooks(opened, ({ state }) => state === "balanced");
  const seconds = (performance.now() - started_ms) / 1000;
  print(
    `${shop.orders.toLocaleString("en").padStart(9)} orders, ${books.head.toLocaleString("en")} events: first verification in ${seconds.toFixed(0)} s; the first check of the books takes ${books.took_ms} ms`,
  );
  const { checkedAt } = books;
  const second = await waitForBooks(opened, (next) => next.checkedAt !== checkedAt);
  const third = await waitForBooks(opened, (next) => next.checkedAt !== second.checkedAt);
  print(
    `${"".padStart(9)}        later checks take ${second.took_ms} and ${third.took_ms} ms, ${gap(second, third)} s apart`,
  );
  return opened;
}

function gap(first: BooksAnswer, second: BooksAnswer): string {
  return ((Date.parse(second.checkedAt ?? "") - Date.parse(first.checkedAt ?? "")) / 1000).toFixed(1);
}

async function waitForBooks(shop: Opened, isReached: (books: BooksAnswer) => boolean): Promise<BooksAnswer> {
  for (;;) {
    const books = await get<BooksAnswer>(shop, "/audit/books");
    if (books.state === "broken")
      throw new Error(`the benchmark's books are broken at ${books.findings[0]?.where}`);
    const { verification } = await get<VerificationAnswer>(shop, "/audit/verify");
    if (isReached(books) && verification?.finishedAt) return books;
    await sleep(250);
  }
}

async function signIn(url: string, user: string): Promise<string> {
  const pool = createPool(asApiRole(url), 1);
  const opened = await openSession(openReads(pool), deriveSecrets(sessionSecret), user);
  await pool.end();
  if (!opened) throw new Error("no such user");
  return opened.token;
}

async function get<T>(shop: Opened, path: string): Promise<T> {
  const ask = () =>
    fetch(`${shop.child.url}/api${path}`, { headers: { authorization: `Bearer ${shop.token}` } });
  let answer = await ask();
  if (answer.status === 401) {
    // A token lives for 15 minutes.
    shop.token = await signIn(shop.url, shop.admin);
    answer = await ask();
  }
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

async function measurePages(print: Print, few: Opened, many: Opened): Promise<void> {
  print(
    `\nThe calls of each page, one after the other, in ms: medians of ${turns} after ${turns_warm} to warm up, shops in turn`,
  );
  const heads = [few, many].map(({ orders }) => `${orders.toLocaleString("en")} orders`.padStart(20));
  print(`  ${"".padEnd(40)}${heads.join("")}`);
  for (const [page, calls] of adminCalls) {
    const times = new Map([few, many].map((shop) => [shop, [] as number[]]));
    for (let n = 1; n <= turns + turns_warm; n++) {
      for (const shop of [few, many]) {
        const started_ms = performance.now();
        for (const path of calls(shop, n)) await get(shop, path);
        if (n > turns_warm) times.get(shop)?.push(performance.now() - started_ms);
      }
    }
    const [ofFew = Number.NaN, ofMany = Number.NaN] = [...times.values()].map(median);
    const cells = [ofFew, ofMany].map((value) => value.toFixed(2).padStart(20)).join("");
    print(`  ${page.padEnd(40)}${cells}   ${(ofMany / ofFew).toFixed(2)}`);
  }
}

async function measureFile(print: Print, shops: Opened[]): Promise<void> {
  print("\nAll movements in one file, twice for each shop: the server's memory before and at its peak");
  for (const shop of shops) {
    const before = await shop.child.peak_bytes();
    for (let round = 0; round < 2; round++) {
      const started_ms = performance.now();
      const { body } = await fetch(`${shop.child.url}/api/audit/movements.csv`, {
        headers: { authorization: `Bearer ${shop.token}` },
      });
      let bytes = 0;
      let rows = -1;
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) rows += 1;
      }
      const seconds = (performance.now() - started_ms) / 1000;
      const mb = (value: number) => `${Math.round(value / 1e6)} MB`.padStart(7);
      print(
        `  ${rows.toLocaleString("en").padStart(9)} rows, ${mb(bytes)} in ${seconds.toFixed(1).padStart(5)} s; memory ${mb(before)}, peak ${mb(await shop.child.peak_bytes())}`,
      );
    }
  }
}

/** The same server without an auditor, with an auditor, and while the auditor verifies the whole log. */
async function measurePurchases(print: Print, shop: Opened): Promise<void> {
  print(
    `\n${purchases_per_second} purchases per second over HTTP with ${shop.orders.toLocaleString("en")} orders, in ms`,
  );
  await shop.child.stop();
  const unaudited = { ...shop, child: await startChild(shop.url) };
  await buySteadily(unaudited, () => sleep(10_000));
  printLatencies(print, "without an auditor", await buySteadily(unaudited, () => sleep(steady_s * 1000)));
  await unaudited.child.stop();
  const audited = { ...shop, child: await startChild(shop.url, { audits: true }) };
  await waitForBooks(audited, ({ state }) => state === "balanced");
  printLatencies(print, "with an auditor", await buySteadily(audited, () => sleep(steady_s * 1000)));
  const started_ms = performance.now();
  const took = await buySteadily(audited, () => verifyNow(audited));
  printLatencies(print, "while the whole log is verified", took);
  print(`  the verification took ${((performance.now() - started_ms) / 1000).toFixed(0)} s`);
  await audited.child.stop();
}

async function verifyNow(shop: Opened): Promise<void> {
  await fetch(`${shop.child.url}/api/audit/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.token}` },
  });
  for (;;) {
    const { verification } = await get<VerificationAnswer>(shop, "/audit/verify");
    if (verification?.finishedAt) {
      if (verification.findings?.length !== 0) throw new Error("the benchmark's log is broken");
      return;
    }
    await sleep(500);
  }
}

/** Sends purchases at a constant rate, without waiting for the earlier answers, until `work` is done. */
async function buySteadily(shop: Opened, work: () => Promise<unknown>): Promise<Purchases> {
  const tokens: string[] = [];
  for (const user of shop.customers.slice(0, 200)) tokens.push(await signIn(shop.url, user));
  const purchases: Purchases = { latencies_ms: [], failed: 0 };
  const buying: Promise<void>[] = [];
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const started_ms = performance.now();
  for (let n = 0; !isOver; n++) {
    const purchase = buy(shop, tokens[n % tokens.length] ?? "", purchases);
    // It is awaited at the end. A failure before that must not end the process, or the database would stay behind.
    purchase.catch(() => undefined);
    buying.push(purchase);
    await sleep(Math.max(0, started_ms + ((n + 1) * 1000) / purchases_per_second - performance.now()));
  }
  await Promise.all([working, ...buying]);
  return purchases;
}

async function buy({ child }: Opened, token: string, purchases: Purchases): Promise<void> {
  const started_ms = performance.now();
  const answer = await fetch(`${child.url}/api/order/create`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ network: "MTNup2u", offer: "1 GB", receiver: "0244123456" }),
  });
  await answer.text();
  // A busy machine answers some purchases with 503. They are counted, and the measurement goes on.
  if (answer.status === 503) purchases.failed += 1;
  else if (answer.status !== 201) throw new Error(`a purchase failed: ${answer.status}`);
  purchases.latencies_ms.push(performance.now() - started_ms);
}

function printLatencies(print: Print, name: string, { latencies_ms, failed }: Purchases): void {
  const sorted = latencies_ms.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2).padStart(8);
  print(
    `  ${name.padEnd(32)} ${sorted.length.toLocaleString("en").padStart(7)} purchases   p50 ${at(0.5)}   p99 ${at(0.99)}   p99.9 ${at(0.999)}${failed === 0 ? "" : `   ${failed} unavailable`}`,
  );
}
