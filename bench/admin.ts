/**
 * npm run bench -- admin: what the admin's pages take of the server on a short and on a long history; a file of all
 * movements; and purchases at a steady pace while the books are watched and verified.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openSession } from "#api/auth/sessions.ts";
import type { BooksAnswer, VerificationAnswer } from "#api/contract/verification.ts";
import { deriveSecrets } from "#api/auth/secrets.ts";
import { createPool } from "#ledger/store/connect/connect.ts";
import { openReads } from "#ledger/store/read/database.ts";
import { asApiRole } from "#tools/database-url.ts";
import { adminCalls } from "./admin-calls.ts";
import { type AdminShop, writeAdminShop } from "./admin-data.ts";
import { type Child, startChild } from "./child.ts";
import { median } from "./rounds.ts";
import { startBenchServer } from "./server.ts";
import { sessionSecret } from "./shoppers.ts";

type Say = (line: string) => void;

const orders_few = 10_000;
/** Smaller with BENCH_ORDERS, for a quick look. */
const orders_many = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);
const turns = 40;
const turns_warm = 10;
const purchases_per_second = 100;
const steady_s = 60;

/** How long each purchase took, and how many of them were told that the ledger is unavailable. */
interface Bought {
  latencies_ms: number[];
  failed: number;
}

interface Opened extends AdminShop {
  child: Child;
  /** The admin's. */
  token: string;
}

export async function benchAdmin(say: Say): Promise<void> {
  const postgres = await startBenchServer();
  try {
    const shops: AdminShop[] = [];
    for (const orders of [orders_few, orders_many])
      shops.push(await writeAdminShop(await postgres.createDatabase(`admin_${orders}`), orders));
    const opened: Opened[] = [];
    for (const shop of shops) opened.push(await openAudited(say, shop));
    const [few, many] = opened as [Opened, Opened];
    await measurePages(say, few, many);
    await measureFile(say, [few, many]);
    await few.child.stop();
    await measurePurchases(say, many);
  } finally {
    await postgres.stop();
  }
}

/** With an auditor beside it, which has caught up. */
async function openAudited(say: Say, shop: AdminShop): Promise<Opened> {
  const opened = {
    ...shop,
    child: await startChild(shop.url, { audits: true }),
    token: await signIn(shop.url, shop.admin),
  };
  const started_ms = performance.now();
  const books = await until(opened, ({ state }) => state === "balanced");
  const seconds = (performance.now() - started_ms) / 1000;
  say(
    `${shop.orders.toLocaleString("en").padStart(9)} orders, ${books.head.toLocaleString("en")} events: first verified and watched in ${seconds.toFixed(0)} s; a look at the books takes ${books.took_ms} ms at first`,
  );
  const { checkedAt } = books;
  const second = await until(opened, (next) => next.checkedAt !== checkedAt);
  const third = await until(opened, (next) => next.checkedAt !== second.checkedAt);
  say(
    `${"".padStart(9)}        and later ${second.took_ms} and ${third.took_ms} ms, ${gap(second, third)} s apart`,
  );
  return opened;
}

function gap(one: BooksAnswer, other: BooksAnswer): string {
  return ((Date.parse(other.checkedAt ?? "") - Date.parse(one.checkedAt ?? "")) / 1000).toFixed(1);
}

async function until(shop: Opened, holds: (books: BooksAnswer) => boolean): Promise<BooksAnswer> {
  for (;;) {
    const books = await get<BooksAnswer>(shop, "/audit/books");
    if (books.state === "broken")
      throw new Error(`the benchmark's books are broken at ${books.findings[0]?.where}`);
    const { verification } = await get<VerificationAnswer>(shop, "/audit/verify");
    if (holds(books) && verification?.finishedAt) return books;
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

async function measurePages(say: Say, few: Opened, many: Opened): Promise<void> {
  say(
    `\nWhat a page asks for, one call after the other, in ms: medians of ${turns} after ${turns_warm}, in turns`,
  );
  const heads = [few, many].map(({ orders }) => `${orders.toLocaleString("en")} orders`.padStart(20));
  say(`  ${"".padEnd(40)}${heads.join("")}`);
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
    say(`  ${page.padEnd(40)}${cells}   ${(ofMany / ofFew).toFixed(2)}`);
  }
}

async function measureFile(say: Say, shops: Opened[]): Promise<void> {
  say("\nEvery movement in one file, twice each: the server's memory before and at its highest");
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
      say(
        `  ${rows.toLocaleString("en").padStart(9)} rows, ${mb(bytes)} in ${seconds.toFixed(1).padStart(5)} s; memory ${mb(before)}, highest ${mb(await shop.child.peak_bytes())}`,
      );
    }
  }
}

/** The same server without an auditor, with one that watches, and while the whole log is verified. */
async function measurePurchases(say: Say, shop: Opened): Promise<void> {
  say(
    `\n${purchases_per_second} purchases a second over HTTP on ${shop.orders.toLocaleString("en")} orders, in ms`,
  );
  await shop.child.stop();
  const alone = { ...shop, child: await startChild(shop.url) };
  await steady(alone, () => sleep(10_000));
  tell(say, "nobody watches", await steady(alone, () => sleep(steady_s * 1000)));
  await alone.child.stop();
  const watched = { ...shop, child: await startChild(shop.url, { audits: true }) };
  await until(watched, ({ state }) => state === "balanced");
  tell(say, "the books are watched", await steady(watched, () => sleep(steady_s * 1000)));
  const started_ms = performance.now();
  const took = await steady(watched, () => verifyNow(watched));
  tell(say, "and the whole log is verified", took);
  say(`  the verification took ${((performance.now() - started_ms) / 1000).toFixed(0)} s`);
  await watched.child.stop();
}

async function verifyNow(shop: Opened): Promise<void> {
  await fetch(`${shop.child.url}/api/audit/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.token}` },
  });
  for (;;) {
    const { verification } = await get<VerificationAnswer>(shop, "/audit/verify");
    if (verification?.finishedAt) {
      if (verification.findings?.length !== 0) throw new Error("the benchmark's log is not whole");
      return;
    }
    await sleep(500);
  }
}

/** Purchases at their moments, whether or not the ones before are answered, until something else is done. */
async function steady(shop: Opened, work: () => Promise<unknown>): Promise<Bought> {
  const tokens: string[] = [];
  for (const user of shop.customers.slice(0, 200)) tokens.push(await signIn(shop.url, user));
  const bought: Bought = { latencies_ms: [], failed: 0 };
  const buying: Promise<void>[] = [];
  let isOver = false;
  const other = work().finally(() => (isOver = true));
  const started_ms = performance.now();
  for (let n = 0; !isOver; n++) {
    const one = buy(shop, tokens[n % tokens.length] ?? "", bought);
    // Awaited at the end; a failure before that must not end the process, and leave the database behind.
    one.catch(() => undefined);
    buying.push(one);
    await sleep(Math.max(0, started_ms + ((n + 1) * 1000) / purchases_per_second - performance.now()));
  }
  await Promise.all([other, ...buying]);
  return bought;
}

async function buy({ child }: Opened, token: string, bought: Bought): Promise<void> {
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
  // A machine that others load gives some a 503: told, and no reason to lose all that was measured.
  if (answer.status === 503) bought.failed += 1;
  else if (answer.status !== 201) throw new Error(`a purchase failed: ${answer.status}`);
  bought.latencies_ms.push(performance.now() - started_ms);
}

function tell(say: Say, name: string, { latencies_ms, failed }: Bought): void {
  const sorted = latencies_ms.toSorted((one, other) => one - other);
  const at = (part: number) =>
    (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(2).padStart(8);
  say(
    `  ${name.padEnd(32)} ${sorted.length.toLocaleString("en").padStart(7)} purchases   p50 ${at(0.5)}   p99 ${at(0.99)}   p99.9 ${at(0.999)}${failed === 0 ? "" : `   ${failed} unavailable`}`,
  );
}
