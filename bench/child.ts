/** A server in a process of its own (http-server.ts), with its memory and CPU time. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { asApiRole } from "#tools/database-url.ts";
import { sessionSecret } from "./shoppers.ts";

export interface Child {
  url: string;
  /** The highest since it was last asked. */
  peak_bytes(): Promise<number>;
  /** Used so far. */
  cpu_us(): Promise<number>;
  stop(): Promise<void>;
}

/** `audits`: an auditor works beside it, as in a shop. */
export async function startChild(ownerUrl: string, { audits = false } = {}): Promise<Child> {
  const child = fork(new URL("http-server.ts", import.meta.url), [
    asApiRole(ownerUrl),
    sessionSecret,
    ownerUrl,
    audits ? "audits" : "",
  ]);
  const { url } = (await answerOf(child)) as { url: string };
  return {
    url,
    async peak_bytes() {
      child.send("memory");
      return ((await answerOf(child)) as { peak_bytes: number }).peak_bytes;
    },
    async cpu_us() {
      child.send("cpu");
      return ((await answerOf(child)) as { cpu_us: number }).cpu_us;
    },
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => message as unknown),
      once(child, "exit", { signal }).then(() => {
        throw new Error("the server of the benchmark ended");
      }),
    ]);
  } finally {
    answered.abort();
  }
}
