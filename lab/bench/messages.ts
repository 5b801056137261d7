/**
 * npm run bench -- messages: purchases per second with messages on and off, in turn; how many messages per second go through
 * a gateway on this machine; how soon after its purchase's commit a message reaches it. Load, server, gateway and
 * Postgres share the cores.
 */
import { startTestGateway, well } from "../../tools/testing/test-gateway.ts";
import { useClient } from "../use-client.ts";
import { waitFor } from "../waiting.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { compare, count, percentilesOf, type Print, steadily } from "./rounds.ts";
import { connections, cpuUsers, Stand } from "./stand.ts";

const users = 1000;
const rounds = { rounds: 12, round_ms: 2000, warm_ms: 3000 };
const backlog = 3000;
const lag_per_s = 20;
const lag_s = 20;

/** When the gateway received the latest message about an order, by the order's reference. */
type TakenAt = Map<string, number>;

export async function benchMessages({ print, postgres }: BenchRun): Promise<void> {
  const taken: TakenAt = new Map();
  const gateway = await startTestGateway();
  gateway.answer = ({ message, at_ms }) => {
    taken.set(/\d{8}/.exec(message)?.[0] ?? "", at_ms);
    return well();
  };
  // The messages about purchases go to the shop's admin.
  const prepare = (database: string) =>
    postgres.query(database, "update ledger.settings set admin_phone = '0240000009'");
  const open = (name: string, messages: object) =>
    Stand.open(postgres, name, { users, prepare, settings: { messages } });
  const off = await open("messages_off", { isOff: true });
  const on = await open("messages_on", { sms: gateway.config });
  await measureCost(print, off, on);
  await measureSpeed(print, on, taken);
  await measureLag(print, on, taken);
}

async function measureCost(print: Print, off: Stand, on: Stand): Promise<void> {
  const before = await messagesOf(on);
  print(`Purchases over ${connections} keep-alive connections of ${users} users.`);
  const contenders = [off, on].map((stand) => ({
    name: `messages ${stand === on ? "on" : "off"}`,
    async run(duration_ms: number) {
      const bought = await stand.run({ duration_ms });
      // Messages that are still to be sent must not slow down the other shop's next round.
      if (stand === on) await skipBacklog(on);
      return bought;
    },
  }));
  const [isOff, isOn] = await compare(print, contenders, rounds, cpuUsers);
  if (!isOff || !isOn) return;
  const [without_us, with_us] = [isOff, isOn].map(({ each_us }) => each_us[0]! + each_us[1]!);
  const cost = without_us! / with_us!;
  print(`CPU of server and PostgreSQL per purchase, off divided by on: ${cost.toFixed(3)}`);
  const made = (await messagesOf(on)) - before;
  print(`meanwhile, also to warm up, ${made} messages were made: under such a load, purchases come first\n`);
}

async function measureSpeed(print: Print, on: Stand, taken: TakenAt): Promise<void> {
  await skipBacklog(on);
  let bought = 0;
  const started_ms = await useClient(on.databaseUrl, async (client) => {
    // This lock holds the follower until the purchases are over, so that only sending is measured.
    await client.query("begin");
    await client.query("select from shop.message_follower for update");
    while (bought < backlog) bought += (await on.run({ duration_ms: 250 })).latencies_ms.length;
    taken.clear();
    const before_ms = performance.timeOrigin + performance.now();
    await client.query("commit");
    return before_ms;
  });
  await untilTaken(taken, bought);
  const took_s = (Math.max(...taken.values()) - started_ms) / 1000;
  print(`${count(bought)} waiting messages, from the log to the gateway: ${Math.round(bought / took_s)}/s`);
}

async function measureLag(print: Print, on: Stand, taken: TakenAt): Promise<void> {
  const { server } = on;
  await server.reportCommits(true);
  taken.clear();
  const bought = await steadily(lag_per_s, lag_per_s * lag_s, (n) => on.buyOnce(n));
  await untilTaken(taken, bought.length);
  const lags_ms = bought.map(
    ({ reference, position }) => (taken.get(reference) ?? 0) - server.committedAt(position),
  );
  print(
    `From a purchase's commit to the gateway, at ${lag_per_s} purchases per second: ${percentilesOf(lags_ms)}`,
  );
}

/** Skips the events that have no message yet, and waits until all messages made so far are sent. */
async function skipBacklog({ databaseUrl }: Stand): Promise<void> {
  const waiting = "select from shop.message where state in ('waiting', 'sending') limit 1";
  await useClient(databaseUrl, async (client) => {
    await client.query("update shop.message_follower set position = (select position from ledger.head)");
    await waitFor(async () => (await client.query(waiting)).rowCount === 0);
  });
}

/** The number of messages made so far. */
function messagesOf({ databaseUrl }: Stand): Promise<number> {
  const text = "select count(*)::integer as count from shop.message";
  return useClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(text);
    return rows[0]?.count ?? 0;
  });
}

async function untilTaken(taken: TakenAt, messages: number): Promise<void> {
  if (!(await waitFor(() => taken.size >= messages, { ms_max: 120_000 })))
    throw new Error("not all messages arrived");
}
