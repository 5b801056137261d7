import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { explainFailure, StartError } from "./postgres/start-error.ts";

const root = join(import.meta.dirname, "..");
const stampName = ".built-from";
const run = promisify(execFile);

const folder = join(root, "dist/web");

/** Builds web/ into dist/web, unless dist/web was already built from the same sources. Returns the folder. */
export async function buildWeb(log: (line: string) => void): Promise<string> {
  const hash = await hashSources();
  if (await isBuilt(hash)) return folder;
  log("Building the page …");
  await build(hash).catch((error: unknown) => {
    throw explainFailure(error, `the folder ${folder}, where the page is built`);
  });
  return folder;
}

/** The folder of the page that was built before. @throws StartError if it was not, or from other sources */
export async function builtWeb(into = folder): Promise<string> {
  if (await isBuilt(await hashSources(), into)) return into;
  throw new StartError(
    "The page is not built, or was built from another version: run `npm run build`, here or where you build the shop, and keep the folder dist.",
  );
}

async function isBuilt(hash: string, into = folder): Promise<boolean> {
  return (await readFile(join(into, stampName), "utf8").catch(() => "")) === hash;
}

async function build(hash: string): Promise<void> {
  // Built in another folder and then renamed, so that a killed build leaves no incomplete page and a running server keeps
  // the complete old one.
  const unfinished = `${folder}.${process.pid}`;
  // In its own process, because a build leaves about 600 MB in its process, which a server would keep.
  const vite = join(root, "node_modules/vite/bin/vite.js");
  // vitest sets NODE_ENV to "test". Vite would then bundle the development build of React, half as large again, and the
  // next start would serve it, because it was built from the same sources.
  const env = { ...process.env, NODE_ENV: "production" };
  const build = (...more: string[]) =>
    run(process.execPath, [vite, "build", "--logLevel", "warn", "--outDir", unfinished, ...more], {
      cwd: join(root, "web"),
      env,
    });
  await build("--emptyOutDir");
  // For strangers: the script of their pages, and what writes these on the server.
  for (const how of [[], ["--ssr"]]) await build("--config", "vite.pages.ts", ...how);
  await writeFile(join(unfinished, stampName), hash);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

/** Everything that goes into the page: its own sources, what it shares with the server, and the packages. */
async function hashSources(): Promise<string> {
  const patterns = ["web/**/*", "contract/**/*", "package-lock.json", "package.json", "tsconfig.base.json"];
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
