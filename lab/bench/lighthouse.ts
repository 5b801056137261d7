/**
 * Lighthouse, which only this benchmark needs: 83 packages and 126 MB. It is installed with the first run, into the cache
 * folder, in one version, so that results can be compared.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const version = "13.5.0";
const folder = join(import.meta.dirname, "../../.cache/lighthouse", version);
const entry = join(folder, "node_modules/lighthouse/core/index.js");

/** The part of Lighthouse that is used here. */
export type Lighthouse = (
  url: string,
  flags: {
    port: number;
    output: "json";
    logLevel: "error";
    onlyCategories: string[];
    disableStorageReset: boolean;
  },
) => Promise<{ lhr: LighthouseResult } | undefined>;

interface LighthouseResult {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: unknown } | undefined
  >;
}

/** @throws if npm cannot install it */
export async function loadLighthouse(print: (line: string) => void): Promise<Lighthouse> {
  if (!existsSync(entry)) {
    print(`Installing Lighthouse ${version} …`);
    await mkdir(folder, { recursive: true });
    const flags = [
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    await run("npm", ["install", "--prefix", folder, ...flags, `lighthouse@${version}`]);
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
}
