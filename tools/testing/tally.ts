import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { recordedSeconds, recordSeconds } from "./durations.ts";
import { tierOf } from "./tiers.ts";

/** `alsoFailed` says in words which failures are not failed tests. */
export type Tally = { passed: number; failed: number; alsoFailed: string[] };

/** A vitest reporter that counts what really ran. Skipped and unwritten tests did not run, and the tests of a file that
 *  can't be loaded are in no count. */
export default class TallyReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tally: Tally = { passed: 0, failed: 0, alsoFailed: [] };
    const also = (line: string) => {
      tally.failed += 1;
      tally.alsoFailed.push(`Counts as failed: ${line}`);
    };
    for (const module of modules) {
      for (const test of module.children.allTests()) this.#count(test, tally, also);
      for (const error of module.errors()) also(`${module.relativeModuleId}: ${error.message}`);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors())
          also(`${module.relativeModuleId} > ${suite.fullName}: ${error.message}`);
      }
    }
    const seconds = new Map(modules.map((module) => [module.moduleId, secondsOf(module)]));
    if (isInTime()) for (const line of tooSlow(modules, seconds)) also(line);
    if (isRecording) recordSeconds(seconds);
    for (const _ of unhandledErrors) also("an error that no test caught, see above");
    const file = process.env["CEDIBOOK_TALLY_FILE"];
    if (file) writeFileSync(file, JSON.stringify(tally));
  }

  #count(test: TestCase, tally: Tally, also: (line: string) => void): void {
    const { state } = test.result();
    if (state === "passed") tally.passed += 1;
    else if (state === "failed") tally.failed += 1;
    // -t selects tests by name, so the others were not meant to run.
    else if (this.#vitest?.config.testNamePattern === undefined) {
      also(`${test.module.relativeModuleId} > ${test.fullName} did not run (${state}${modeOf(test)})`);
    }
  }
}

function modeOf(test: TestCase): string {
  return test.options.mode === "run" ? "" : `, ${test.options.mode}`;
}

/** How long one test of `npm test` may take on two idle cores. A longer one belongs to another tier. */
const seconds_max: Record<string, number> = { unit: 0.5, pg: 3, e2e: 8 };
/** Matrices stay whole. */
const seconds_max_of_matrix = 20;
const isRecording = process.env["CEDIBOOK_TALLY_RECORD"] === "1";
/** One slow test says little on a machine that does other work, so only `--record` applies the limits as they are. */
const leniency = isRecording ? 1 : 3;

/** Of a run that took longer than it may, one slow test says nothing: the machine was busy, or all tests are too slow. */
function isInTime(): boolean {
  const seconds_max = Number(process.env["CEDIBOOK_TALLY_SECONDS"]);
  return seconds_max > 0 && performance.now() < seconds_max * 1000;
}

/** A slow machine is no fault of a test, so the limits grow with the time that all files take compared to their records. */
function tooSlow(modules: readonly TestModule[], seconds: Map<string, number>): string[] {
  const slowness = Math.max(
    1,
    medianOf([...seconds].flatMap(([file, taken]) => taken / (recordedSeconds(file) ?? taken))),
  );
  return modules.flatMap((module) => {
    const isMatrix = module.relativeModuleId.endsWith("/matrix.pg.test.ts");
    const limit_s = isMatrix ? seconds_max_of_matrix : seconds_max[module.project.name]!;
    const max_s = limit_s * leniency * slowness;
    if (tierOf(module.moduleId) !== "test") return [];
    return [...module.children.allTests()]
      .map((test) => ({ test, taken_s: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .filter(({ taken_s }) => taken_s > max_s)
      .map(
        ({ test, taken_s }) =>
          `${module.relativeModuleId} > ${test.fullName} took ${taken_s.toFixed(1)} s, more than ${max_s.toFixed(1)} s`,
      );
  });
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
}
