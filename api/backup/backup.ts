/** Makes the files of a backup, each from one snapshot of the database. The API's login can read all that it needs. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { to } from "pg-copy-streams";
import { withClient } from "#ledger/connect/connect.ts";
import { inTransaction } from "#ledger/verify/replay/transaction.ts";
import {
  type BackupHead,
  type Begin,
  formatVersion,
  fullName,
  type Manifest,
  type Member,
  seal,
  tailName,
  writeTar,
} from "./format.ts";
import { type BackupStore, inPieces, putChecked } from "./store.ts";
import { type BackupTable, backedUpRows, tablesQuery, wholeTables, writtenSince } from "./tables.ts";

export interface BackupJob {
  /** With the API's login. */
  databaseUrl: string;
  store: BackupStore;
  /** The public key: "age1…". */
  recipient: string;
  /** Files of the embedded database's data folder. */
  secrets: Record<string, string>;
}

/** Up to where the files of a chain go, and what the next one needs to know. */
export interface ChainEnd {
  base: string;
  tails: number;
  file_id: string;
  /** The oldest transaction that may have written something the files do not have. */
  written_from: bigint;
  position: number;
  counts: Record<string, number>;
}

export interface BackupReport {
  name: string;
  bytes: number;
  head: BackupHead;
  made_at: string;
  end: ChainEnd;
}

const member_bytes = 1024 * 1024;

export async function makeFull(job: BackupJob): Promise<BackupReport> {
  const report = await withSnapshot(job, undefined, async (snapshot) => {
    const base = `${snapshot.made_at.replace(/[-:]|\.\d+/g, "")}-${randomBytes(4).toString("hex")}`;
    return write(job, snapshot, fullName(base), { base, tails: 0 });
  });
  if (!report) throw new Error("a full backup without tables");
  return report;
}

/** Ships what was written since the chain's end; undefined if that is nothing. Can be repeated: it replaces the file. */
export async function makeTail(job: BackupJob, end: ChainEnd): Promise<BackupReport | undefined> {
  const next = { base: end.base, tails: end.tails + 1 };
  return withSnapshot(job, end, (snapshot) => write(job, snapshot, tailName(next.base, next.tails), next));
}

interface Snapshot {
  client: pg.Client;
  begin: Begin;
  /** The tables that the file has, with the condition for their rows. */
  parts: { table: BackupTable; where: string }[];
  counts: Record<string, number>;
  written_from: bigint;
  made_at: string;
}

async function withSnapshot(
  { databaseUrl }: BackupJob,
  end: ChainEnd | undefined,
  work: (snapshot: Snapshot) => Promise<BackupReport>,
): Promise<BackupReport | undefined> {
  return withClient(databaseUrl, "backup", async (client) => {
    return await inTransaction(client, "repeatable read", async () => {
      await client.query("set transaction read only");
      const snapshot = await readSnapshot(client, end);
      return snapshot.parts.length === 0 ? undefined : work(snapshot);
    });
  });
}

async function readSnapshot(client: pg.Client, end: ChainEnd | undefined): Promise<Snapshot> {
  const { rows } = await client.query<
    BackupHead & { made_at: string; written_from: string; names: string[] }
  >(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as written_from, now() as made_at, position,
       encode(hash, 'hex') as hash, recorded_at, array(select name::text from public.kysely_migration order by name) as names
     from ledger.head`,
  );
  const { made_at, written_from, names, ...head } = rows[0]!;
  const { rows: tables } = await client.query<BackupTable>(tablesQuery);
  const counts = await countRows(client, tables);
  const parts = tables.map((table) => ({ table, where: backedUpRows(table.name) }));
  const changed = end === undefined ? parts : await changedParts(client, tables, { end, counts });
  const begin: Begin = {
    format: formatVersion,
    id: randomUUID(),
    previous: end?.file_id ?? null,
    after: end?.position ?? 0,
    made_at,
    head,
    migrations: names,
    tables: Object.fromEntries(changed.map(({ table }) => [table.name, table.columns])),
  };
  return { client, begin, parts: changed, counts, written_from: BigInt(written_from), made_at };
}

async function countRows(client: pg.Client, tables: BackupTable[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, sql } of tables.filter(({ name: one }) => wholeTables.has(one)))
    counts[name] = (await client.query<{ count: number }>(`select count(*) from ${sql}`)).rows[0]!.count;
  return counts;
}

async function changedParts(
  client: pg.Client,
  tables: BackupTable[],
  { end, counts }: { end: ChainEnd; counts: Record<string, number> },
): Promise<Snapshot["parts"]> {
  const parts: Snapshot["parts"] = [];
  for (const table of tables) {
    const { name, sql } = table;
    const isEvent = name === "ledger.event";
    const since = isEvent
      ? `position > ${end.position}`
      : `${backedUpRows(name)} and ${writtenSince(end.written_from)}`;
    const { rows } = await client.query<{ any: boolean }>(
      `select exists (select from ${sql} where ${since}) as any`,
    );
    const isWhole = wholeTables.has(name);
    if (rows[0]!.any || (isWhole && counts[name] !== end.counts[name]))
      parts.push({ table, where: isWhole ? "true" : since });
  }
  return parts;
}

async function write(
  job: BackupJob,
  snapshot: Snapshot,
  name: string,
  next: Pick<ChainEnd, "base" | "tails">,
): Promise<BackupReport> {
  const { begin, counts, written_from, made_at } = snapshot;
  const members = writeTar(membersOf(snapshot, job.secrets));
  const { bytes } = await putChecked(job.store, name, seal(members, job.recipient));
  const { head, id } = begin;
  return {
    name,
    bytes,
    head,
    made_at,
    end: { ...next, file_id: id, written_from, position: head.position, counts },
  };
}

async function* membersOf(
  { client, begin, parts }: Snapshot,
  secrets: Record<string, string>,
): AsyncGenerator<Member> {
  yield json("begin.json", begin);
  const tables: Manifest["tables"] = {};
  for (const { table, where } of parts) {
    // The log in order, and no other order: sorting a large table would take as long as copying it.
    const order = table.name === "ledger.event" ? "order by position" : "";
    const query = client.query(
      to(`copy (select ${table.columns.join(", ")} from ${table.sql} where ${where} ${order}) to stdout`),
    );
    const hash = createHash("sha256");
    let number = 0;
    for await (const bytes of inPieces(query, member_bytes)) {
      hash.update(bytes);
      number += 1;
      yield { name: `${table.name}/${String(number).padStart(6, "0")}`, bytes };
    }
    tables[table.name] = { rows: query.rowCount, sha256: hash.digest("hex") };
  }
  const manifest: Manifest = { id: begin.id, tables, secrets, ...(await readRest(client)) };
  yield json("manifest.json", manifest);
}

async function readRest(client: pg.Client): Promise<Pick<Manifest, "root" | "topup_number">> {
  const { rows } = await client.query<NonNullable<Manifest["root"]>>(
    "select day, position, hash, root from audit.daily_head order by day desc limit 1",
  );
  const { rows: numbers } = await client.query<{ last_value: number }>(
    "select last_value from shop.topup_number",
  );
  return { root: rows[0] ?? null, topup_number: numbers[0]!.last_value };
}

function json(name: string, value: unknown): Member {
  return { name, bytes: Buffer.from(JSON.stringify(value)) };
}
