/** Starts a server in its own process (http-server.ts), and asks it for its memory and CPU time. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { PaymentSettings } from "../../api/payments/settings.ts";
import { asApiRole, asAuditorRole } from "../../tools/database-url.ts";
import { sessionSecret } from "./shoppers.ts";

export interface Child {
  url: string;
  /** The highest memory since the last call. */
  peak_bytes(): Promise<number>;
  /** The CPU time used so far. */
  cpu_us(): Promise<number>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** An auditor runs too, as in a real shop. */
  audits?: boolean;
  payments?: PaymentSettings | undefined;
}

export async function startChild(
  ownerUrl: string,
  { audits = false, payments }: ChildOptions = {},
): Promise<Child> {
  const child = fork(new URL("http-server.ts", import.meta.url), [
    asApiRole(ownerUrl),
    sessionSecret,
    ownerUrl,
    audits ? asAuditorRole(ownerUrl) : "",
    JSON.stringify(payments ?? null),
  ]);
  const { url } = (await nextMessage(child)) as { url: string };
  return {
    url,
    async peak_bytes() {
      child.send("memory");
      return ((await nextMessage(child)) as { peak_bytes: number }).peak_bytes;
    },
    async cpu_us() {
      child.send("cpu");
      return ((await nextMessage(child)) as { cpu_us: number }).cpu_us;
    },
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => message as unknown),
      once(child, "exit", { signal }).then(() => {
        throw new Error("the benchmark's server ended");
      }),
    ]);
  } finally {
    answered.abort();
  }
}
