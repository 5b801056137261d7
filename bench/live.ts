/**
 * npm run bench -- live: how long after its commit a purchase is at its buyer's socket. One socket alone, then 1,000
 * sockets of 1,000 users with 200 purchases a second; the load, the sockets and their JSON share one of the two
 * cores, so the figures are the server's and the bench's together.
 */
import { fork } from "node:child_process";
import WebSocket from "ws";
import type { LiveMessage } from "#api/contract/live.ts";
import { asApiRole } from "#tools/database-url.ts";
import { startBenchServer } from "./server.ts";
import { openBenchShop, sessionSecret, type Shopper } from "./shoppers.ts";

const users_max = 1000;
const per_second = 200;

/** Measures, printing line by line. */
export async function benchLive(print: (line: string) => void): Promise<void> {
  const postgres = await startBenchServer();
  try {
    const url = asApiRole(await postgres.createDatabase("live"));
    const shoppers = await openBenchShop(url, users_max);
    const child = await startChild(url);
    try {
      print("Time from a purchase's commit to its message at the buyer's socket, in ms:");
      print(row(["sockets", "purchases/s", "messages", "p50", "p95", "p99", "max"]));
      print(row(await measure(child, shoppers.slice(0, 1), 5, 20)));
      print(row(await measure(child, shoppers, per_second, 20)));
    } finally {
      await child.stop();
    }
  } finally {
    await postgres.stop();
  }
}

function row(cells: string[]): string {
  return cells.map((cell) => cell.padStart(12)).join("");
}

function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

async function measure(child: Child, shoppers: Shopper[], rate: number, seconds: number): Promise<string[]> {
  const received = new Map<number, number>();
  const sockets: WebSocket[] = [];
  for (const shopper of shoppers) sockets.push(await openSocket(child.url, shopper, received));
  child.commits.clear();
  const total = rate * seconds;
  const started_ms = performance.now();
  const bought: Promise<void>[] = [];
  for (let n = 0; n < total; n++) {
    const wait_ms = started_ms + (n * 1000) / rate - performance.now();
    if (wait_ms > 1) await new Promise((resolve) => setTimeout(resolve, wait_ms));
    bought.push(buy(child.url, shoppers[n % shoppers.length]!));
  }
  await Promise.all(bought);
  const took_s = (performance.now() - started_ms) / 1000;
  await until(() => received.size >= total, 10_000);
  const delays = [...received].flatMap(([position, at_ms]) => {
    const committed = commitOf(child.commits, position);
    return committed === undefined ? [] : [at_ms - committed];
  });
  for (const socket of sockets) socket.terminate();
  const figures = [50, 95, 99, 100].map((p) => percentile(delays, p).toFixed(1));
  return [String(shoppers.length), (total / took_s).toFixed(0), String(delays.length), ...figures];
}

/** A position's batch is the first commit that reaches it. */
function commitOf(commits: Map<number, number>, position: number): number | undefined {
  for (const [head, at_ms] of commits) if (head >= position) return at_ms;
  return undefined;
}

async function openSocket(
  url: string,
  { token }: Shopper,
  received: Map<number, number>,
): Promise<WebSocket> {
  const response = await fetch(`${url}/api/live/ticket`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  const { ticket } = (await response.json()) as { ticket: string };
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`);
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", ticket, position: null })));
    socket.on("message", (data) => {
      const at_ms = performance.timeOrigin + performance.now();
      const message = JSON.parse((data as Buffer).toString()) as LiveMessage;
      if ("type" in message) resolve();
      else if (message.event === "ordersUpdated") received.set(message.position, at_ms);
    });
  });
  return socket;
}

async function buy(url: string, { token }: Shopper): Promise<void> {
  const response = await fetch(`${url}/api/order/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ packageId: "p-1", receiver: "0244123456" }),
  });
  if (response.status !== 201) throw new Error(`a purchase was answered ${response.status}`);
  await response.arrayBuffer();
}

interface Child {
  url: string;
  /** Head position to the moment of its commit, in the order of commits. */
  commits: Map<number, number>;
  stop(): Promise<void>;
}

async function startChild(databaseUrl: string): Promise<Child> {
  const child = fork(new URL("live-server.ts", import.meta.url), [databaseUrl, sessionSecret]);
  const commits = new Map<number, number>();
  const url = await new Promise<string>((resolve, reject) => {
    child.on("exit", () => reject(new Error("the server of the benchmark ended")));
    child.on("message", (message: { url?: string; position?: number; at_ms?: number }) => {
      if (message.url !== undefined) resolve(message.url);
      else if (message.position !== undefined) commits.set(message.position, message.at_ms ?? 0);
    });
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    url,
    commits,
    async stop() {
      child.send("stop");
      await exited;
    },
  };
}

async function until(done: () => boolean, limit_ms: number): Promise<void> {
  const end_ms = Date.now() + limit_ms;
  while (!done() && Date.now() < end_ms) await new Promise((resolve) => setTimeout(resolve, 20));
}
