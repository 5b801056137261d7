// npm test | npm run test:all | npm run test:deep  [-- what vitest takes: a part of a file's name, --project unit, …]
//   --tiers test,all   which tests: see testing/tiers.ts; of two, the last counts
//   --shuffle SEED     a random order of files
//   --record           keeps the time of each file, by which the next run sorts them
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeLeftovers } from "./postgres/throwaway.ts";
import type { Tally } from "./testing/tally.ts";
import { type Tier, tiersOf, tiersVariable } from "./testing/tiers.ts";

const root = join(import.meta.dirname, "..");
/** From the last test to the end of vitest, which stops the database and the page's server meanwhile. */
const end_ms_max = Number(process.env["CEDIBOOK_END_MS"] ?? 180_000);

/** What a machine with two idle cores needs at most. */
const seconds_max: Record<Tier, number | undefined> = { test: 300, all: 900, deep: undefined };

const began_ms = performance.now();
const { tiers, isRecording, shuffle, others } = readArguments(process.argv.slice(2));
console.log("Running the tests: pure ones, then with a real PostgreSQL, then the page in a real browser.");
process.exitCode = await runTests(others);

function readArguments(args: string[]): {
  tiers: Tier[];
  isRecording: boolean;
  shuffle: string;
  others: string[];
} {
  const others: string[] = [];
  let tiers: Tier[] = ["test"];
  let isRecording = false;
  let shuffle = "";
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--tiers") tiers = tiersOf(args[++at] ?? "");
    else if (arg === "--shuffle") shuffle = args[++at] ?? "";
    else if (arg === "--record") isRecording = true;
    else others.push(arg);
  }
  return { tiers, isRecording, shuffle, others };
}

/** vitest runs in its own process, so that the last line here is correct even if vitest crashes. */
async function runTests(args: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "cedibook-tally-"));
  const tallyFile = join(folder, "tally.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", `--reporter=${join(root, "tools/testing/tally.ts")}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...args], {
    cwd: root,
    // A group of its own, so that a kill also reaches what the tests started.
    detached: true,
    // Nobody can answer questions here, and CI may have no stdin.
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      CEDIBOOK_TALLY_FILE: tallyFile,
      CEDIBOOK_TALLY_RECORD: isRecording ? "1" : "",
      CEDIBOOK_SHUFFLE: shuffle,
      [tiersVariable]: tiers.join(","),
    },
  });
  const signalAll = (signal: NodeJS.Signals) =>
    child.exitCode === null && child.signalCode === null && process.kill(-child.pid!, signal);
  // After Ctrl-C, this process only waits. vitest ends at once and leaves its databases, which are stopped below.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, signalAll);
  const ended = new AbortController();
  const killing = untilItHangs(folder, ended.signal).then((hangs) => hangs && signalAll("SIGKILL"));
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  ended.abort();
  const wasKilled = await killing;
  await removeLeftovers().catch(() =>
    console.log("What the tests left in the temporary folder stays there."),
  );
  const tally = await readTally(tallyFile);
  if (wasKilled)
    tally?.alsoFailed.push(
      `vitest did not end within ${end_ms_max / 1000} s of the last test: a process that a test started still runs.`,
    );
  await rm(folder, { recursive: true, force: true });
  return report(tally, code, signal);
}

/** @returns true if vitest has not ended long after it wrote the tally, false if it ended before */
async function untilItHangs(folder: string, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const _ of watch(folder, { signal })) break;
    await sleep(end_ms_max, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

function report(tally: Tally | undefined, code: number | null, signal: NodeJS.Signals | null): number {
  const passed = tally?.passed ?? 0;
  let failed = tally?.failed ?? 0;
  for (const line of tally?.alsoFailed ?? []) console.log(line);
  if (tally === undefined) console.log(`The test run did not finish (${signal ?? `exit code ${code}`}).`);
  else if (passed + failed === 0) console.log("No test ran.");
  // If vitest fails without a failed test (no test found, an error at its end), that counts as one failure.
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1;
  console.log(timeTaken());
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function timeTaken(): string {
  const took_s = Math.round((performance.now() - began_ms) / 1000);
  const name = { test: "npm test", all: "npm run test:all", deep: "npm run test:deep" }[tiers.at(-1)!];
  const max_s = others.length === 0 ? seconds_max[tiers.at(-1)!] : undefined;
  return `${name} took ${took_s}${max_s === undefined ? "" : ` of ${max_s}`} s.`;
}

async function readTally(file: string): Promise<Tally | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Tally);
}
