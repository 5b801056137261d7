import type { TestProject } from "vitest/node";
import { startOfRun_ms } from "./test-clock.ts";
import { selectedTiers } from "./tiers.ts";

declare module "vitest" {
  interface ProvidedContext {
    clockAhead_ms: number;
  }
}

const holder = globalThis as { cedibookClockAhead_ms?: number };

/** Global setup of all tests: they share one clock. Programs and databases that tests of "deep" start have their own. */
export default function setup(project: TestProject): void {
  holder.cedibookClockAhead_ms ??= selectedTiers().includes("deep") ? 0 : startOfRun_ms(Date.now());
  project.provide("clockAhead_ms", holder.cedibookClockAhead_ms);
}
