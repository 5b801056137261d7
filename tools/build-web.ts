import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { explainFailure } from "./postgres/start-error.ts";

const root = join(import.meta.dirname, "..");
const stampName = ".built-from";
const run = promisify(execFile);

/** Builds web/ into dist/web unless what is there was built from the same sources. Returns the folder. */
export async function buildWeb(log: (line: string) => void): Promise<string> {
  const folder = join(root, "dist/web");
  const stamp = join(folder, stampName);
  const hash = await hashSources();
  if ((await readFile(stamp, "utf8").catch(() => "")) === hash) return folder;
  log("Building the page …");
  await build(folder, hash).catch((error: unknown) => {
    throw explainFailure(error, `the folder ${folder}, where the page is built`);
  });
  return folder;
}

async function build(folder: string, hash: string): Promise<void> {
  // Beside its place and then renamed: a killed build leaves no half page, and a running server keeps the whole old one.
  const half = `${folder}.${process.pid}`;
  // In a process of its own: a build leaves some 600 MB in the process that made it, and a server would keep them.
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = ["build", "--logLevel", "warn", "--outDir", half, "--emptyOutDir"];
  // vitest says "test", and Vite would then bundle React for development: half as large again, and the next start,
  // finding it built from the same sources, would serve it.
  const env = { ...process.env, NODE_ENV: "production" };
  await run(process.execPath, [vite, ...args], { cwd: join(root, "web"), env });
  await writeFile(join(half, stampName), hash);
  await rm(folder, { recursive: true, force: true });
  await rename(half, folder);
}

/** Everything that goes into the page: its own sources, what it shares with the server, and the packages. */
async function hashSources(): Promise<string> {
  const patterns = [
    "web/**/*",
    "api/contract/**/*",
    "ledger/terms/**/*",
    "package-lock.json",
    "package.json",
    "tsconfig.base.json",
  ];
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
