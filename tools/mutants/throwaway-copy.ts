import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../postgres/start-error.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

export interface ThrowawayCopy {
  folder: string;
  remove(): Promise<void>;
}

/**
 * A copy of the repository in the temporary folder, which can be changed without harm.
 * @throws StartError if the working tree has changes, because then nobody knows which version was tested
 */
export async function makeCopy(): Promise<ThrowawayCopy> {
  await requireCleanTree();
  const folder = await mkdtemp(join(tmpdir(), "cedibook-mutants-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run("git", ["checkout-index", "--all", `--prefix=${folder}${sep}`], { cwd: root });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    // If it was built from the same sources, the page need not be built again.
    await cp(join(root, "dist"), join(folder, "dist"), { recursive: true }).catch(() => undefined);
    // It compares the list with the code, so it would notice every mutant.
    await rm(join(folder, "tools/mutants/mutants.test.ts"));
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function requireCleanTree(): Promise<void> {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: root }).catch(() => {
    throw new StartError("The mutants are applied to a copy that git makes. Run them in a git repository.");
  });
  if (stdout !== "")
    throw new StartError(`The working tree has changes. Commit or stash them first:\n${stdout.trimEnd()}`);
}
