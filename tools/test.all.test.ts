import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { isFree } from "./postgres/ports.ts";

const root = join(import.meta.dirname, "..");

/** Runs npm test's script on one file of tests in a project of its own. */
async function runTests(
  file: string,
  watch: (child: ChildProcess) => void = () => {},
): Promise<{ code: number; lines: string[] }> {
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "cedibook-run-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "vitest.config.js"), "export default {};");
  await writeFile(join(folder, "some.test.js"), file);
  const args = [join(root, "tools/test.ts"), "--root", folder];
  const env = { PATH: process.env["PATH"], CEDIBOOK_END_MS: "8000" };
  return new Promise((resolve) =>
    watch(
      execFile(process.execPath, args, { env }, (error, output) =>
        resolve({ code: error === null ? 0 : Number(error.code), lines: output.trimEnd().split("\n") }),
      ),
    ),
  );
}

const imports = `import { spawn } from "node:child_process";\nimport { expect, test } from "vitest";\n`;

test.for([
  ["counts tests that pass", `test("passes", () => {})`, 0, "1 passed, 0 failed"],
  ["counts tests that fail", `test("fails", () => expect(1).toBe(2))`, 1, "0 passed, 1 failed"],
  ["counts a skipped test as failed", `test.skip("skipped", () => {})`, 1, "0 passed, 1 failed"],
  [
    "ends although a test left a process that holds vitest's output, and counts it as failed",
    `test("leaves a process", () => void spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "inherit"] }))`,
    1,
    "1 passed, 1 failed",
  ],
] as const)("%s", async ([, body, code, last], { expect }) => {
  const run = await runTests(imports + body);
  expect({ code: run.code, last: run.lines.at(-1) }, run.lines.join("\n")).toEqual({ code, last });
});

test("Ctrl-C leaves no database running", async ({ expect }) => {
  const throwaway = JSON.stringify(join(root, "tools/postgres/throwaway.ts"));
  const body = `import { startThrowawayPostgres } from ${throwaway};
    test("waits", async () => {
      console.log("port " + (await startThrowawayPostgres(() => {})).port);
      await new Promise(() => {});
    }, 60_000);`;
  let port = 0;
  const run = await runTests(imports + body, (child) =>
    child.stdout?.on("data", (text: string) => {
      const [, found] = /port (\d+)/.exec(text) ?? [];
      if (found === undefined) return;
      port = Number(found);
      child.kill("SIGINT");
    }),
  );
  expect(port, run.lines.join("\n")).toBeGreaterThan(0);
  expect(run.lines.at(-1)).toBe("0 passed, 1 failed");
  expect(await isFree(port)).toBe(true);
});
