// npm run mutants [-- --only NAME | --list]: applies forty wrong changes, each alone, to a copy of the repository. `npm test`
// has to fail for each. Prints which test notices it, and exits with code 1 if none does.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { allMutants } from "./mutants/all-mutants.ts";
import { type Mutant, mutate } from "./mutants/mutant.ts";
import { type FailedTest, runTests, type TestRun } from "./mutants/run-tests.ts";
import { makeCopy } from "./mutants/throwaway-copy.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

/** For a machine that does other work too. */
const hints_s_max = 900;
const all_s_max = 3600;

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => interrupted.abort(new StartError("Interrupted.")));

await runMain(async () => {
  const { only, list } = readOptions();
  const mutants = allMutants.filter(({ name }) => name.includes(only));
  if (mutants.length === 0) throw new StartError(`No mutant's name contains ${only}. --list shows them all.`);
  if (list) for (const { name, file, wrong } of mutants) console.log(`${name} (${file})\n  ${wrong}`);
  else process.exitCode = await runMutants(mutants);
});

function readOptions(): { only: string; list: boolean } {
  try {
    const options = {
      only: { type: "string", default: "" },
      list: { type: "boolean", default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    throw new StartError("usage: npm run mutants [-- --only NAME | --list]");
  }
}

async function runMutants(mutants: readonly Mutant[]): Promise<number> {
  const copy = await makeCopy();
  try {
    await requireGreen(copy.folder, [...new Set(mutants.flatMap(({ hints }) => hints))]);
    let killed = 0;
    for (const mutant of mutants) if (await isKilled(copy.folder, mutant)) killed += 1;
    const survived = mutants.length - killed;
    console.log(`${mutants.length} mutants: ${killed} killed, ${survived} survived`);
    return survived === 0 ? 0 : 1;
  } finally {
    await copy.remove();
  }
}

/** Otherwise a test that fails anyway would count as one that notices a mutant. */
async function requireGreen(folder: string, files: readonly string[]): Promise<void> {
  const began_ms = performance.now();
  const run = await runTests(folder, files, { timeout_s: all_s_max, signal: interrupted.signal });
  if (run.result === "red") throw new StartError(`Fails without any mutant: ${textOf(run.first)}`);
  if (run.result === "unclear") throw new StartError(`The tests did not run:\n${run.output}`);
  console.log(`${files.length} test files pass without any mutant, after ${secondsSince(began_ms)} s`);
}

async function isKilled(folder: string, mutant: Mutant): Promise<boolean> {
  const began_ms = performance.now();
  const run = await whileMutated(folder, mutant, () => testMutant(folder, mutant));
  const took = `after ${secondsSince(began_ms)} s`;
  if (run.result === "red") {
    console.log(`${mutant.name}: killed by ${textOf(run.first)} ${took}`);
    // What fails in a file that no hint names may fail without the mutant too.
    if (!mutant.hints.includes(run.first.file)) await requireGreen(folder, [run.first.file]);
    return true;
  }
  console.log(`${mutant.name}: SURVIVED ${took}. ${mutant.wrong}`);
  if (run.result === "unclear") console.log(`The tests did not say which of them failed:\n${run.output}`);
  return false;
}

async function testMutant(folder: string, { hints }: Mutant): Promise<TestRun> {
  const { signal } = interrupted;
  const run = await runTests(folder, hints, { timeout_s: hints_s_max, signal });
  return run.result === "green" ? runTests(folder, [], { timeout_s: all_s_max, signal }) : run;
}

async function whileMutated<T>(folder: string, mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const path = join(folder, mutant.file);
  const source = await readFile(path, "utf8");
  await writeFile(path, mutate(source, mutant));
  try {
    return await work();
  } finally {
    await writeFile(path, source);
  }
}

function textOf({ file, test }: FailedTest): string {
  return `${file} > ${test}`;
}

function secondsSince(began_ms: number): number {
  return Math.round((performance.now() - began_ms) / 1000);
}
