/**
 * npm run bench -- live [--sockets 10000] [--rate 1000]: the time from a purchase's commit until it reaches the buyer's
 * socket, the server's memory per socket, and how much the buyers' sockets slow down purchases. The load, the sockets,
 * the server and PostgreSQL share two cores, so the figures are for all of them together.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Child } from "../child.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { compare, percentilesOf, type Print } from "./rounds.ts";
import type { Received } from "./sockets-process.ts";
import { connections, cpuUsers, Stand } from "./stand.ts";

const paced_ms = 20_000;
const rounds = { rounds: 15, round_ms: 2000, warm_ms: 2000 };
/** All messages have arrived after this time. */
const arrival_ms = 1000;

export async function benchLive({ print, postgres, args }: BenchRun): Promise<void> {
  const options = {
    sockets: { type: "string", default: "10000" },
    rate: { type: "string", default: "1000" },
  } as const;
  const { values } = parseArgs({ args, options });
  // Two shops with the same users: one for the server with sockets, one for the server without.
  let copy = "";
  const prepare = async (url: string) => {
    copy = await postgres.copyDatabase(url, "live_quiet");
  };
  const users = Number(values.sockets);
  const watched = await Stand.open(postgres, "live", { users, prepare });
  const existing = { databaseUrl: copy, shoppers: watched.shoppers };
  const quiet = await Stand.open(postgres, "live_quiet", { users, existing });
  // Every buyer buys once, because the first purchase of a buyer loads more rows than later ones.
  for (const stand of [watched, quiet]) await stand.run({ first: 0 });
  const sockets = await measureDelays(print, watched, Number(values.rate));
  await comparePurchases(print, quiet, watched, sockets);
}

/** One socket for each token, in a process of their own. */
async function openSockets(url: string, tokens: string[]): Promise<Child> {
  const child = new Child(new URL("sockets-process.ts", import.meta.url));
  await child.ask("open", { url, tokens });
  return child;
}

/** Measures with one socket, with some, and with all. All of them stay open. */
async function measureDelays(print: Print, stand: Stand, rate: number): Promise<Child> {
  const { server, tokens } = stand;
  print("Time from a purchase's commit to its message at the buyer's socket:");
  const smaller = [
    [1, 5],
    [Math.min(1000, tokens.length), Math.min(200, rate)],
  ] as const;
  for (const [count, perSecond] of smaller) {
    const buyers = tokens.slice(0, count);
    const few = await openSockets(server.url, buyers);
    print(await measureDelay(stand, few, buyers, perSecond));
    await few.kill();
  }
  const before = await server.memory();
  const all = await openSockets(server.url, tokens);
  const each_bytes = ((await server.memory()).rss_bytes - before.rss_bytes) / tokens.length;
  print(
    `${await measureDelay(stand, all, tokens, rate)}; ${(each_bytes / 1000).toFixed(1)} kB for each socket`,
  );
  return all;
}

async function measureDelay(
  stand: Stand,
  sockets: Child,
  tokens: string[],
  perSecond: number,
): Promise<string> {
  const { server } = stand;
  await sockets.ask("received");
  await server.reportCommits(true);
  const bought = await stand.run({ tokens, duration_ms: paced_ms, perSecond });
  await sleep(arrival_ms);
  await server.reportCommits(false);
  const delays_ms = (await sockets.ask<Received>("received"))
    .map(([position, at_ms]) => at_ms - server.committedAt(position))
    .filter((delay_ms) => !Number.isNaN(delay_ms));
  const load = `${tokens.length} sockets, ${Math.round(bought.perSecond)} purchases/s`;
  return `  ${load}, ${delays_ms.length} messages: ${percentilesOf(delays_ms)}`;
}

async function comparePurchases(print: Print, quiet: Stand, watched: Stand, sockets: Child): Promise<void> {
  quiet.othersCpu_us = [() => 0];
  watched.othersCpu_us = [() => sockets.cpu_us];
  print(`\nPurchases of ${connections} loops over keep-alive connections, servers in turn`);
  const contenders = [quiet, watched].map((stand) => ({
    name: stand === quiet ? "no sockets" : `${stand.tokens.length} sockets`,
    run: (duration_ms: number) => stand.run({ duration_ms }),
  }));
  const [without, beside] = await compare(print, contenders, rounds, [...cpuUsers, "sockets"]);
  const servers = (without?.each_us[0] ?? 0) / (beside?.each_us[0] ?? 0);
  print(`CPU of the server for each, without sockets over with: ${servers.toFixed(2)}`);
}
