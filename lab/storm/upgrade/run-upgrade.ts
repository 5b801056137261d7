import { StartError } from "../../../tools/postgres/start-error.ts";
import { unpackVersion } from "./unpack-version.ts";
import { upgradeUnderLoad } from "./upgrade.ts";

const failures_named_max = 10;

/**
 * Upgrades from another version under load and prints what that showed.
 * @param from a git revision; undefined for the newest one with fewer migrations than this version
 * @returns the exit code
 */
export async function runUpgrade(from: string | undefined, seed: number): Promise<number> {
  try {
    const old = await unpackVersion(from);
    try {
      console.log(`From ${old.revision}: ${old.migrationsAdded} migrations since then. Seed ${seed}.`);
      const report = await upgradeUnderLoad({ from: old.folder, seed, log: console.log });
      const { acknowledged, slowest_ms, failures } = report;
      console.log(`${acknowledged} commands acknowledged, slowest purchase ${slowest_ms.toFixed(0)} ms.`);
      for (const failure of failures.slice(0, failures_named_max)) console.log(failure);
      console.log(failures.length === 0 ? "The upgrade lost nothing." : `${failures.length} FAILURES.`);
      return failures.length === 0 ? 0 : 1;
    } finally {
      await old.remove();
    }
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return 1;
  }
}
