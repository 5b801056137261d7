/**
 * npm run bench -- live [--sockets 10000] [--rate 1000]: the time from a purchase's commit until it reaches the buyer's
 * socket, the server's memory per socket, and how much the buyers' sockets slow down purchases. The load, the sockets,
 * the server and PostgreSQL share two cores, so the figures are for all of them together.
 */
import { parseArgs } from "node:util";
import { asApiRole } from "../../tools/database-url.ts";
import { cpuOfTree_us } from "./cpu-time.ts";
import type { Load } from "./http-load.ts";
import {
  type LiveServer,
  type Loader,
  openSockets,
  type Sockets,
  startLiveServer,
  startLoader,
} from "./live-child.ts";
import { median } from "./rounds.ts";
import { type BenchServer, startBenchServer } from "./server.ts";
import { openBenchShop } from "./shoppers.ts";

type Print = (line: string) => void;

const connections_max = 64;
const warm_ms = 2000;
const paced_ms = 20_000;
const rounds = 15;
const round_ms = 2000;
/** All messages have arrived after this time. */
const arrival_ms = 1000;

export async function benchLive(print: Print, args: string[]): Promise<void> {
  const options = {
    sockets: { type: "string", default: "10000" },
    rate: { type: "string", default: "1000" },
  } as const;
  const { values } = parseArgs({ args, options });
  const postgres = await startBenchServer();
  const loader = startLoader();
  const servers: LiveServer[] = [];
  try {
    const { tokens, urls } = await openShops(postgres, Number(values.sockets));
    for (const url of urls) servers.push(await startLiveServer(url));
    const [watched, quiet] = servers as [LiveServer, LiveServer];
    for (const server of servers) await warmUp(server, loader, tokens);
    const sockets = await measureDelays(print, {
      server: watched,
      loader,
      tokens,
      rate: Number(values.rate),
    });
    print("");
    await compare(print, {
      tokens,
      loader,
      watched,
      quiet,
      sockets,
      postmaster: await postgres.postmaster(),
    });
    await sockets.close();
  } finally {
    for (const server of servers) await server.stop();
    loader.stop();
    await postgres.stop();
  }
}

/** Two shops with the same users: one for the server with sockets, one for the server without. */
async function openShops(
  postgres: BenchServer,
  users: number,
): Promise<{ tokens: string[]; urls: string[] }> {
  const url = await postgres.createDatabase("live");
  const shoppers = await openBenchShop(asApiRole(url), users);
  const copy = await postgres.copyDatabase(url, "live_quiet");
  return { tokens: shoppers.map(({ token }) => token), urls: [asApiRole(url), asApiRole(copy)] };
}

/** Every buyer buys once, because the first purchase of a buyer loads more rows than later ones. */
async function warmUp(server: LiveServer, loader: Loader, tokens: string[]): Promise<void> {
  let next = 0;
  while (next < tokens.length) {
    const rest = tokens.slice(next);
    next += (await loader.buy({ ...loadOf(server, rest, warm_ms), first: 0 })).latencies_ms.length;
  }
}

function loadOf({ url }: LiveServer, tokens: string[], duration_ms: number, perSecond?: number): Load {
  const body = JSON.stringify({ packageId: "p-1", receiver: "0244123456" });
  const port = Number(new URL(url).port);
  const load = { port, path: "/api/order/create", tokens, body, duration_ms };
  if (perSecond === undefined) return { ...load, connections: connections_max };
  // The server closes connections that are idle for too long.
  return { ...load, perSecond, connections: Math.min(connections_max, Math.ceil(perSecond / 5)) };
}

interface Delays {
  server: LiveServer;
  loader: Loader;
  tokens: string[];
  /** Purchases per second with a socket for each token. */
  rate: number;
}

/** Measures with one socket, with some, and with all. All of them stay open. */
async function measureDelays(print: Print, { server, loader, tokens, rate }: Delays): Promise<Sockets> {
  print("Time from a purchase's commit to its message at the buyer's socket, in ms:");
  print(row(["sockets", "purchases/s", "messages", "p50", "p95", "p99", "max", "kB/socket"]));
  const smaller = [
    [1, 5],
    [Math.min(1000, tokens.length), Math.min(200, rate)],
  ] as const;
  for (const [count, perSecond] of smaller) {
    const buyers = tokens.slice(0, count);
    const few = await openSockets(server.url, buyers);
    print(row(await measureDelay(server, few, loader, buyers, perSecond)));
    await few.close();
  }
  const before_bytes = await server.rss_bytes();
  const all = await openSockets(server.url, tokens);
  const each_bytes = ((await server.rss_bytes()) - before_bytes) / tokens.length;
  const figures = await measureDelay(server, all, loader, tokens, rate);
  print(row([...figures, (each_bytes / 1000).toFixed(1)]));
  return all;
}

async function measureDelay(
  server: LiveServer,
  sockets: Sockets,
  loader: Loader,
  tokens: string[],
  perSecond: number,
): Promise<string[]> {
  await sockets.received();
  server.commits.clear();
  server.reportCommits(true);
  const bought = await loader.buy(loadOf(server, tokens, paced_ms, perSecond));
  await new Promise((resolve) => setTimeout(resolve, arrival_ms));
  server.reportCommits(false);
  const received = await sockets.received();
  const delays = delaysOf(received, [...server.commits]);
  const cells = [tokens.length, Math.round(bought.perSecond), delays.length].map(String);
  return [...cells, ...[50, 95, 99, 100].map((p) => percentile(delays, p).toFixed(1))];
}

/** The delays from the commit that contains a position to the arrival of its message, sorted. */
function delaysOf(received: [number, number][], commits: [number, number][]): number[] {
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

function percentile(sorted: number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

interface Contest {
  tokens: string[];
  loader: Loader;
  watched: LiveServer;
  quiet: LiveServer;
  sockets: Sockets;
  /** Process id. */
  postmaster: number;
}

/** The parts of a purchase's CPU time, in µs. On a shared machine it is a better measure than elapsed time. */
const parts = ["server", "PostgreSQL", "load", "sockets"];

async function compare(print: Print, contest: Contest): Promise<void> {
  const { tokens, loader, watched, quiet, sockets, postmaster } = contest;
  const buy = async (server: LiveServer) => {
    const pids = [[server.pid], [postmaster], [loader.pid], sockets.pids];
    const used_us = () => pids.map((list) => list.reduce((sum, pid) => sum + cpuOfTree_us(pid), 0));
    const before_us = used_us();
    const { perSecond, latencies_ms } = await loader.buy(loadOf(server, tokens, round_ms));
    const each_us = used_us().map((us, part) => (us - (before_us[part] ?? 0)) / latencies_ms.length);
    return [perSecond, ...each_us];
  };
  const results = new Map<LiveServer, number[][]>([
    [quiet, []],
    [watched, []],
  ]);
  for (const server of results.keys()) await buy(server);
  for (let round = 0; round < rounds; round++)
    for (const [server, list] of results) list.push(await buy(server));
  const [withoutSockets, withSockets] = [...results.values()].map((list) =>
    ["speed", ...parts].map((_, index) => median(list.map((figures) => figures[index] ?? Number.NaN))),
  ) as [number[], number[]];
  print(
    `Purchases of ${connections_max} loops over keep-alive connections, and the CPU time per purchase in µs;`,
  );
  print(`medians of ${rounds} rounds of ${round_ms / 1000} s, servers in turn:`);
  print(row(["", "purchases/s", ...parts, "total"]));
  const cells = (figures: number[]) =>
    [...figures, figures.slice(1).reduce((sum, us) => sum + us)].map((figure) => figure.toFixed(0));
  print(row(["no sockets", ...cells(withoutSockets)]));
  print(row([`${tokens.length} sockets`, ...cells(withSockets)]));
  const ratios = (results.get(watched) ?? []).map(
    ([speed = 0], round) => speed / (results.get(quiet)?.[round]?.[0] ?? 0),
  );
  print(
    row(["ratio", median(ratios).toFixed(2), ((withoutSockets[1] ?? 0) / (withSockets[1] ?? 0)).toFixed(2)]),
  );
}

function row([name = "", ...cells]: string[]): string {
  return name.padStart(14) + cells.map((cell) => cell.padStart(12)).join("");
}
