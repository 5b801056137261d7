/** Makes one backup or restore in its own process, so that the process's memory is that of this work alone. */
import { readFile, writeFile } from "node:fs/promises";
import { type ChainEnd, makeFull, makeTail } from "../../api/backup/backup.ts";
import { FolderStore } from "../../api/backup/folder-store.ts";
import { restore } from "../../api/backup/restore.ts";
import { createClient } from "../../ledger/store/connect/connect.ts";

export interface WorkOrder {
  action: "full" | "tail" | "restore";
  url: string;
  folder: string;
  recipient: string;
  identity: string;
}

export interface MeasuredBackup {
  events: number;
  seconds: number;
  peak_kb: number;
}

const order = JSON.parse(process.argv[2] ?? "") as WorkOrder;
const { url, folder, recipient, identity } = order;
const store = new FolderStore(folder);
const job = { databaseUrl: url, store, recipient, secrets: {} };
// Files with other names are no part of a backup.
const stateFile = `${folder}/state.json`;

const started_ms = performance.now();
const events = await { full, tail, restore: restored }[order.action]();
const seconds = (performance.now() - started_ms) / 1000;
const measured: MeasuredBackup = { events, seconds, peak_kb: process.resourceUsage().maxRSS };
console.log(JSON.stringify(measured));

async function full(): Promise<number> {
  const { end, head } = await makeFull(job);
  await keep(end);
  return head.position;
}

async function tail(): Promise<number> {
  const state = JSON.parse(await readFile(stateFile, "utf8")) as ChainEnd;
  const end = { ...state, written_from: BigInt(state.written_from) };
  const report = await makeTail(job, end);
  if (report) await keep(report.end);
  return end.position;
}

function keep(end: ChainEnd): Promise<void> {
  return writeFile(stateFile, JSON.stringify({ ...end, written_from: String(end.written_from) }));
}

async function restored(): Promise<number> {
  const client = createClient(url, "bench");
  await client.connect();
  const { head } = await restore({ client, store, identity });
  await client.end();
  return head.position;
}
