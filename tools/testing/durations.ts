/** How long each file of tests took when the times were last recorded: npm test -- --record. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const store = join(import.meta.dirname, "durations.json");

const recorded = JSON.parse(readFileSync(store, "utf8")) as Record<string, number>;

/** Undefined for a file that is not recorded yet. `file` is an absolute path. */
export function recordedSeconds(file: string): number | undefined {
  return recorded[nameOf(file)];
}

/** Keeps the times of the files that did not run now. Files that are gone are forgotten. */
export function recordSeconds(seconds: Map<string, number>): void {
  const known = Object.entries(recorded).filter(([file]) => existsSync(join(root, file)));
  const all = Object.fromEntries(known);
  for (const [file, taken] of seconds) all[nameOf(file)] = Math.round(taken * 10) / 10;
  const lines = Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, taken]) => `  ${JSON.stringify(file)}: ${taken}`);
  writeFileSync(store, `{\n${lines.join(",\n")}\n}\n`);
}

function nameOf(file: string): string {
  return relative(root, file).replaceAll("\\", "/");
}
