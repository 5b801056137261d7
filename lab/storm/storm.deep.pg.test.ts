import { expect, test } from "vitest";
import { storm } from "./storm.ts";

// The long run is npm run storm; a seed that failed there or here: npm run storm -- --seed N.
test("a storm of kills, dead lines and lost answers loses nothing, doubles nothing and leaves no screen stale", async () => {
  const kinds = [
    "app killed",
    "postmaster killed",
    "connections half-open",
    "answer lost after commit",
  ] as const;
  const { rounds, findings } = await storm({
    seed: 20261122,
    rounds: 5,
    kinds: [...kinds, "live lines cut"],
  });
  expect(rounds.flatMap(({ failures }) => failures)).toEqual([]);
  expect(findings).toEqual([]);
  expect(rounds.every(({ acknowledged }) => acknowledged > 0)).toBe(true);
}, 300_000);

test("pages that resume from the position of any row miss rows, and the storm says which", async () => {
  const { rounds } = await storm({
    seed: 20261122,
    rounds: 3,
    kinds: ["live lines cut"],
    resumeRule: "every-row",
    untilFailure: true,
  });
  const stale = rounds.flatMap(({ failures }) => failures.filter((failure) => failure.startsWith("stale: ")));
  expect(stale.length).toBeGreaterThan(0);
  expect(stale[0]).toMatch(
    /^stale: (the admin|customer\d+), .*: the screen has .*, the database has .* @\d+$/,
  );
}, 300_000);
