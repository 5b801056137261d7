/** The processes of the live benchmark: servers, sockets and load, as their parent speaks to them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Load, LoadResult } from "./http-load.ts";
import type { Asked, Received } from "./live-sockets.ts";
import { sessionSecret } from "./shoppers.ts";

export interface LiveServer {
  url: string;
  pid: number;
  /** Position of the head to the moment of its commit, in ms since 1970, in the order of commits. */
  commits: Map<number, number>;
  /** Has it tell of commits from now on, or no more. */
  tell(isTelling: boolean): void;
  /** Resident, after a collection. */
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
    tell: (isTelling) => child.send(isTelling ? "commits" : "no commits"),
    async rss_bytes() {
      child.send("memory");
      return (await answer<{ rss_bytes: number }>(child, "rss_bytes")).rss_bytes;
    },
    stop: () => ended(child, () => child.send("stop")),
  };
}

export interface Sockets {
  pids: number[];
  /** What came since it was last asked. */
  received(): Promise<Received>;
  close(): Promise<void>;
}

/** The limit of open files is a process's own. */
const sockets_max = 10_000;

/** One socket for each token. */
export async function openSockets(url: string, tokens: string[]): Promise<Sockets> {
  const children: ChildProcess[] = [];
  for (let n = 0; n < tokens.length; n += sockets_max) {
    const child = fork(new URL("live-sockets.ts", import.meta.url));
    children.push(child);
    child.send({ open: { url, tokens: tokens.slice(n, n + sockets_max) } } satisfies Asked);
    await answer(child);
  }
  return {
    pids: children.map(({ pid }) => pid ?? 0),
    async received() {
      const answers = children.map((child) => answer<Received>(child));
      for (const child of children) child.send("received" satisfies Asked);
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

/** The next message, or the next one that has this field. */
async function answer<T>(child: ChildProcess, field?: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const hear = (message: object) => {
    if (field === undefined || field in message) resolve(message as T);
  };
  const leave = () => reject(new Error("a process of the benchmark ended"));
  child.on("message", hear).on("exit", leave);
  return promise.finally(() => child.off("message", hear).off("exit", leave));
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  const exit = once(child, "exit");
  end();
  await exit;
}
