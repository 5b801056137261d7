import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";

export interface FailedTest {
  file: string;
  /** What failed, in one line. */
  test: string;
}

export type TestRun =
  | { result: "green" }
  | { result: "red"; first: FailedTest }
  /** It ended without saying which test failed, or did not end. */
  | { result: "unclear"; output: string };

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** After SIGTERM, the tests stop their databases. */
const end_ms_max = 60_000;
const output_length_max = 4000;

/** Runs `npm test` in a folder until the first test fails. `files`: only these; all if there are none. */
export async function runTests(
  folder: string,
  files: readonly string[],
  { timeout_s, signal }: { timeout_s: number; signal: AbortSignal },
): Promise<TestRun> {
  const reportFile = join(folder, ".mutant-report.json");
  await rm(reportFile, { force: true });
  const reporting = ["--bail", "1", "--reporter=json", `--outputFile.json=${reportFile}`];
  const child = spawn(process.execPath, [join(folder, "tools/test.ts"), ...files, ...reporting], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-output_length_max));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const stop = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), end_ms_max).unref();
  };
  const timer = setTimeout(stop, timeout_s * 1000);
  signal.addEventListener("abort", stop);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (code === 0) return { result: "green" };
  const first = firstFailure(await readReport(reportFile), folder);
  return first ? { result: "red", first } : { result: "unclear", output };
}

async function readReport(file: string): Promise<Report | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Report);
}

function firstFailure(report: Report | undefined, folder: string): FailedTest | undefined {
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const file = relative(folder, name).replaceAll("\\", "/");
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed) return { file, test: failed.fullName };
    // A file that cannot be loaded, or whose shop does not start.
    if (status === "failed" && message !== "")
      return { file, test: `(before its tests: ${message.split("\n")[0]})` };
  }
  return undefined;
}
