/** The whole storm: seasons of rounds, each season with customers of its own, and at the end the whole log. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SessionRecord } from "#api/contract/sessions.ts";
import { type Cast, gatherCast, openShop } from "./cast.ts";
import { LedgerCheck } from "./check-ledger.ts";
import { checkScreens } from "./check-screens.ts";
import { apps_count, Field } from "./field.ts";
import { LiveClient, type ResumeRule } from "./live/live-client.ts";
import { Load } from "./load.ts";
import { type FaultKind, planStorm } from "./plan.ts";
import { failuresOf, type StormReport } from "./report.ts";
import { playRound, type RoundReport, type Stage } from "./round.ts";
import { Sender } from "./sender.ts";

export interface StormOptions {
  seed: number;
  rounds: number;
  kinds: readonly FaultKind[];
  resumeRule?: ResumeRule;
  /** Ends after the first round in which something was wrong. */
  untilFailure?: boolean;
  onRound?: (report: RoundReport, number: number) => void;
}

const customers_count = 4;
/** Then other customers take over, so that nobody gets more orders than a real customer has. */
const season_rounds = 25;
/** All sessions end at midnight in Accra, so no round is played then. */
const midnight_margin_ms = 60_000;
const opening_ms_max = 15_000;
const day_ms = 24 * 60 * 60_000;

/** @param signal ends it during a round; everything is still cleared away. @throws the signal's reason. */
export async function storm(options: StormOptions, signal?: AbortSignal): Promise<StormReport> {
  const field = await Field.open();
  try {
    return await Promise.race([rage(field, options), abortOf(signal)]);
  } finally {
    await field.close();
  }
}

/** Never fulfilled. */
function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal?.reason);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
}

async function rage(field: Field, options: StormOptions): Promise<StormReport> {
  const { seed, rounds, kinds, resumeRule = "page", onRound } = options;
  const isDiskReal = field.primary.isOnSmallDisk;
  const base = field.apps[0]?.url ?? "";
  const packageId = await openShop(field.primary.url, base);
  const ledger = new LedgerCheck();
  const plan = planStorm(seed, rounds, kinds, apps_count);
  const reports: RoundReport[] = [];
  let stage: Stage | undefined;
  try {
    for (const [index, fault] of plan.entries()) {
      const isNewDay = await passMidnight();
      if (!stage || isNewDay || index % season_rounds === 0) {
        await closeClients(stage?.clients);
        stage = await openSeason({
          field,
          ledger,
          packageId,
          resumeRule,
          seed: seed + index,
          first: index + 1,
        });
      }
      const report = await playRound(stage, fault);
      reports.push(report);
      onRound?.(report, index + 1);
      if (options.untilFailure && failuresOf(report).length > 0) break;
      // What a page has lost, it lacks until it is loaded anew: the next round is not to blame for that.
      if (report.stale.length > 0) stage.clients = await reload(stage, resumeRule);
    }
    const findings = await field.primary.use((client) => ledger.whole(client));
    return { rounds: reports, findings, isDiskReal };
  } finally {
    await closeClients(stage?.clients);
  }
}

async function reload({ field, clients, cast }: Stage, resumeRule: ResumeRule): Promise<LiveClient[]> {
  await closeClients(clients);
  return openClients(field, sessionsOf(cast), resumeRule);
}

interface Season {
  field: Field;
  ledger: LedgerCheck;
  packageId: string;
  resumeRule: ResumeRule;
  seed: number;
  first: number;
}

async function openSeason({ field, ledger, packageId, resumeRule, seed, first }: Season): Promise<Stage> {
  const cast = await gatherCast(field.apps[0]?.url ?? "", customers_count, first * customers_count);
  const sender = new Sender(field.apps);
  const load = new Load(sender, cast, packageId, seed);
  const clients = await openClients(field, sessionsOf(cast), resumeRule);
  return { field, cast, ledger, sender, load, clients };
}

function sessionsOf({ admin, customers }: Cast): SessionRecord[] {
  return [admin, ...customers].map(({ session }) => session);
}

/** All of them live, with what they show, so that the next round's fault finds them at it. */
async function openClients(
  field: Field,
  sessions: readonly SessionRecord[],
  resumeRule: ResumeRule,
): Promise<LiveClient[]> {
  const clients = sessions.map((session) => new LiveClient({ base: field.lines.url, session, resumeRule }));
  const { stale } = await checkScreens(field.primary, clients, performance.now() + opening_ms_max);
  if (stale.length === 0) return clients;
  await closeClients(clients);
  throw new Error(`the pages did not open: ${stale.slice(0, 3).join("; ")}`);
}

async function closeClients(clients: readonly LiveClient[] = []): Promise<void> {
  for (const client of clients) await client.close();
}

/** True if it waited for midnight. */
async function passMidnight(): Promise<boolean> {
  const left_ms = day_ms - (Date.now() % day_ms);
  if (left_ms > midnight_margin_ms) return false;
  await sleep(left_ms + 1000);
  return true;
}
