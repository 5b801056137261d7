import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const database = "./tools/testing/setup-database.ts";
const page = "./tools/testing/setup-page.ts";

/** Measures how soon a page shows a change, so it runs alone, after everything else. */
const story = "e2e/story.e2e.ts";
const excluded = [...configDefaults.exclude, "**/.cache/**", "**/dist/**"];
const browser = {
  globalSetup: [database, page],
  testTimeout: 120_000,
  hookTimeout: 240_000,
};

// The suffix is the tier. The limits are for a busy machine: a wait that can never end fails sooner, by its own limit.
export default defineConfig({
  test: {
    // A forgotten .only would hide every other test.
    allowOnly: false,
    // On a busy machine a condition may become true late.
    expect: { poll: { timeout: 45_000 } },
    // Tests wait a lot, for a database, a browser or a fault to end: one more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // Otherwise each file loads the API and the clients of PostgreSQL and the browser again: a second of CPU for each file.
    isolate: false,
    setupFiles: ["./tools/testing/wait-for-midnight.ts", "./tools/testing/restore.ts"],
    exclude: excluded,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          testTimeout: 30_000,
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...excluded, "**/*.pg.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pg",
          include: ["**/*.pg.test.ts"],
          globalSetup: [database],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { ...browser, name: "e2e", include: ["**/*.e2e.ts"], exclude: [...excluded, story] },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: "story",
          include: [story],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
