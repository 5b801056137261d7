/** Another version of the shop, unpacked from git into a temporary folder beside this one. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
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

/** @param from a git revision; undefined for the newest one with only the first of this version's migrations */
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
    const migrationsAdded = (await migrationsHere()).length - (await migrationsAt(revision)).length;
    return { revision, folder, migrationsAdded, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function previousVersion(): Promise<string> {
  const now = await migrationsHere();
  const revisions = (await git("rev-list", "--first-parent", "HEAD")).split("\n");
  for (const revision of revisions) {
    const then = await migrationsAt(revision);
    if (then.length < now.length && then.every((line, at) => line === now[at])) return revision;
  }
  throw new StartError("No version in git has fewer of these migrations: name one with --upgrade FROM.");
}

/** Each with its checksum. */
async function migrationsHere(): Promise<string[]> {
  return linesOf(await readFile(join(root, checksums), "utf8"));
}

/** None of a version from before the first release. */
async function migrationsAt(revision: string): Promise<string[]> {
  return linesOf(await git("show", `${revision}:${checksums}`).catch(() => "none"));
}

const checksums = "migrations/checksums.txt";

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
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
