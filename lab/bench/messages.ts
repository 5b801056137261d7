/**
 * npm run bench -- messages: purchases per second with messages on and off, in turn; how many messages per second go through
 * a gateway on this machine; how soon after its purchase's commit a message reaches it. Load, server, gateway and
 * Postgres share the cores.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { asApiRole } from "../../tools/database-url.ts";
import { cpuOfTree_us, postmasterOf } from "./cpu-time.ts";
import type { Load, LoadResult } from "./http-load.ts";
import { median } from "./rounds.ts";
import { type BenchServer, startBenchServer } from "./server.ts";
import type { Shopper } from "../shoppers.ts";
import { openBenchShop, sessionSecret } from "./shoppers.ts";

type Print = (line: string) => void;

const users = 1000;
const connections = 64;
const rounds = 12;
const round_ms = 2000;
const warm_ms = 3000;
const backlog = 3000;
const lag_per_s = 20;
const lag_s = 20;
const body = JSON.stringify({ packageId: "p-1", receiver: "0244123456", totalAmount: 4.8 });

export async function benchMessages(print: Print): Promise<void> {
  const postgres = await startBenchServer();
  const gateway = await startGateway();
  const load = fork(new URL("http-load.ts", import.meta.url));
  try {
    const off = await openShop(postgres, "messages_off", "");
    const on = await openShop(postgres, "messages_on", gateway.url);
    await measureCost(print, load, off, on);
    await measureSpeed(print, load, on, gateway);
    await measureLag(print, on, gateway);
    await Promise.all([off.stop(), on.stop()]);
  } finally {
    load.disconnect();
    gateway.child.send("stop");
    await postgres.stop();
  }
}

async function measureCost(print: Print, load: ChildProcess, off: Shop, on: Shop): Promise<void> {
  const cpu = { off: [] as number[], on: [] as number[] };
  const run = async (shop: Shop, duration_ms: number) => {
    const before_us = shop.cpu_us();
    const result = await runLoad(load, shop, connections, duration_ms);
    const each_us = (shop.cpu_us() - before_us) / result.latencies_ms.length;
    if (duration_ms === round_ms) cpu[shop === on ? "on" : "off"].push(each_us);
    // Messages that are still to be sent must not slow down the other shop's next round.
    if (shop === on) await skipBacklog(on);
    return result;
  };
  for (const shop of [off, on]) await run(shop, warm_ms);
  const before = await on.count();
  const results = { off: [] as LoadResult[], on: [] as LoadResult[] };
  for (let round = 0; round < rounds; round++) {
    // They take turns in going first, because the second one runs during the checkpoints of the first.
    const turns = round % 2 === 0 ? (["off", "on"] as const) : (["on", "off"] as const);
    for (const turn of turns) results[turn].push(await run(turn === "on" ? on : off, round_ms));
  }
  const made = (await on.count()) - before;
  print(`Purchases over ${connections} keep-alive connections of ${users} users, ${rounds} rounds of`);
  print(`${round_ms / 1000} s in turn; medians; PostgreSQL 18 with fsync.`);
  const speeds = (list: LoadResult[]) => list.map(({ perSecond }) => perSecond);
  for (const turn of ["off", "on"] as const) {
    const sorted = results[turn].flatMap(({ latencies_ms }) => latencies_ms).toSorted((a, b) => a - b);
    const at = (share: number) =>
      (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2).padStart(7);
    const speed = Math.round(median(speeds(results[turn])))
      .toLocaleString("en")
      .padStart(7);
    const each = `CPU ${median(cpu[turn]).toFixed(0).padStart(4)} us`;
    print(`  messages ${turn.padEnd(3)} ${speed}/s   ${each}   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms`);
  }
  const share = median(speeds(results.on)) / median(speeds(results.off));
  const pairs = results.on.map(({ perSecond }, round) => perSecond / (results.off[round]?.perSecond ?? 0));
  print(
    `  on divided by off: ${share.toFixed(3)} of the medians; median of the pairs ${median(pairs).toFixed(3)}`,
  );
  print(
    `  CPU of server and PostgreSQL per purchase, off divided by on: ${(median(cpu.off) / median(cpu.on)).toFixed(3)}`,
  );
  print(`  meanwhile ${made} messages were made: under such a load, purchases come first`);
  print("");
}

async function measureSpeed(print: Print, load: ChildProcess, on: Shop, gateway: Gateway): Promise<void> {
  await skipBacklog(on);
  const client = await on.connect();
  // This lock holds the follower until the purchases are over, so that only sending is measured.
  await client.query("begin");
  await client.query("select from shop.message_follower for update");
  let bought = 0;
  while (bought < backlog) bought += (await runLoad(load, on, connections, 250)).latencies_ms.length;
  gateway.taken.clear();
  const started_ms = performance.timeOrigin + performance.now();
  await client.query("commit");
  await client.end();
  await waitUntil(() => gateway.taken.size >= bought);
  const times = [...gateway.taken.values()];
  const took_s = (Math.max(...times) - started_ms) / 1000;
  print(
    `${bought.toLocaleString("en")} waiting messages, from the log to the gateway: ${Math.round(bought / took_s)}/s`,
  );
}

async function measureLag(print: Print, on: Shop, gateway: Gateway): Promise<void> {
  on.child.send("report commits");
  gateway.taken.clear();
  const bought: { reference: string; position: number }[] = [];
  const buying: Promise<void>[] = [];
  const started_ms = performance.now();
  for (let n = 0; n < lag_per_s * lag_s; n++) {
    const wait_ms = started_ms + (n * 1000) / lag_per_s - performance.now();
    if (wait_ms > 1) await sleep(wait_ms);
    buying.push(buy(on, n).then((order) => void bought.push(order)));
  }
  await Promise.all(buying);
  await waitUntil(() => gateway.taken.size >= bought.length);
  const lags = bought
    .map(({ reference, position }) => (gateway.taken.get(reference) ?? 0) - commitOf(on.commits, position))
    .toSorted((a, b) => a - b);
  const at = (share: number) => (lags[Math.floor(lags.length * share)] ?? Number.NaN).toFixed(1);
  print(
    `From a purchase's commit to the gateway, at ${lag_per_s} purchases per second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

function commitOf(commits: Map<number, number>, position: number): number {
  for (const [head, at_ms] of commits) if (head >= position) return at_ms;
  return Number.NaN;
}

async function buy({ url, shoppers }: Shop, n: number): Promise<{ reference: string; position: number }> {
  const response = await fetch(`${url}/api/order/create`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${shoppers[n % shoppers.length]?.token}`,
      "content-type": "application/json",
    },
    body,
  });
  if (response.status !== 201) throw new Error(`a purchase was answered ${response.status}`);
  return (await response.json()) as { reference: string; position: number };
}

async function runLoad(
  load: ChildProcess,
  { url, shoppers }: Shop,
  inFlight: number,
  duration_ms: number,
): Promise<LoadResult> {
  const tokens = shoppers.map(({ token }) => token);
  const port = Number(new URL(url).port);
  load.send({
    port,
    path: "/api/order/create",
    tokens,
    body,
    connections: inFlight,
    duration_ms,
  } satisfies Load);
  const [result] = (await once(load, "message")) as [LoadResult];
  return result;
}

/** Skips the events that have no message yet, and waits until all messages made so far are sent. */
async function skipBacklog(shop: Shop): Promise<void> {
  const client = await shop.connect();
  await client.query("update shop.message_follower set position = (select position from ledger.head)");
  for (;;) {
    const { rowCount } = await client.query(
      "select from shop.message where state in ('waiting', 'sending') limit 1",
    );
    if (rowCount === 0) break;
    await sleep(20);
  }
  await client.end();
}

interface Shop {
  url: string;
  child: ChildProcess;
  shoppers: Shopper[];
  commits: Map<number, number>;
  connect(): Promise<pg.Client>;
  /** CPU time of its server and of PostgreSQL, which serves the other shop too. */
  cpu_us(): number;
  /** The number of messages made so far. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

async function openShop(postgres: BenchServer, name: string, gatewayUrl: string): Promise<Shop> {
  const databaseUrl = await postgres.createDatabase(name);
  const shoppers = await openBenchShop(asApiRole(databaseUrl), users);
  const connect = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return client;
  };
  const client = await connect();
  const postmaster = await postmasterOf(client);
  // The messages of purchases go to the shop's admin.
  await client.query("update ledger.settings set admin_phone = '0240000009'");
  const child = fork(new URL("messages-server.ts", import.meta.url), [
    asApiRole(databaseUrl),
    sessionSecret,
    gatewayUrl,
  ]);
  const commits = new Map<number, number>();
  const url = await new Promise<string>((resolve, reject) => {
    child.on("exit", () => reject(new Error("the benchmark's server ended")));
    child.on("message", (message: { url?: string; position?: number; at_ms?: number }) => {
      if (message.url !== undefined) resolve(message.url);
      else if (message.position !== undefined) commits.set(message.position, message.at_ms ?? 0);
    });
  });
  return {
    url,
    child,
    shoppers,
    commits,
    connect,
    cpu_us: () => cpuOfTree_us(child.pid ?? 0) + cpuOfTree_us(postmaster),
    async count() {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::integer as count from shop.message",
      );
      return rows[0]?.count ?? 0;
    },
    async stop() {
      await client.end();
      const exited = once(child, "exit");
      child.send("stop");
      await exited;
    },
  };
}

interface Gateway {
  url: string;
  child: ChildProcess;
  /** When it received the latest message about an order, by the order's reference. */
  taken: Map<string, number>;
}

async function startGateway(): Promise<Gateway> {
  const child = fork(new URL("messages-gateway.ts", import.meta.url));
  const taken = new Map<string, number>();
  const url = await new Promise<string>((resolve) => {
    child.on("message", (message: { url?: string; reference?: string; at_ms?: number }) => {
      if (message.url !== undefined) resolve(message.url);
      else if (message.reference !== undefined) taken.set(message.reference, message.at_ms ?? 0);
    });
  });
  return { url, child, taken };
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (const deadline_ms = performance.now() + 120_000; !isDone(); await sleep(10))
    if (performance.now() > deadline_ms) throw new Error("not all messages arrived");
}
