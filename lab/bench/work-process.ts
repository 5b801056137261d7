/** One verify, rebuild, backup or restore in its own process, so that its memory and CPU time are those of this work alone. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { type BackupJob, type ChainEnd, makeFull, makeTail } from "../../api/backup/backup.ts";
import { FolderStore } from "../../api/backup/store.ts";
import { restore } from "../../api/backup/restore.ts";
import { createClient } from "../../ledger/connect/connect.ts";
import { rebuild } from "../../ledger/verify/rebuild.ts";
import { verify } from "../../ledger/verify/verify.ts";
import { answerParent } from "../parent.ts";

export interface Work {
  action: "verify" | "rebuild" | "full backup" | "tail" | "restore";
  url: string;
  /** Where backups are, and with which keys. */
  folder?: string;
  recipient?: string;
  identity?: string;
}

export interface Worked {
  events: number;
  seconds: number;
  /** The highest resident memory. */
  peak_kb: number;
  cpu_us: number;
}

answerParent({
  async work(work: Work): Promise<Worked> {
    const started_ms = performance.now();
    const events = await actions[work.action](work);
    const seconds = (performance.now() - started_ms) / 1000;
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    return { events, seconds, peak_kb: maxRSS, cpu_us: userCPUTime + systemCPUTime };
  },
});

/** Each returns how many events it worked on. */
const actions: Record<Work["action"], (work: Work) => Promise<number>> = {
  async verify({ url }) {
    const { head, findings } = await onClient(url, true, (client) => verify(client));
    return requireWhole(head.position, findings[0]);
  },
  async rebuild({ url }) {
    const { head, finding } = await onClient(url, true, (client) => rebuild(client));
    return requireWhole(head.position, finding);
  },
  async "full backup"(work) {
    const { end, head } = await makeFull(jobOf(work));
    await keep(work, end);
    return head.position;
  },
  async tail(work) {
    const state = JSON.parse(await readFile(stateFile(work), "utf8")) as ChainEnd;
    const end = { ...state, written_from: BigInt(state.written_from) };
    const report = await makeTail(jobOf(work), end);
    if (report) await keep(work, report.end);
    return end.position;
  },
  async restore({ url, folder = "", identity = "" }) {
    const store = new FolderStore(folder);
    const { head } = await onClient(url, false, (client) => restore({ client, store, identity }));
    return head.position;
  },
};

async function onClient<T>(
  url: string,
  pipeline: boolean,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(url, "bench", { pipeline });
  await client.connect();
  return work(client).finally(() => client.end());
}

function requireWhole(events: number, finding: { where: string } | undefined): number {
  if (finding) throw new Error(`the benchmark's ledger is broken at ${finding.where}`);
  return events;
}

function jobOf({ url, folder = "", recipient = "" }: Work): BackupJob {
  return { databaseUrl: url, store: new FolderStore(folder), recipient, secrets: {} };
}

/** Files with other names are no part of a backup. */
function stateFile({ folder = "" }: Work): string {
  return join(folder, "state.json");
}

function keep(work: Work, end: ChainEnd): Promise<void> {
  return writeFile(stateFile(work), JSON.stringify({ ...end, written_from: String(end.written_from) }));
}
