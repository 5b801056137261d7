// npm test [-- what vitest takes: a part of a file's name, --project unit, …]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tally } from "./testing/tally.ts";

const root = join(import.meta.dirname, "..");

console.log("Running the tests: pure ones, then with a real PostgreSQL, then the page in a real browser.");
process.exitCode = await runTests(process.argv.slice(2));

/** vitest runs in its own process, so that the last line here is correct even if vitest crashes. */
async function runTests(args: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "cedibook-tally-"));
  const tallyFile = join(folder, "tally.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", `--reporter=${join(root, "tools/testing/tally.ts")}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...args], {
    cwd: root,
    // Nobody can answer questions here, and CI may have no stdin.
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CEDIBOOK_TALLY_FILE: tallyFile },
  });
  // Ctrl-C also reaches vitest, which stops its servers. This process only waits.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  const tally = await readTally(tallyFile);
  await rm(folder, { recursive: true, force: true });
  return report(tally, code, signal);
}

function report(tally: Tally | undefined, code: number | null, signal: NodeJS.Signals | null): number {
  const passed = tally?.passed ?? 0;
  let failed = tally?.failed ?? 0;
  for (const line of tally?.alsoFailed ?? []) console.log(line);
  if (tally === undefined) console.log(`The test run did not finish (${signal ?? `exit code ${code}`}).`);
  else if (passed + failed === 0) console.log("No test ran.");
  // If vitest fails without a failed test (no test found, an error at its end), that counts as one failure.
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function readTally(file: string): Promise<Tally | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Tally);
}
