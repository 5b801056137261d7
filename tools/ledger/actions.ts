import { open, rename, rm } from "node:fs/promises";
import type pg from "pg";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { forgetVerified } from "#ledger/verify/audit/auditor.ts";
import { exportLog } from "#ledger/verify/export.ts";
import { importLog, ImportRefused } from "#ledger/verify/import.ts";
import { rebuild } from "#ledger/verify/rebuild.ts";
import { type Finding, findingText } from "#ledger/verify/replay/finding.ts";
import { verify } from "#ledger/verify/verify.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { linesOf } from "./lines.ts";

/** Prints its result. Returns false if the ledger or the file is broken. */
export type LedgerAction = (client: DatabaseClient, file: string) => Promise<boolean>;

type Head = { position: number; hash: string };

export const ledgerActions = {
  verify: runVerify,
  rebuild: runRebuild,
  export: runExport,
  import: runImport,
  forget: runForget,
};

/** Needed after a major upgrade of PostgreSQL, which may hash rows differently. */
async function runForget(client: pg.Client): Promise<boolean> {
  const forgotten = await forgetVerified(client);
  console.log(
    forgotten
      ? "The auditor has forgotten what it verified. It starts again with the first event."
      : "An auditor is running: stop the shop first.",
  );
  return forgotten;
}

async function runVerify(client: DatabaseClient): Promise<boolean> {
  const progress = startProgress("verified");
  const { findings, head } = await verify(client, { onProgress: progress.at });
  progress.end(head.position);
  printFindings(findings);
  if (findings.length === 0) console.log(`Whole. ${headText(head)}`);
  return findings.length === 0;
}

async function runRebuild(client: pg.Client): Promise<boolean> {
  const progress = startProgress("replayed");
  const { finding, head, restored } = await rebuild(client, { onProgress: progress.at });
  progress.end(head.position);
  if (finding) {
    printFindings([finding]);
    console.log("Nothing was changed: projections can only be made from a correct log.");
    return false;
  }
  const tables = Object.entries(restored).map(([name, rows]) => `${rows} in ${name}`);
  const repaired = tables.length === 0 ? "All rows were right." : `Wrong rows: ${tables.join(", ")}.`;
  console.log(`Rebuilt. ${repaired} ${headText(head)}`);
  return true;
}

/** Writes under another name until it is complete, so a file with the given name is always a complete log. */
async function runExport(client: pg.Client, file: string): Promise<boolean> {
  const part = `${file}.part`;
  const progress = startProgress("exported");
  const output = await open(part, "w", 0o600).catch(fileFailure);
  try {
    const { finding, head } = await exportLog(client, (lines) => output.appendFile(lines), progress.at);
    progress.end(head.position);
    if (finding) {
      printFindings([finding]);
      console.log("Nothing was exported: the log is broken.");
      return false;
    }
    await output.sync();
    await rename(part, file);
    console.log(`Exported to ${file}. ${headText(head)}`);
    return true;
  } finally {
    await output.close();
    await rm(part, { force: true });
  }
}

async function runImport(client: pg.Client, file: string): Promise<boolean> {
  const input = await open(file).catch(fileFailure);
  const progress = startProgress("imported");
  try {
    const lines = linesOf(input.createReadStream({ autoClose: false, highWaterMark: read_bytes }));
    const head = await importLog(client, lines, progress.at);
    progress.end(head.position);
    console.log(`Imported. ${headText(head)}`);
    return true;
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    console.log(`Nothing was imported: ${error.message}`);
    return false;
  } finally {
    await input.close();
  }
}

const read_bytes = 1024 * 1024;

function fileFailure(error: unknown): never {
  throw new StartError(`The file can't be opened: ${errorCode(error)}.`, { cause: error });
}

function printFindings(findings: Finding[]): void {
  for (const finding of findings) console.log(`BROKEN at ${findingText(finding)}`);
}

function headText({ position, hash }: Head): string {
  return `${position} events, head ${hash}`;
}

/** Prints every two seconds, and at the end, how many events are done and how fast. */
function startProgress(done: string): {
  at: (position: number) => void;
  end: (position: number) => void;
} {
  const started_ms = performance.now();
  let printed_ms = started_ms;
  const print = (position: number) => {
    const seconds = (performance.now() - started_ms) / 1000;
    const perSecond = Math.round(position / seconds).toLocaleString("en");
    console.log(
      `${done} ${position.toLocaleString("en")} events in ${seconds.toFixed(1)} s (${perSecond}/s)`,
    );
  };
  return {
    at(position) {
      if (performance.now() - printed_ms < print_every_ms) return;
      printed_ms = performance.now();
      print(position);
    },
    end: print,
  };
}

const print_every_ms = 2000;
