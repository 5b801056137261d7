/** A real server of the shop in its own process. server.ts starts it and asks it. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RunningServer, ServerOptions } from "../api/server.ts";
import { answerParent, tellParent } from "./child.ts";

export interface ServerSettings extends ServerOptions {
  /** Its clock can be set, as if it were that of its machine. At first, it is so far ahead of the system's. */
  clock_ms?: number;
  /** The owner's address of the database: two more routes, to compare purchases with. */
  plainUrl?: string;
}

/** Each sample takes time itself, so they only begin when the peak is first asked for. */
const sample_ms = 10;

let server: RunningServer;
let clock_ms = 0;
let isReporting = false;
let sampling: NodeJS.Timeout | undefined;
let peak_bytes = 0;

const SystemDate = Date;

class SteppedDate extends SystemDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(SteppedDate.now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return SystemDate.now() + clock_ms;
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as (options: object) => void;

answerParent({
  async start({ clock_ms: ahead_ms, plainUrl, ...options }: ServerSettings) {
    clock_ms = ahead_ms ?? 0;
    // Before everything else that knows Date is imported.
    if (ahead_ms !== undefined) globalThis.Date = SteppedDate as DateConstructor;
    const { startServer } = await import("../api/server.ts");
    const plain = plainUrl === undefined ? undefined : await import("./plain.ts");
    server = await startServer({
      ...options,
      ...(plain && { moreRoutes: (shop) => plain.plainRoutes(shop, plainUrl ?? "") }),
      onCommit: ({ position }) => {
        if (isReporting) tellParent({ position, at_ms: performance.timeOrigin + performance.now() });
      },
    });
    return { url: server.url, routes: server.routes };
  },
  close: () => server.close(),
  /** How far its clock is ahead of the system's from now on; negative if it is behind. */
  clock: (offset_ms: number) => void (clock_ms = offset_ms),
  reportCommits: (is: boolean) => void (isReporting = is),
  cpu_us() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** The highest memory since the last question. */
  peak_bytes() {
    const note = () => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss()));
    sampling ??= setInterval(note, sample_ms);
    const answer = note();
    peak_bytes = 0;
    return answer;
  },
  /** What is in use after a garbage collection. */
  memory() {
    // A normal collection keeps empty pages for later. This one returns them to the system.
    collectGarbage({ type: "major", execution: "sync", flavor: "last-resort" });
    const { heapUsed, rss } = process.memoryUsage();
    return { heap_bytes: heapUsed, rss_bytes: rss };
  },
});
