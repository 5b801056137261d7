/** The whole storm: seasons of rounds, each with its own customers, and finally a verification of the whole log. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SessionRecord } from "../../api/contract/sessions.ts";
import { type Participants, registerParticipants, openShop } from "./participants.ts";
import { abortOf } from "./abort.ts";
import { LedgerCheck } from "./check-ledger.ts";
import { checkScreens } from "./check-screens.ts";
import { apps_count, Deployment } from "./deployment.ts";
import { LiveClient, type ResumeRule } from "../../tools/testing/live/live-client.ts";
import { Load } from "./load.ts";
import { type FaultKind, planStorm } from "./plan.ts";
import { failuresOf, type StormReport } from "./report.ts";
import { playRound, type RoundReport, type Season } from "./round.ts";
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
/** After these rounds, new customers replace the old ones, so that no customer has more orders than a real one. */
const season_rounds = 25;
/** All sessions end at midnight in Accra, so no round is played then. */
const midnight_margin_ms = 60_000;
const opening_ms_max = 15_000;
const day_ms = 24 * 60 * 60_000;

/** @param signal can end the storm during a round; everything is still cleaned up. @throws the signal's reason */
export async function storm(options: StormOptions, signal?: AbortSignal): Promise<StormReport> {
  const deployment = await Deployment.open();
  try {
    return await Promise.race([playRounds(deployment, options), abortOf(signal)]);
  } finally {
    await deployment.close();
  }
}

async function playRounds(deployment: Deployment, options: StormOptions): Promise<StormReport> {
  const { seed, rounds, kinds, resumeRule = "page", onRound } = options;
  const isDiskReal = deployment.primary.isOnSmallDisk;
  const base = deployment.apps[0]?.url ?? "";
  const packageId = await openShop(deployment.primary.url, base);
  const ledger = new LedgerCheck();
  const plan = planStorm(seed, rounds, kinds, apps_count);
  const reports: RoundReport[] = [];
  let season: Season | undefined;
  try {
    for (const [index, fault] of plan.entries()) {
      const isNewDay = await waitOverMidnight();
      if (!season || isNewDay || index % season_rounds === 0) {
        await closeClients(season?.clients);
        season = await openSeason({
          deployment,
          ledger,
          packageId,
          resumeRule,
          seed: seed + index,
          first: index + 1,
        });
      }
      const report = await playRound(season, fault);
      reports.push(report);
      onRound?.(report, index + 1);
      if (options.untilFailure && failuresOf(report).length > 0) break;
      // A page that has lost rows lacks them until it is reloaded, so it is reloaded before the next round.
      if (report.stale.length > 0) season.clients = await reload(season, resumeRule);
    }
    const findings = await deployment.primary.use((client) => ledger.checkWholeLog(client));
    return { rounds: reports, findings, isDiskReal };
  } finally {
    await closeClients(season?.clients);
  }
}

async function reload(
  { deployment, clients, participants }: Season,
  resumeRule: ResumeRule,
): Promise<LiveClient[]> {
  await closeClients(clients);
  return openClients(deployment, sessionsOf(participants), resumeRule);
}

interface SeasonOptions {
  deployment: Deployment;
  ledger: LedgerCheck;
  packageId: string;
  resumeRule: ResumeRule;
  seed: number;
  first: number;
}

async function openSeason({
  deployment,
  ledger,
  packageId,
  resumeRule,
  seed,
  first,
}: SeasonOptions): Promise<Season> {
  const participants = await registerParticipants(
    deployment.apps[0]?.url ?? "",
    customers_count,
    first * customers_count,
  );
  const sender = new Sender(deployment.apps);
  const load = new Load(sender, participants, packageId, seed);
  const clients = await openClients(deployment, sessionsOf(participants), resumeRule);
  return { deployment, participants, ledger, sender, load, clients };
}

function sessionsOf({ admin, customers }: Participants): SessionRecord[] {
  return [admin, ...customers].map(({ session }) => session);
}

/** Opens the pages and waits until all are live and right. */
async function openClients(
  deployment: Deployment,
  sessions: readonly SessionRecord[],
  resumeRule: ResumeRule,
): Promise<LiveClient[]> {
  const clients = sessions.map(
    (session) => new LiveClient({ base: deployment.lines.url, session, resumeRule }),
  );
  const { stale } = await checkScreens(deployment.primary, clients, performance.now() + opening_ms_max);
  if (stale.length === 0) return clients;
  await closeClients(clients);
  throw new Error(`the pages did not open: ${stale.slice(0, 3).join("; ")}`);
}

async function closeClients(clients: readonly LiveClient[] = []): Promise<void> {
  for (const client of clients) await client.close();
}

/** True if it waited for midnight. */
async function waitOverMidnight(): Promise<boolean> {
  const left_ms = day_ms - (Date.now() % day_ms);
  if (left_ms > midnight_margin_ms) return false;
  await sleep(left_ms + 1000);
  return true;
}
