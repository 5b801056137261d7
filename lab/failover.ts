// npm run failover [-- --only "primary killed,etcd lost" --rounds N --seed S]: the shop on a cluster with Patroni, made from deploy/ha, under
// load. Machines die, hang and come back. Exits with code 1 and prints what was lost, doubled or wrong, if anything was.
import { runMain } from "../tools/run-main.ts";
import { eventKinds, playFailovers } from "./failover/failovers.ts";
import { findPrograms } from "./failover/machine.ts";
import { chosenOf, readOptions } from "./options.ts";
import { playRounds } from "./scenario/play-rounds.ts";

await runMain(async () => {
  const { values } = readOptions("npm run failover [-- --only KIND,KIND --rounds N --seed S]", {
    options: {
      only: { type: "string" },
      rounds: { type: "string" },
      seed: { type: "string", default: "1" },
    },
  });
  const chosen = chosenOf(eventKinds, values.only);
  const rounds = Number(values.rounds ?? chosen.length);
  const kinds = Array.from({ length: rounds }, (_, index) => chosen[index % chosen.length]!);
  const seed = Number(values.seed);
  const programs = findPrograms(process.env);
  console.log(`Seed ${seed}: ${kinds.join(", ")}.`);
  const repeat = `npm run failover -- --seed ${seed}, with the same --only and --rounds`;
  process.exitCode = await playRounds(repeat, (watching) =>
    playFailovers({ programs, kinds, seed, ...watching }),
  );
});
// An interrupted round would keep sending requests to servers that are gone.
process.exit();
