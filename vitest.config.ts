import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { Sequencer } from "./tools/testing/sequencer.ts";
import { selectedTiers, tiers } from "./tools/testing/tiers.ts";

const run = "./tools/testing/setup-run.ts";
const database = "./tools/testing/setup-database.ts";
const page = "./tools/testing/setup-page.ts";
const selected = selectedTiers();

/** The files of the selected tiers with this ending: x.pg.test.ts, x.all.pg.test.ts, x.deep.pg.test.ts. */
const include = (ending: string) =>
  selected.map((tier) => (tier === "test" ? `**/*.${ending}` : `**/*.${tier}.${ending}`));

const notSelected = tiers
  .filter((tier) => !selected.includes(tier))
  .map((tier) => `**/*.${tier}.{pg.,}{test,e2e}.*`);
const exclude = [...configDefaults.exclude, "**/.cache/**", "**/dist/**", ...notSelected];

// The limits are for a busy machine: a wait that can never end fails sooner, by its own limit.
export default defineConfig({
  test: {
    // A forgotten .only would hide every other test.
    allowOnly: false,
    // On a busy machine a condition may become true late.
    expect: { poll: { timeout: 45_000 } },
    // Tests wait a lot, for a database, a browser or a fault to end: two more than there are cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    // Tests of this tier kill and flood, so each has the machine to itself.
    fileParallelism: !selected.includes("deep"),
    // Otherwise each file loads the API and the clients of PostgreSQL and the browser again: a second of CPU for each file.
    isolate: false,
    setupFiles: ["./tools/testing/start-file.ts", "./tools/testing/restore.ts"],
    exclude,
    sequence: { sequencer: Sequencer },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          globalSetup: [run],
          testTimeout: 30_000,
          include: include("test.{ts,tsx}"),
          exclude: [...exclude, "**/*.pg.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pg",
          include: include("pg.test.ts"),
          globalSetup: [run, database],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: include("e2e.ts"),
          globalSetup: [run, database, page],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
