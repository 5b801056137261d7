/** Which tests run: "call it" is npm test, "start it" is npm run test:all, "break it" is npm run test:deep. */

export const tiers = ["test", "all", "deep"] as const;
export type Tier = (typeof tiers)[number];

/** Names the variable by which tools/test.ts selects tiers for vitest. */
export const tiersVariable = "CEDIBOOK_TIERS";

/** @throws if the variable names a tier that does not exist */
export function selectedTiers(): Tier[] {
  return tiersOf(process.env[tiersVariable] ?? "test");
}

/** @throws if a name is not a tier */
export function tiersOf(names: string): Tier[] {
  return names.split(",").map((name) => {
    const tier = tiers.find((known) => known === name);
    if (tier === undefined) throw new Error(`There is no tier ${name}: the tiers are ${tiers.join(", ")}.`);
    return tier;
  });
}

/** x.pg.test.ts is of the tier "test", x.all.pg.test.ts of the tier "all". */
export function tierOf(file: string): Tier {
  return (/\.(all|deep)\.(?:pg\.)?(?:test|e2e)\.tsx?$/.exec(file)?.[1] as Tier | undefined) ?? "test";
}
