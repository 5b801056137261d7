import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { recordSeconds } from "./durations.ts";
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
    if (isRecording) {
      for (const line of tooSlow(modules)) also(line);
      recordSeconds(seconds);
    }
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

/** How long one test of `npm test` may take on two idle cores. A longer one belongs to another tier. Matrices stay whole. */
const seconds_max: Record<string, number> = { unit: 1.5, pg: 6, e2e: 15 };
const seconds_max_of_matrix = 30;

/**
 * One slow test of a machine that does other work says nothing, and must not make a run red by chance. So only a run that
 * records the times, on an idle machine, is judged.
 */
const isRecording = process.env["CEDIBOOK_TALLY_RECORD"] === "1";

function tooSlow(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => {
    if (tierOf(module.moduleId) !== "test") return [];
    const isMatrix = module.relativeModuleId.endsWith("/matrix.pg.test.ts");
    const max_s = isMatrix ? seconds_max_of_matrix : seconds_max[module.project.name]!;
    return [...module.children.allTests()]
      .map((test) => ({ test, taken_s: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .filter(({ taken_s }) => taken_s > max_s)
      .map(
        ({ test, taken_s }) =>
          `${module.relativeModuleId} > ${test.fullName} took ${taken_s.toFixed(1)} s, more than ${max_s} s`,
      );
  });
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}
