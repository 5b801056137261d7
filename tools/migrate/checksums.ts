/** Checksums of the migrations: one that a shop may have applied never changes. In the format of sha256sum. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const checksumsFile = join(import.meta.dirname, "../../migrations/checksums.txt");
const folder = join(checksumsFile, "..");

/** A line for each migration, as its file is now. */
export async function checksumsOfFiles(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(
      async (name) =>
        `${createHash("sha256")
          .update(await readFile(join(folder, name)))
          .digest("hex")}  ${name}`,
    ),
  );
}

export async function listedChecksums(): Promise<string[]> {
  return (await readFile(checksumsFile, "utf8")).split("\n").filter((line) => line !== "");
}

/** Adds the migrations that are not in the list yet. What is listed stays. Returns the names of those that it added. */
export async function addChecksums(): Promise<string[]> {
  const listed = await listedChecksums();
  const names = new Set(listed.map(nameIn));
  const added = (await checksumsOfFiles()).filter((line) => !names.has(nameIn(line)));
  if (added.length > 0) await writeFile(checksumsFile, [...listed, ...added, ""].join("\n"));
  return added.map(nameIn);
}

function nameIn(line: string): string {
  return line.slice(line.indexOf("  ") + 2);
}
