// npm run storm -- --upgrade [FROM]: an upgrade from another version under load, without faults.
// npm run storm -- --payments [N] [--seed S]: N payments through the hostile double of each rail while processes are killed.
// npm run storm [-- --rounds N --seed S --only "live lines cut,app killed" --resume-rule every-row]: the fault tests of the
// shop. Exits with code 1 and prints what was lost, doubled, stale or wrong, if anything was.
import { parseArgs } from "node:util";
import { runMain } from "../tools/run-main.ts";
import { playRounds } from "./scenario/play-rounds.ts";
import { runPayments } from "./storm/payments/run-payments.ts";
import { type FaultKind, faultKinds, isPlayable } from "./storm/plan.ts";
import { storm } from "./storm/storm.ts";
import { unpackVersion } from "./storm/upgrade/unpack-version.ts";
import { upgradeUnderLoad } from "./storm/upgrade/upgrade.ts";

const { values, positionals } = readOptions();
const seed = Number(values.seed);
await runMain(async () => {
  process.exitCode = await run();
});
// An interrupted round would keep sending requests to servers that are gone.
process.exit();

function run(): Promise<number> {
  if (values.upgrade) return upgrade(positionals[0]);
  if (values.payments) return runPayments(paymentsOf(positionals[0]), seed);
  const rounds = Number(values.rounds);
  const kinds = kindsOf(values.only);
  const resumeRule = values["resume-rule"] === "every-row" ? "every-row" : "page";
  const untilFailure = values["until-failure"];
  const repeat = [`npm run storm -- --rounds ${rounds} --seed ${seed}`]
    .concat(values.only === undefined ? [] : `--only "${values.only}"`)
    .concat(resumeRule === "page" ? [] : `--resume-rule ${resumeRule}`)
    .join(" ");
  console.log(`Seed ${seed}: ${rounds} rounds.`);
  return playRounds({
    repeat,
    play: (onRound, signal) => storm({ seed, rounds, kinds, resumeRule, untilFailure, onRound }, signal),
  });
}

/** @param from a git revision; undefined for the newest one with fewer migrations than this version */
async function upgrade(from: string | undefined): Promise<number> {
  const old = await unpackVersion(from);
  console.log(`From ${old.revision}: ${old.migrationsAdded} migrations since then. Seed ${seed}.`);
  return playRounds({
    repeat: `npm run storm -- --upgrade ${old.revision} --seed ${seed}`,
    play: (onRound, signal) => upgradeUnderLoad({ from: old.folder, seed, onRound }, signal),
  }).finally(() => old.remove());
}

function readOptions() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        upgrade: { type: "boolean", default: false },
        payments: { type: "boolean", default: false },
        seed: { type: "string", default: String(Date.now() % 2 ** 31) },
        rounds: { type: "string", default: "60" },
        only: { type: "string" },
        "resume-rule": { type: "string", default: "page" },
        "until-failure": { type: "boolean", default: false },
      },
    });
    const { upgrade, payments } = read.values;
    return read.positionals.length > (upgrade !== payments ? 1 : 0) ? usage() : read;
  } catch {
    return usage();
  }
}

function paymentsOf(given = "100000"): number {
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : usage();
}

function kindsOf(only: string | undefined): readonly FaultKind[] {
  const playable = faultKinds.filter((kind) => isPlayable(kind, process.platform));
  if (only === undefined) return playable;
  const names = only.split(",").map((name) => name.trim());
  const kinds = playable.filter((kind) => names.some((name) => kind.startsWith(name)));
  return kinds.length > 0 ? kinds : usage();
}

function usage(): never {
  console.error(
    "usage: npm run storm [-- --rounds N --seed S --only KIND,KIND --resume-rule page|every-row | --upgrade [FROM] | --payments [N]]",
  );
  console.error(`kinds: ${faultKinds.join(" | ")}`);
  process.exit(1);
}
