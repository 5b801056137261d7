import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

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
