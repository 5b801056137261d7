import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";
import { startOfRun_ms } from "./test-clock.ts";
import { selectedTiers } from "./tiers.ts";

declare module "vitest" {
  interface ProvidedContext {
    clockAhead_ms: number;
    /** For the dice of property tests. */
    seed: number;
  }
}

type Run = { clockAhead_ms: number; seed: number };
const holder = globalThis as { cedibookRun?: Run };

/** Global setup of all tests: they share one clock and one seed. */
export default function setup(project: TestProject): void {
  const run = thisRun();
  project.provide("clockAhead_ms", run.clockAhead_ms);
  project.provide("seed", run.seed);
}

/** vitest loads this file once for each project. */
export function thisRun(): Run {
  return (holder.cedibookRun ??= startRun());
}

/** Programs and databases that tests of "deep" start have their own clock, and these tests try something new each time. */
function startRun(): Run {
  if (!selectedTiers().includes("deep")) return { clockAhead_ms: startOfRun_ms(Date.now()), seed: 1 };
  const seed = Number(process.env["SEED"] ?? randomInt(1_000_000));
  console.log(`Seed ${seed}: SEED=${seed} npm run test:deep repeats it.`);
  return { clockAhead_ms: 0, seed };
}
