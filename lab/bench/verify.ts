/** npm run bench -- verify [--events N]: verify and rebuild of long logs. `--events` can be repeated. */
import { parseArgs } from "node:util";
import { cpuOfTree_us } from "../cpu-time.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { count, mostPerSecond } from "./rounds.ts";
import { doWork, workRow, writeLog } from "./work.ts";

export async function benchVerify({ print, postgres, args }: BenchRun): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { events: { type: "string", multiple: true, default: ["2000000"] } },
  });
  const postmaster = await postgres.postmaster();
  const measure = async (name: string, url: string, action: "verify" | "rebuild") => {
    const before_us = cpuOfTree_us(postmaster);
    const worked = await doWork({ action, url });
    const each_us = [worked.cpu_us, cpuOfTree_us(postmaster) - before_us].map((us) => us / worked.events);
    print(workRow(name, worked, `PostgreSQL ${each_us[1]?.toFixed(1)} us: ${mostPerSecond(each_us)}`));
  };
  print(
    "Each in its own process; peak resident memory; CPU per event in Node and in PostgreSQL, and the most",
  );
  print("that two cores could do if neither were ever idle.");
  for (const events of values.events.map(Number)) {
    const url = await postgres.createDatabase(`log_${events}`);
    print(`\n${count(await writeLog(url, events))} events`);
    await measure("rebuild of empty tables", url, "rebuild");
    await postgres.query(url, "vacuum analyze", "checkpoint");
    await measure("verify", url, "verify");
    await measure("rebuild of correct rows", url, "rebuild");
  }
}
