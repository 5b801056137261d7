import { expect, test } from "vitest";
import { root } from "./unpack-version.ts";
import { upgradeUnderLoad } from "./upgrade.ts";

// npm run storm -- --upgrade starts with the version before, from git. Here both versions are this one.
test("while the processes are replaced one by one, every command is answered and nothing is lost", async () => {
  const { rounds, findings } = await upgradeUnderLoad({ from: root, seed: 20261123, phase_ms: 500 });
  expect(rounds.flatMap(({ failures }) => failures)).toEqual([]);
  expect(findings).toEqual([]);
  expect(rounds[0]?.acknowledged).toBeGreaterThan(50);
}, 240_000);
