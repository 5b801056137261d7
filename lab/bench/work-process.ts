/** One verify, rebuild, backup or restore in its own process, so that its memory and CPU time are those of this work alone. */
import { type BackupJob, type ChainEnd, makeFull, makeTail } from "../../api/backup/backup.ts";
import { FolderStore } from "../../api/backup/store.ts";
import { restore } from "../../api/backup/restore.ts";
import { rebuild } from "../../ledger/verify/rebuild.ts";
import { verify } from "../../ledger/verify/verify.ts";
import { answerParent } from "../child.ts";
import { useClient } from "../use-client.ts";

export interface Work {
  action: "verify" | "rebuild" | "full backup" | "tail" | "restore";
  url: string;
  /** Where backups are, and with which keys. */
  folder?: string;
  recipient?: string;
  identity?: string;
  /** Of the last backup. */
  end?: ChainEnd;
}

export interface Worked {
  /** How many events it worked on. */
  events: number;
  end?: ChainEnd;
  seconds: number;
  /** The highest resident memory. */
  peak_kb: number;
  cpu_us: number;
}

answerParent({
  async work(work: Work): Promise<Worked> {
    const started_ms = performance.now();
    const done = await actions[work.action](work);
    const seconds = (performance.now() - started_ms) / 1000;
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    return { ...done, seconds, peak_kb: maxRSS, cpu_us: userCPUTime + systemCPUTime };
  },
});

const actions: Record<Work["action"], (work: Work) => Promise<Pick<Worked, "events" | "end">>> = {
  async verify({ url }) {
    const { head, findings } = await useClient(url, (client) => verify(client));
    return requireWhole(head.position, findings[0]);
  },
  async rebuild({ url }) {
    const { head, finding } = await useClient(url, (client) => rebuild(client));
    return requireWhole(head.position, finding);
  },
  async "full backup"(work) {
    const { end, head } = await makeFull(jobOf(work));
    return { events: head.position, end };
  },
  async tail(work) {
    if (!work.end) throw new Error("a tail without a full backup");
    const report = await makeTail(jobOf(work), work.end);
    return { events: work.end.position, end: report?.end ?? work.end };
  },
  async restore({ url, folder = "", identity = "" }) {
    const store = new FolderStore(folder);
    const { head } = await useClient(url, (client) => restore({ client, store, identity }), {});
    return { events: head.position };
  },
};

function requireWhole(events: number, finding: { where: string } | undefined): { events: number } {
  if (finding) throw new Error(`the benchmark's ledger is broken at ${finding.where}`);
  return { events };
}

function jobOf({ url, folder = "", recipient = "" }: Work): BackupJob {
  return { databaseUrl: url, store: new FolderStore(folder), recipient, secrets: {} };
}
