/** Another version of the shop, unpacked from git into a temporary folder beside this one. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../../tools/postgres/start-error.ts";

export interface UnpackedVersion {
  revision: string;
  folder: string;
  /** How many migrations this version has more. */
  migrationsAdded: number;
  remove(): Promise<void>;
}

export const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);
const git = async (...words: string[]) => (await run("git", words, { cwd: root })).stdout.trim();

/** @param from a git revision; undefined for the newest one with fewer migrations than this version */
export async function unpackVersion(from: string | undefined): Promise<UnpackedVersion> {
  const revision = await git("rev-parse", "--short", `${from ?? (await previousVersion())}^{commit}`);
  const folder = await mkdtemp(join(tmpdir(), "cedibook-upgrade-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, "version.tar");
    await git("archive", "--output", archive, revision);
    await run("tar", ["-xf", archive, "-C", folder]);
    await rm(archive);
    await addPackages(folder);
    const migrationsAdded = (await migrationsHere()) - (await countMigrations(revision));
    return { revision, folder, migrationsAdded, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function migrationsHere(): Promise<number> {
  return (await readdir(join(root, "migrations"))).filter(isMigration).length;
}

async function previousVersion(): Promise<string> {
  const now = await migrationsHere();
  const revisions = (await git("rev-list", "--first-parent", "HEAD")).split("\n");
  for (const revision of revisions) if ((await countMigrations(revision)) < now) return revision;
  throw new StartError("No version in git has fewer migrations: name one with --upgrade FROM.");
}

async function countMigrations(revision: string): Promise<number> {
  const names = await git("ls-tree", "--name-only", revision, "migrations/");
  return names.split("\n").filter((name) => isMigration(name.replace("migrations/", ""))).length;
}

function isMigration(name: string): boolean {
  return /^\d{4}_.*\.sql$/.test(name);
}

/** Links this version's packages if they contain all of the other one's, because installing them takes minutes. */
async function addPackages(folder: string): Promise<void> {
  const installed = await realpath(join(root, "node_modules"));
  const present = await readPackages(join(installed, ".package-lock.json"));
  const wanted = await readPackages(join(folder, "package-lock.json"));
  const isComplete = Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || optional || present[path]?.version === version,
  );
  if (isComplete) await symlink(installed, join(folder, "node_modules"), "dir");
  else await run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], { cwd: folder });
}

type Packages = Record<string, { version?: string; optional?: boolean }>;

async function readPackages(lockFile: string): Promise<Packages> {
  return (JSON.parse(await readFile(lockFile, "utf8")) as { packages: Packages }).packages;
}
