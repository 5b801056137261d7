import { readFileSync } from "node:fs";

export type StopRequest = {
  /** True once a stop was requested. */
  isRequested(): boolean;
  /** Resolves when a stop is requested. */
  wait(): Promise<void>;
};

/** A stop is requested by Ctrl-C, SIGTERM, or the end of the npm that started this process. A second request ends the
 *  process immediately. The next start takes over a database that was left running. */
export function listenForStop(log: (line: string) => void): StopRequest {
  const { promise, resolve } = Promise.withResolvers<void>();
  let requested_at: number | undefined;
  const stop = () => {
    if (requested_at === undefined) {
      requested_at = Date.now();
      log("Stopping …");
      resolve();
      // The terminal sends Ctrl-C to npm and to this process, and npm forwards it, so one Ctrl-C arrives twice.
    } else if (Date.now() - requested_at > again_ms) process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  if (process.env["npm_lifecycle_event"] !== undefined) onOrphaned(stop);
  return { isRequested: () => requested_at !== undefined, wait: () => promise };
}

const again_ms = 1000;
const look_ms = 250;

/** An npm that is killed with -9 forwards nothing, so this process would keep the port. npm may have started a shell that
 *  started this process, so the parent's parent counts too. */
function onOrphaned(callback: () => void): void {
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, look_ms);
  timer.unref();
}

function ancestors(): string {
  const parent = process.ppid;
  try {
    const text = readFileSync(`/proc/${parent}/stat`, "utf8");
    const grandparent = text.slice(text.lastIndexOf(")") + 2).split(" ")[1];
    return isShell(text) ? `${parent} ${grandparent}` : String(parent);
  } catch {
    return String(parent);
  }
}

function isShell(stat: string): boolean {
  return /\((ba|da|z)?sh\)/.test(stat);
}
