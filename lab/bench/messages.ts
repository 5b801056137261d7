/**
 * npm run bench -- messages: purchases per second with messages on and off, in turn; how many messages per second go through
 * a gateway on this machine; how soon after its purchase's commit a message reaches it. Load, server, gateway and
 * Postgres share the cores.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Child } from "../child.ts";
import type { BenchRun } from "./bench-postgres.ts";
import type { Taken } from "./gateway-process.ts";
import { compete, count, percentile, type Print, ratioOfPairs, speedRow, steadily } from "./rounds.ts";
import { connections, Stand } from "./stand.ts";

const users = 1000;
const rounds = { rounds: 12, round_ms: 2000, warm_ms: 3000 };
const backlog = 3000;
const lag_per_s = 20;
const lag_s = 20;

/** When the gateway received the latest message about an order, by the order's reference. */
type TakenAt = Map<string, number>;

export async function benchMessages({ print, postgres }: BenchRun): Promise<void> {
  const taken: TakenAt = new Map();
  const gateway = new Child(new URL("gateway-process.ts", import.meta.url), {
    onTold: ({ reference, at_ms }: Taken) => taken.set(reference, at_ms),
  });
  const url = await gateway.ask<string>("start");
  const sms = { url, key: "key", sender: "Cedibook", success: /^200 .*"code":"ok"/s };
  // The messages about purchases go to the shop's admin.
  const prepare = (database: string) =>
    postgres.query(database, "update ledger.settings set admin_phone = '0240000009'");
  const open = (name: string, messages: object) =>
    Stand.open(postgres, name, { users, prepare, settings: { messages } });
  const off = await open("messages_off", { isOff: true });
  const on = await open("messages_on", { sms });
  await measureCost(print, off, on);
  await measureSpeed(print, on, taken);
  await measureLag(print, on, taken);
}

async function measureCost(print: Print, off: Stand, on: Stand): Promise<void> {
  const before = await messagesOf(on);
  const [isOff, isOn] = await compete(
    [off, on].map((stand) => ({
      name: `messages ${stand === on ? "on" : "off"}`,
      async run(duration_ms: number) {
        const { each_us, ...bought } = await stand.run({ duration_ms });
        // Messages that are still to be sent must not slow down the other shop's next round.
        if (stand === on) await skipBacklog(on);
        return { ...bought, each_us: [each_us[0]! + each_us[1]!] };
      },
    })),
    rounds,
  );
  if (!isOff || !isOn) return;
  const made = (await messagesOf(on)) - before;
  print(`Purchases over ${connections} keep-alive connections of ${users} users, ${rounds.rounds} rounds of`);
  print(`${rounds.round_ms / 1000} s in turn; medians; PostgreSQL 18 with fsync.`);
  for (const result of [isOff, isOn]) print(`${speedRow(result)}   CPU ${result.each_us[0]?.toFixed(0)} us`);
  const share = isOn.perSecond / isOff.perSecond;
  const pairs = ratioOfPairs(isOn, isOff);
  print(`  on divided by off: ${share.toFixed(3)} of the medians; median of the pairs ${pairs.toFixed(3)}`);
  const cost = isOff.each_us[0]! / isOn.each_us[0]!;
  print(`  CPU of server and PostgreSQL per purchase, off divided by on: ${cost.toFixed(3)}`);
  print(
    `  meanwhile, also to warm up, ${made} messages were made: under such a load, purchases come first\n`,
  );
}

async function measureSpeed(print: Print, on: Stand, taken: TakenAt): Promise<void> {
  await skipBacklog(on);
  const client = await connect(on);
  // This lock holds the follower until the purchases are over, so that only sending is measured.
  await client.query("begin");
  await client.query("select from shop.message_follower for update");
  let bought = 0;
  while (bought < backlog) bought += (await on.run({ duration_ms: 250 })).latencies_ms.length;
  taken.clear();
  const started_ms = performance.timeOrigin + performance.now();
  await client.query("commit");
  await client.end();
  await waitUntil(() => taken.size >= bought);
  const took_s = (Math.max(...taken.values()) - started_ms) / 1000;
  print(`${count(bought)} waiting messages, from the log to the gateway: ${Math.round(bought / took_s)}/s`);
}

async function measureLag(print: Print, on: Stand, taken: TakenAt): Promise<void> {
  const { server } = on;
  await server.reportCommits(true);
  taken.clear();
  const bought = await steadily(lag_per_s, lag_per_s * lag_s, (n) => on.buyOnce(n));
  await waitUntil(() => taken.size >= bought.length);
  const lags = bought
    .map(({ reference, position }) => (taken.get(reference) ?? 0) - server.committedAt(position))
    .toSorted((a, b) => a - b);
  const at = (share: number) => percentile(lags, share).toFixed(1);
  print(
    `From a purchase's commit to the gateway, at ${lag_per_s} purchases per second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

/** Skips the events that have no message yet, and waits until all messages made so far are sent. */
async function skipBacklog(stand: Stand): Promise<void> {
  const client = await connect(stand);
  await client.query("update shop.message_follower set position = (select position from ledger.head)");
  const isWaiting = async () =>
    (await client.query("select from shop.message where state in ('waiting', 'sending') limit 1")).rowCount;
  while (await isWaiting()) await sleep(20);
  await client.end();
}

/** The number of messages made so far. */
async function messagesOf(stand: Stand): Promise<number> {
  const client = await connect(stand);
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::integer as count from shop.message",
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

async function connect({ databaseUrl }: Stand): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (const deadline_ms = performance.now() + 120_000; !isDone(); await sleep(10))
    if (performance.now() > deadline_ms) throw new Error("not all messages arrived");
}
