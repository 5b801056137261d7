import { readFileSync } from "node:fs";

export type StopRequest = {
  /** True from the moment somebody asked. */
  asked(): boolean;
  /** Resolves when somebody asks. */
  wait(): Promise<void>;
};

/** Ctrl-C, SIGTERM, or the death of the npm that started us. Asked again, it ends the process at once; a database that is
 *  left running then is taken over by the next start. */
export function listenForStop(log: (line: string) => void): StopRequest {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked_at: number | undefined;
  const stop = () => {
    if (asked_at === undefined) {
      asked_at = Date.now();
      log("Stopping …");
      resolve();
      // The terminal sends Ctrl-C to npm and to us, and npm hands its own on: the second of that pair is no second wish.
    } else if (Date.now() - asked_at > again_ms) process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  if (process.env["npm_lifecycle_event"] !== undefined) onOrphaned(stop);
  return { asked: () => asked_at !== undefined, wait: () => promise };
}

const again_ms = 1000;
const look_ms = 250;

/** npm killed with -9 hands nothing on; without this its child would keep the port for ever. npm may have put a shell
 *  between itself and us, so the parent's parent counts too. */
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
