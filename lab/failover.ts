// npm run failover [-- --only "primary killed,etcd lost" --rounds N --seed S]: the shop on a cluster with Patroni, made from deploy/ha, under
// load. Machines die, hang and come back. Exits with code 1 and prints what was lost, doubled or wrong, if anything was.
import { parseArgs } from "node:util";
import { type EventKind, eventKinds, playFailovers } from "./failover/failovers.ts";
import { findPrograms } from "./failover/programs.ts";
import { playRounds } from "./scenario/play-rounds.ts";
import { StartError } from "../tools/postgres/start-error.ts";
import { runMain } from "../tools/run-main.ts";

await runMain(async () => {
  const { kinds, seed } = readArguments();
  const programs = findPrograms(process.env);
  console.log(`Seed ${seed}: ${kinds.join(", ")}.`);
  process.exitCode = await playRounds({
    repeat: `npm run failover -- --seed ${seed}, with the same --only and --rounds`,
    play: (onRound, signal) => playFailovers({ programs, kinds, seed, onRound }, signal),
  });
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
