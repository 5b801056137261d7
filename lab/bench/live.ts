/**
 * npm run bench -- live [--sockets 10000] [--rate 1000]: the time from a purchase's commit until it reaches the buyer's
 * socket, the server's memory per socket, and how much the buyers' sockets slow down purchases. The load, the sockets,
 * the server and PostgreSQL share two cores, so the figures are for all of them together.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Child } from "../child.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { compete, percentile, type Print, ratioOfPairs, type Result } from "./rounds.ts";
import type { Received } from "./sockets-process.ts";
import { connections, Stand } from "./stand.ts";

const paced_ms = 20_000;
const rounds = { rounds: 15, round_ms: 2000, warm_ms: 2000 };
/** All messages have arrived after this time. */
const arrival_ms = 1000;
/** Each process has its own limit of open files. */
const sockets_max = 10_000;

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
  await compare(print, quiet, watched, sockets);
}

class Sockets {
  readonly #children: Child[] = [];

  /** One socket for each token. */
  static async open(url: string, tokens: string[]): Promise<Sockets> {
    const sockets = new Sockets();
    for (let n = 0; n < tokens.length; n += sockets_max) {
      const child = new Child(new URL("sockets-process.ts", import.meta.url));
      sockets.#children.push(child);
      await child.ask("open", { url, tokens: tokens.slice(n, n + sockets_max) });
    }
    return sockets;
  }

  get cpu_us(): number {
    return this.#children.reduce((sum, { cpu_us }) => sum + cpu_us, 0);
  }

  /** The orders since the last call. */
  async received(): Promise<Received> {
    return (await Promise.all(this.#children.map((child) => child.ask<Received>("received")))).flat();
  }

  async close(): Promise<void> {
    for (const child of this.#children) await child.kill();
  }
}

/** Measures with one socket, with some, and with all. All of them stay open. */
async function measureDelays(print: Print, stand: Stand, rate: number): Promise<Sockets> {
  const { server, tokens } = stand;
  print("Time from a purchase's commit to its message at the buyer's socket, in ms:");
  print(row(["sockets", "purchases/s", "messages", "p50", "p95", "p99", "max", "kB/socket"]));
  const smaller = [
    [1, 5],
    [Math.min(1000, tokens.length), Math.min(200, rate)],
  ] as const;
  for (const [count, perSecond] of smaller) {
    const buyers = tokens.slice(0, count);
    const few = await Sockets.open(server.url, buyers);
    print(row(await measureDelay(stand, few, buyers, perSecond)));
    await few.close();
  }
  const before = await server.memory();
  const all = await Sockets.open(server.url, tokens);
  const each_bytes = ((await server.memory()).rss_bytes - before.rss_bytes) / tokens.length;
  print(row([...(await measureDelay(stand, all, tokens, rate)), (each_bytes / 1000).toFixed(1)]));
  return all;
}

async function measureDelay(
  stand: Stand,
  sockets: Sockets,
  tokens: string[],
  perSecond: number,
): Promise<string[]> {
  const { server } = stand;
  await sockets.received();
  await server.reportCommits(true);
  const bought = await stand.run({ tokens, duration_ms: paced_ms, perSecond });
  await sleep(arrival_ms);
  await server.reportCommits(false);
  const delays = delaysOf(await sockets.received(), [...server.commits]);
  const cells = [tokens.length, Math.round(bought.perSecond), delays.length].map(String);
  return [...cells, ...[0.5, 0.95, 0.99, 1].map((share) => percentile(delays, share).toFixed(1))];
}

/** The delays from the commit that contains a position to the arrival of its message, sorted. */
function delaysOf(received: Received, commits: [number, number][]): number[] {
  let next = 0;
  const delays = received
    .toSorted(([a], [b]) => a - b)
    .flatMap(([position, at_ms]) => {
      while (next < commits.length && (commits[next]?.[0] ?? 0) < position) next += 1;
      const commit = commits[next];
      return commit ? [at_ms - commit[1]] : [];
    });
  return delays.sort((a, b) => a - b);
}

async function compare(print: Print, quiet: Stand, watched: Stand, sockets: Sockets): Promise<void> {
  quiet.othersCpu_us = [() => 0];
  watched.othersCpu_us = [() => sockets.cpu_us];
  const [without, beside] = await compete(
    [quiet, watched].map((stand) => ({
      name: stand === quiet ? "no sockets" : `${stand.tokens.length} sockets`,
      run: (duration_ms: number) => stand.run({ duration_ms }),
    })),
    rounds,
  );
  if (!without || !beside) return;
  print(
    `\nPurchases of ${connections} loops over keep-alive connections, and the CPU time per purchase in µs;`,
  );
  print(`medians of ${rounds.rounds} rounds of ${rounds.round_ms / 1000} s, servers in turn:`);
  print(row(["", "purchases/s", "server", "PostgreSQL", "load", "sockets", "total"]));
  for (const result of [without, beside]) print(row([result.name, ...cellsOf(result)]));
  const servers = (without.each_us[0] ?? 0) / (beside.each_us[0] ?? 0);
  print(row(["ratio", ratioOfPairs(beside, without).toFixed(2), servers.toFixed(2)]));
}

function cellsOf({ perSecond, each_us }: Result): string[] {
  const total = each_us.reduce((sum, us) => sum + us, 0);
  return [perSecond, ...each_us, total].map((figure) => figure.toFixed(0));
}

function row([name = "", ...cells]: string[]): string {
  return name.padStart(14) + cells.map((cell) => cell.padStart(12)).join("");
}
