// npm run failover [-- --only "primary killed,etcd lost" --rounds N --seed S]: the shop on a cluster with Patroni, made from deploy/ha, under
// load. Machines die, hang and come back. Exits with code 1 and prints what was lost, doubled or wrong, if anything was.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type EventKind, eventKinds, type FailoverRound } from "./failover/failover-round.ts";
import { playFailovers } from "./failover/play-failovers.ts";
import { findPrograms } from "./failover/programs.ts";
import { StartError } from "../tools/postgres/start-error.ts";
import { runMain } from "../tools/run-main.ts";

const failures_named_max = 5;

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => interruption.abort(name));
process.on("uncaughtException", (error) => interruption.abort(error));

await runMain(async () => {
  const { kinds, seed } = readArguments();
  const programs = findPrograms(process.env);
  console.log(`Seed ${seed}: ${kinds.join(", ")}.`);
  const failures: string[] = [];
  const onRound = (round: FailoverRound) => {
    failures.push(...round.failures);
    console.log(lineOf(round));
    for (const failure of round.failures.slice(0, failures_named_max)) console.log(`   ${failure}`);
  };
  failures.push(...(await playFailovers({ programs, kinds, seed, onRound }, interruption.signal)));
  if (failures.length > 0) throw new StartError(`${failures.length} failures, the last: ${failures.at(-1)}`);
  console.log("Nothing was lost or doubled, and the whole log is right.");
});
// An interrupted round would keep sending requests to servers that are gone.
process.exit();

function readArguments(): { kinds: readonly EventKind[]; seed: number } {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string" },
        rounds: { type: "string" },
        seed: { type: "string", default: "1" },
      },
    });
    const names = values.only?.split(",").map((name) => name.trim());
    const kinds = eventKinds.filter((kind) => names?.some((name) => kind.startsWith(name)) ?? true);
    const rounds = Number(values.rounds ?? kinds.length);
    const plan = Array.from({ length: rounds }, (_, index) => kinds[index % kinds.length] as EventKind);
    if (kinds.length > 0 && plan.length > 0) return { kinds: plan, seed: Number(values.seed) };
  } catch {
    // The usage says what is possible.
  }
  throw new StartError(
    `usage: npm run failover [-- --only KIND,KIND --rounds N --seed S]\nkinds: ${eventKinds.join(" | ")}`,
  );
}

function lineOf({
  kind,
  purchase_ms,
  pause_ms,
  rejoin_ms,
  acknowledged,
  answers,
  intrusion,
}: FailoverRound): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const former = intrusion === "" ? "" : `\n   writes to the former primary: ${intrusion}`;
  return `${kind}: purchase after ${seconds(purchase_ms)}, longest pause ${seconds(pause_ms)}, whole again ${seconds(rejoin_ms)} after the machine came back; ${acknowledged} acknowledged; answers: ${answers}; load ${loadavg()[0]?.toFixed(1)}${former}`;
}
