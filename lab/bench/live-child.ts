/** Starts the processes of the live benchmark (servers, sockets and load) and talks to them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Load, LoadResult } from "./http-load.ts";
import type { Received, SocketsRequest } from "./live-sockets.ts";
import { sessionSecret } from "./shoppers.ts";

export interface LiveServer {
  url: string;
  pid: number;
  /** The time of each commit, in ms since 1970, by the position of its head; in the order of commits. */
  commits: Map<number, number>;
  /** Starts or stops the reports of commits. */
  reportCommits(isReporting: boolean): void;
  /** Resident memory after a garbage collection. */
  rss_bytes(): Promise<number>;
  stop(): Promise<void>;
}

export async function startLiveServer(databaseUrl: string): Promise<LiveServer> {
  const child = fork(new URL("live-server.ts", import.meta.url), [databaseUrl, sessionSecret]);
  const { url } = await answer<{ url: string }>(child, "url");
  const commits = new Map<number, number>();
  child.on("message", (message: { position?: number; at_ms?: number }) => {
    if (message.position !== undefined) commits.set(message.position, message.at_ms ?? 0);
  });
  return {
    url,
    pid: child.pid ?? 0,
    commits,
    reportCommits: (isReporting) => child.send(isReporting ? "commits" : "no commits"),
    async rss_bytes() {
      child.send("memory");
      return (await answer<{ rss_bytes: number }>(child, "rss_bytes")).rss_bytes;
    },
    stop: () => ended(child, () => child.send("stop")),
  };
}

export interface Sockets {
  pids: number[];
  /** The orders received since the last call. */
  received(): Promise<Received>;
  close(): Promise<void>;
}

/** Each process has its own limit of open files. */
const sockets_max = 10_000;

/** One socket for each token. */
export async function openSockets(url: string, tokens: string[]): Promise<Sockets> {
  const children: ChildProcess[] = [];
  for (let n = 0; n < tokens.length; n += sockets_max) {
    const child = fork(new URL("live-sockets.ts", import.meta.url));
    children.push(child);
    child.send({ open: { url, tokens: tokens.slice(n, n + sockets_max) } } satisfies SocketsRequest);
    await answer(child);
  }
  return {
    pids: children.map(({ pid }) => pid ?? 0),
    async received() {
      const answers = children.map((child) => answer<Received>(child));
      for (const child of children) child.send("received" satisfies SocketsRequest);
      return (await Promise.all(answers)).flat();
    },
    async close() {
      await Promise.all(children.map((child) => ended(child, () => child.disconnect())));
    },
  };
}

export interface Loader {
  pid: number;
  buy(load: Load): Promise<LoadResult>;
  stop(): void;
}

export function startLoader(): Loader {
  const child = fork(new URL("http-load.ts", import.meta.url));
  return {
    pid: child.pid ?? 0,
    async buy(load) {
      child.send(load);
      return answer<LoadResult>(child);
    },
    stop() {
      if (child.connected) child.disconnect();
    },
  };
}

/** The next message, or the next message that has this field. */
async function answer<T>(child: ChildProcess, field?: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const receive = (message: object) => {
    if (field === undefined || field in message) resolve(message as T);
  };
  const fail = () => reject(new Error("a process of the benchmark ended"));
  child.on("message", receive).on("exit", fail);
  return promise.finally(() => child.off("message", receive).off("exit", fail));
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  const exit = once(child, "exit");
  end();
  await exit;
}
