// npm run check: types, lint, format and unused code. Runs all four at the same time, and reports every failure.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const checks = [
  { name: "types", program: "typescript/bin/tsc", args: ["-b"] },
  { name: "lint", program: "oxlint/bin/oxlint", args: ["--deny-warnings"] },
  { name: "format", program: "oxfmt/bin/oxfmt", args: ["--check"] },
  { name: "unused", program: "knip/bin/knip.js", args: ["--no-progress"] },
];

if (process.argv.length > 2) {
  console.error("usage: npm run check");
  process.exit(1);
}
const results = await Promise.all(checks.map(runCheck));
const failed = checks.filter((_, index) => !results[index]).map(({ name }) => name);
console.log(failed.length === 0 ? "All checks passed." : `Failed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runCheck({ name, program, args }: (typeof checks)[number]): Promise<boolean> {
  const began = performance.now();
  const { ok, output } = await run(program, args);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${ok ? "ok" : "FAILED"} (${seconds} s)`);
  if (!ok) console.log(output.trimEnd());
  return ok;
}

async function run(program: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, [join(root, "node_modules", program), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { ok: code === 0, output };
}
