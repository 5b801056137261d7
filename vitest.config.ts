import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const database = "./tools/testing/setup-database.ts";
const page = "./tools/testing/setup-page.ts";

// The suffix is the tier.
export default defineConfig({
  test: {
    // A forgotten .only would hide every other test.
    allowOnly: false,
    // Tests that wait for a database leave the cores idle, so two at least.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    exclude: [...configDefaults.exclude, "**/.cache/**", "**/dist/**"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, "**/.cache/**", "**/*.pg.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pg",
          include: ["**/*.pg.test.ts"],
          globalSetup: [database],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["**/*.e2e.ts"],
          globalSetup: [database, page],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One browser story at a time, after everything else: they measure how soon a page shows a change.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
