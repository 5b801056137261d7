/** The whole storm: seasons of rounds, each with its own customers and pages, and finally a verification of the whole log. */
import { setTimeout as sleep } from "node:timers/promises";
import { LiveClient, type ResumeRule } from "../../tools/testing/live/live-client.ts";
import { type App, apps_count, untilReady } from "../scenario/apps.ts";
import { LedgerCheck, verifyFindings } from "../scenario/check-ledger.ts";
import { openShop } from "../scenario/participants.ts";
import { type Played, playTrial, type Watching } from "../scenario/play-rounds.ts";
import { type Happened, type RoundReport, Scenario } from "../scenario/scenario.ts";
import { checkScreens } from "./check-screens.ts";
import { Deployment } from "./deployment.ts";
import { causeFault, type FaultKind, failovers, type PlannedFault, planStorm } from "./faults.ts";

export interface StormOptions extends Watching {
  seed: number;
  rounds: number;
  kinds: readonly FaultKind[];
  resumeRule?: ResumeRule;
  /** Ends after the first round in which something was wrong. */
  untilFailure?: boolean;
}

/** The rounds of a season share the same customers and pages. */
interface Season {
  deployment: Deployment;
  scenario: Scenario;
  clients: LiveClient[];
}

/** After these rounds, new customers replace the old ones, so that no customer has more orders than a real one. */
const season_rounds = 25;
/** All sessions end at midnight in Accra, so no round is played then. */
const midnight_margin_ms = 60_000;
const opening_ms_max = 15_000;
const day_ms = 24 * 60 * 60_000;
const pauses = { before_ms: 500, after_ms: 350, answers_ms_max: 6000 };
const recovery_ms_max = 25_000;
const screens_ms_max = 5000;

export async function storm(options: StormOptions): Promise<Played> {
  const deployment = await Deployment.open();
  const ledger = new LedgerCheck();
  const trial = {
    rounds: playSeasons(deployment, ledger, options),
    findings: () => deployment.use(verifyFindings),
    close: () => deployment.close(),
  };
  return playTrial(trial, options);
}

async function* playSeasons(
  deployment: Deployment,
  ledger: LedgerCheck,
  { seed, rounds, kinds, resumeRule = "page", untilFailure }: StormOptions,
): AsyncGenerator<RoundReport> {
  const packageId = await openShop(deployment.primary.url, deployment.apps[0]?.url ?? "");
  let season: Season | undefined;
  try {
    for (const [index, fault] of planStorm(seed, rounds, kinds, apps_count).entries()) {
      const isNewDay = await waitOverMidnight();
      if (!season || isNewDay || index % season_rounds === 0) {
        await closeClients(season?.clients);
        const scenario = await Scenario.open(deployment, {
          packageId,
          ledger,
          seed: seed + index,
          first: (index + 1) * season_rounds,
        });
        season = { deployment, scenario, clients: await openClients(deployment, scenario, resumeRule) };
      }
      const report = await playRound(season, fault);
      yield report;
      if (untilFailure && report.failures.length > 0) break;
      // A page that has lost rows lacks them until it is reloaded, so it is reloaded before the next round.
      if (report.failures.some((failure) => failure.startsWith("stale: "))) {
        await closeClients(season.clients);
        season.clients = await openClients(deployment, season.scenario, resumeRule);
      }
    }
  } finally {
    await closeClients(season?.clients);
  }
}

/** One round: a fault under load, the recovery, and then the checks. */
async function playRound(season: Season, fault: PlannedFault): Promise<RoundReport> {
  const { deployment, scenario, clients } = season;
  const { kind, victims, cutsLines } = fault;
  for (const client of clients) client.refresh();
  if (failovers.has(kind)) await deployment.addStandby();
  const cut = cutsLines && kind !== "live lines cut" ? "; live lines cut" : "";
  const report = await scenario.play({
    ...pauses,
    name: `${kind} (of ${victims.length}${cut})`,
    act: async () => {
      const happened = await recover(
        scenario,
        deployment.appsOf(victims),
        await causeFault(deployment, fault),
      );
      const isSimulated = kind === "disk full" && !deployment.primary.isOnSmallDisk;
      const note = "No small disk could be mounted, so a trigger simulated the full disk.";
      return { ...happened, notes: isSimulated ? [note] : [] };
    },
    look: (ended_ms) => lookAtScreens(season, ended_ms),
  });
  await deployment.cleanUp();
  return report;
}

/** Waits until each affected process is ready and has acknowledged a purchase. The slowest process counts. */
async function recover(scenario: Scenario, affected: readonly App[], since_ms: number): Promise<Happened> {
  const deadline_ms = performance.now() + recovery_ms_max;
  const ready = await Promise.all(affected.map((app) => untilReady(app, recovery_ms_max)));
  const left_ms = deadline_ms - performance.now();
  // A killed database may still finish its current work, so a purchase before the process is ready proves no recovery.
  const purchase = await Promise.all(
    affected.map((app, index) => scenario.untilPurchase(app, ready[index] ?? since_ms, left_ms)),
  );
  const failures = affected.flatMap(({ name, output }, index) => {
    const isReady = ready[index] !== undefined;
    if (isReady && purchase[index] !== undefined) return [];
    const what = isReady ? "acknowledged no purchase for" : "was not ready after";
    return [`${name} ${what} ${recovery_ms_max} ms; its output: ${output.slice(-1500)}`];
  });
  return { times: { ready: slowest(ready, since_ms), purchase: slowest(purchase, since_ms) }, failures };
}

/** Every screen must soon show what the database has. */
async function lookAtScreens({ deployment, clients }: Season, ended_ms: number): Promise<Happened> {
  const { stale, wrongAnswers } = await checkScreens(deployment.primary, clients, ended_ms + screens_ms_max);
  return {
    times: { screens: stale.length > 0 ? undefined : performance.now() - ended_ms },
    failures: [
      ...stale.map((what) => `stale: ${what}`),
      ...wrongAnswers.map((what) => `wrong answer: ${what}`),
    ],
  };
}

function slowest(times_ms: readonly (number | undefined)[], since_ms: number): number | undefined {
  const known = times_ms.filter((time) => time !== undefined);
  return known.length < times_ms.length ? undefined : Math.max(...known) - since_ms;
}

/** Opens the pages and waits until all are live and right. */
async function openClients(
  deployment: Deployment,
  { participants: { admin, customers } }: Scenario,
  resumeRule: ResumeRule,
): Promise<LiveClient[]> {
  const base = deployment.lines.url;
  const clients = [admin, ...customers].map(({ session }) => new LiveClient({ base, session, resumeRule }));
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
