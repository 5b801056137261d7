// npm run storm -- --upgrade [FROM]: an upgrade from another version under load, without faults.
// npm run storm -- --payments [N] [--seed S]: N payments through the hostile double of each rail while processes are killed.
// npm run storm [-- --rounds N --seed S --only "live lines cut,app killed" --resume-rule every-row]: the fault tests of the
// shop. Exits with code 1 and prints what was lost, doubled, stale or wrong, if anything was.
import { parseArgs } from "node:util";
import type { ResumeRule } from "../tools/testing/live/live-client.ts";
import { runPayments } from "./storm/payments/run-payments.ts";
import { type FaultKind, faultKinds, isPlayable } from "./storm/plan.ts";
import { failuresOf, hasPassed, type StormReport, tableOf } from "./storm/report.ts";
import type { RoundReport } from "./storm/round.ts";
import { storm } from "./storm/storm.ts";
import { runUpgrade } from "./storm/upgrade/run-upgrade.ts";

const failures_named_max = 5;

const { values, positionals } = readOptions();
if (values.upgrade) process.exit(await runUpgrade(positionals[0], Number(values.seed)));
if (values.payments) process.exit(await runPayments(paymentsOf(positionals[0]), Number(values.seed)));
const seed = Number(values.seed);
const rounds = Number(values.rounds);
const kinds = kindsOf(values.only);
const resumeRule: ResumeRule = values["resume-rule"] === "every-row" ? "every-row" : "page";
const repeatCommand = ["npm run storm --", `--rounds ${rounds} --seed ${seed}`]
  .concat(values.only === undefined ? [] : `--only "${values.only}"`)
  .concat(resumeRule === "page" ? [] : `--resume-rule ${resumeRule}`)
  .join(" ");

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => interruption.abort(name));
process.on("uncaughtException", (error) => interruption.abort(error));

console.log(`Seed ${seed}: ${rounds} rounds.`);
const began_ms = performance.now();
const played: RoundReport[] = [];
try {
  const untilFailure = values["until-failure"];
  const options = { seed, rounds, kinds, resumeRule, untilFailure, onRound };
  const report = await storm(options, interruption.signal);
  process.exitCode = conclude(report);
} catch (error) {
  if (played.length > 0) console.log(`\n${tableOf(played)}\n`);
  console.error(error);
  console.error(`The storm ended after ${played.length} rounds. To repeat: ${repeatCommand}`);
  // The interrupted round would keep sending requests to servers that are gone.
  process.exit(error === "SIGINT" || error === "SIGTERM" ? 130 : 1);
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

function onRound(report: RoundReport, number: number): void {
  played.push(report);
  const { plan, acknowledged, retries, ready_ms, purchase_ms } = report;
  const failures = failuresOf(report);
  const times = `ready ${ready_ms?.toFixed(0) ?? "never"} ms, purchase ${purchase_ms?.toFixed(0) ?? "never"} ms`;
  const failureCount = failures.length === 0 ? "" : `, ${failures.length} FAILURES`;
  console.log(
    `${number}. ${plan.kind}${plan.cutsLines && plan.kind !== "live lines cut" ? ", live lines cut" : ""} (of ${plan.victims.length}): ${acknowledged} acknowledged, ${retries} retries, ${times}${failureCount}`,
  );
  for (const failure of failures.slice(0, failures_named_max)) console.log(`   ${failure}`);
}

function conclude(report: StormReport): number {
  const took_s = ((performance.now() - began_ms) / 1000).toFixed(0);
  console.log(`\n${tableOf(report.rounds)}\n`);
  for (const finding of report.findings.slice(0, failures_named_max)) console.log(finding);
  if (!report.isDiskReal) console.log("No small disk could be mounted, so a trigger simulated full disks.");
  console.log(`Seed ${seed}: ${report.rounds.length} rounds in ${took_s} s.`);
  if (hasPassed(report)) return 0;
  console.log(`The storm found failures. To repeat: ${repeatCommand}`);
  return 1;
}
