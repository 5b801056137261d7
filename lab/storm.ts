// npm run storm -- --upgrade [FROM]: an upgrade from another version under load, without faults.
// npm run storm -- --payments [N] [--seed S]: N payments through the hostile double of each rail while processes are killed.
// npm run storm -- --suppliers [N] [--seed S]: N orders through the hostile doubles of suppliers while processes are killed.
// npm run storm -- --shops [N] [--seed S]: N guests pay in agents' shops and N/10 payouts, while processes are killed.
// npm run storm [-- --rounds N --seed S --only "live lines cut,app killed" --resume-rule every-row]: the fault tests of the
// shop. Exits with code 1 and prints what was lost, doubled, stale or wrong, if anything was.
import { runMain } from "../tools/run-main.ts";
import { anySeed, chosenOf, endWithUsage, readOptions } from "./options.ts";
import { type Played, playRounds, playTrial, type Watching } from "./scenario/play-rounds.ts";
import { faultKinds, isPlayable } from "./storm/faults.ts";
import { storm } from "./storm/storm.ts";
import { unpackVersion } from "./storm/upgrade/unpack-version.ts";
import { upgradeUnderLoad } from "./storm/upgrade/upgrade.ts";
import type { RoundReport } from "./scenario/scenario.ts";
import { stormPaystack } from "./storm/payments/paystack-storm.ts";
import { stormSms } from "./storm/payments/sms-storm.ts";
import { stormShops } from "./storm/shops/shop-storm.ts";
import type { Storm, StormReport } from "./storm/stormed-shop.ts";
import { stormSuppliers } from "./storm/suppliers/supplier-storm.ts";

const usage =
  "npm run storm [-- --rounds N --seed S --only KIND,KIND --resume-rule page|every-row | --upgrade [FROM] | --payments [N] | --suppliers [N] | --shops [N]]";

const what = { payments: "payments on each rail", suppliers: "orders", shops: "guests" } as const;

type NamedStorm = readonly [name: string, storm: (asked: Storm) => Promise<StormReport>];

const storms = {
  payments: [
    ["Paystack", (asked) => stormPaystack(asked)],
    ["SMS", (asked) => stormSms(asked)],
  ],
  suppliers: [["Suppliers", (asked) => stormSuppliers(asked)]],
  shops: [["Shops", (asked) => stormShops(asked)]],
} satisfies Record<string, readonly NamedStorm[]>;

await runMain(async () => {
  const { values, positionals } = readOptions(usage, {
    allowPositionals: true,
    options: {
      upgrade: { type: "boolean", default: false },
      payments: { type: "boolean", default: false },
      suppliers: { type: "boolean", default: false },
      shops: { type: "boolean", default: false },
      seed: { type: "string", default: anySeed },
      rounds: { type: "string", default: "60" },
      only: { type: "string" },
      "resume-rule": { type: "string", default: "page" },
    },
  });
  const { upgrade, payments, suppliers, shops, only } = values;
  const chosen = [upgrade, payments, suppliers, shops].filter((is) => is).length;
  if (chosen > 1 || positionals.length > chosen) endWithUsage(usage);
  const seed = Number(values.seed);
  if (upgrade) process.exitCode = await playUpgrade(positionals[0], seed);
  else if (payments) process.exitCode = await playMany("payments", positionals[0] ?? "100000", seed);
  else if (suppliers) process.exitCode = await playMany("suppliers", positionals[0] ?? "10000", seed);
  else if (shops) process.exitCode = await playMany("shops", positionals[0] ?? "100000", seed);
  else process.exitCode = await playStorm(Number(values.rounds), seed, only, values["resume-rule"]);
});
// An interrupted round would keep sending requests to servers that are gone.
process.exit();

function playStorm(rounds: number, seed: number, only: string | undefined, rule: string): Promise<number> {
  const playable = faultKinds.filter((kind) => isPlayable(kind, process.platform));
  const kinds = chosenOf(playable, only);
  const resumeRule = rule === "every-row" ? rule : "page";
  const repeat = [`npm run storm -- --rounds ${rounds} --seed ${seed}`]
    .concat(only === undefined ? [] : `--only "${only}"`)
    .concat(resumeRule === "page" ? [] : `--resume-rule ${resumeRule}`)
    .join(" ");
  console.log(`Seed ${seed}: ${rounds} rounds.`);
  return playRounds(repeat, (watching) => storm({ seed, rounds, kinds, resumeRule, ...watching }));
}

function playMany(kind: keyof typeof what, given: string, seed: number): Promise<number> {
  if (!/^[1-9]\d{0,6}$/.test(given)) endWithUsage(usage);
  console.log(`Seed ${seed}: ${given} ${what[kind]}.`);
  return playRounds(`npm run storm -- --${kind} ${given} --seed ${seed}`, (watching) =>
    playStorms(kind, { size: Number(given), seed, ...watching }),
  );
}

/** @param from a git revision; undefined for the newest one with fewer migrations than this version */
async function playUpgrade(from: string | undefined, seed: number): Promise<number> {
  const old = await unpackVersion(from);
  console.log(`From ${old.revision}: ${old.migrationsAdded} migrations since then. Seed ${seed}.`);
  return playRounds(`npm run storm -- --upgrade ${old.revision} --seed ${seed}`, (watching) =>
    upgradeUnderLoad({ from: old.folder, seed, ...watching }),
  ).finally(() => old.remove());
}

function playStorms(kind: keyof typeof storms, asked: Storm & Watching): Promise<Played> {
  async function* rounds(): AsyncGenerator<RoundReport> {
    for (const [name, storm] of storms[kind]) {
      const began_ms = performance.now();
      const onProgress = (done: number) =>
        console.log(`${name}: ${done} asked for, ${seconds(performance.now() - began_ms)}`);
      const { counts, faults, retries } = await storm({ ...asked, onProgress });
      yield {
        name,
        acknowledged: asked.size,
        retries,
        times: { "the storm": performance.now() - began_ms },
        notes: counts.map(([what, count]) => `${String(count).padStart(7)} ${what}`),
        failures: faults,
      };
    }
  }
  // Each storm ends itself at the signal, and closes its shop.
  const { signal, ...watching } = asked;
  return playTrial({ rounds: rounds(), findings: async () => [], close: async () => {} }, watching);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
