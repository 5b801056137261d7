/** Restores a chain of backup files into an empty, migrated database, in one transaction, with the owner's login. */
import { createHash, type Hash } from "node:crypto";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { type CopyStreamQuery, from } from "pg-copy-streams";
import { z } from "zod";
import { restoreAll } from "#ledger/verify/rebuild.ts";
import { sumFindings } from "#ledger/verify/verify.ts";
import { findingText } from "#ledger/verify/replay/finding.ts";
import { replayLog } from "#ledger/verify/replay/replay.ts";
import { inTransaction } from "#ledger/verify/replay/transaction.ts";
import { asRefusal, chooseChain, type ChosenChain, RestoreRefused } from "./chain.ts";
import {
  type BackupHead,
  type Begin,
  beginSchema,
  type Manifest,
  manifestSchema,
  type Member,
  open,
  readTar,
} from "./format.ts";
import type { BackupStore } from "./store.ts";
import { type BackupTable, putBackIndexes, tablesQuery, takeAwayIndexes, wholeTables } from "./tables.ts";

export interface RestoreJob {
  /** The owner's, of an empty database that has the newest migrations. */
  client: pg.Client;
  store: BackupStore;
  /** The private key: "AGE-SECRET-KEY-…". */
  identity: string;
  /** Restore up to this file instead of all that there is. */
  upTo?: string | undefined;
  /** Called with the data folder's files before the restore is final. */
  keepSecrets?: ((secrets: Record<string, string>) => Promise<void>) | undefined;
}

export interface RestoreReport {
  head: BackupHead;
  /** Everything that was committed by then was restored. */
  made_at: string;
  files: number;
  root: Manifest["root"];
}

/** @throws RestoreRefused, and then the database is as before */
export async function restore(job: RestoreJob): Promise<RestoreReport> {
  const chain = await chooseChain(job.store, job.identity, job.upTo);
  const { client } = job;
  return inTransaction(client, "read committed", async () => {
    await client.query("lock table ledger.head in access exclusive mode");
    await requireEmpty(client);
    const { rows: tables } = await client.query<BackupTable>(tablesQuery);
    const taken = await takeAwayIndexes(client, tables);
    for (const { name, sql } of tables)
      if (name.startsWith("shop.")) await client.query(`delete from ${sql}`);
    const last = await loadChain(job, chain, tables);
    await putBackIndexes(client, taken);
    // The replay is made for pipelining, and COPY does not work with it. Nothing is under way here.
    Object.assign(client, { pipeline: true });
    await makeProjections(client, last.begin.head);
    await finish(client, chain, last.manifest);
    await job.keepSecrets?.(last.manifest.secrets);
    return {
      head: last.begin.head,
      made_at: last.begin.made_at,
      files: chain.names.length,
      root: last.manifest.root,
    };
  });
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select (select position from ledger.head) = 0 and not exists (select from ledger.event)
      and not exists (select from ledger.command) and not exists (select from ledger.account)
      and not exists (select from shop."user") as empty`);
  if (!rows[0]?.empty)
    throw new RestoreRefused("the database is not empty: a backup can only be restored into a new database");
}

interface Loaded {
  begin: Begin;
  manifest: Manifest;
}

async function loadChain(job: RestoreJob, chain: ChosenChain, tables: BackupTable[]): Promise<Loaded> {
  let last: Loaded | undefined;
  for (const name of chain.names) {
    last = await loadFile(job, { name, tables, before: last }).catch((error: unknown) => {
      throw asRefusal(name, error);
    });
  }
  return last!;
}

async function loadFile(
  { client, store, identity }: RestoreJob,
  { name, tables, before }: { name: string; tables: BackupTable[]; before: Loaded | undefined },
): Promise<Loaded> {
  let begin: Begin | undefined;
  let manifest: Manifest | undefined;
  let current: TableLoad | undefined;
  const found: Manifest["tables"] = {};
  const end = async () => {
    if (current) found[current.table.name] = await current.end();
    current = undefined;
  };
  try {
    for await (const member of readTar(open(store.get(name), identity))) {
      if (manifest) throw new RestoreRefused(`${name} goes on after its manifest`);
      if (begin === undefined) {
        begin = parse(beginSchema, member, { name, wanted: "begin.json" });
        await checkBegin(client, begin, { name, before });
      } else if (member.name === "manifest.json") {
        await end();
        manifest = parse(manifestSchema, member, { name, wanted: "manifest.json" });
      } else {
        const table = tableOf(member, begin, { name, tables });
        if (current?.table !== table) await end();
        current ??= await TableLoad.start(client, table, before === undefined);
        await current.add(member.bytes);
      }
    }
    if (!begin || !manifest) throw new RestoreRefused(`${name} is half a file: it has no manifest`);
  } catch (error) {
    await current?.giveUp();
    throw error;
  }
  for (const table of tables)
    if (table.name in begin.tables)
      found[table.name] ??= await (await TableLoad.start(client, table, before === undefined)).end();
  checkManifest(manifest, found, { name, begin });
  return { begin, manifest };
}

function parse<T>(
  schema: z.ZodType<T>,
  member: Member,
  { name, wanted }: { name: string; wanted: string },
): T {
  const problem = (why: string) => new RestoreRefused(`${name} is not a backup of this version: ${why}`);
  if (member.name !== wanted) throw problem(`${member.name} is where ${wanted} should be`);
  const result = schema.safeParse(JSON.parse(member.bytes.toString()));
  if (!result.success) throw problem(z.prettifyError(result.error));
  return result.data;
}

async function checkBegin(
  client: pg.Client,
  begin: Begin,
  { name, before }: { name: string; before: Loaded | undefined },
): Promise<void> {
  if (begin.previous !== (before?.begin.id ?? null) || begin.after !== (before?.begin.head.position ?? 0))
    throw new RestoreRefused(
      `${name} does not continue the file before it: there is a gap, or it is of another log`,
    );
  const { rows } = await client.query<{ names: string[] }>(
    "select array(select name::text from public.kysely_migration order by name) as names",
  );
  const names = rows[0]!.names;
  if (names.join() === begin.migrations.join()) return;
  throw new RestoreRefused(
    `${name} was made by a Cedibook with the migrations up to ${begin.migrations.at(-1)}, and this one goes up to ` +
      `${names.at(-1)}: restore with that version into a new database, then update.`,
  );
}

function tableOf(
  member: Member,
  begin: Begin,
  { name, tables }: { name: string; tables: BackupTable[] },
): BackupTable {
  const table = tables.find((one) => member.name.startsWith(`${one.name}/`));
  if (!table || begin.tables[table.name]?.join() !== table.columns.join())
    throw new RestoreRefused(`${name} has ${member.name}, which does not fit into this database`);
  return table;
}

function checkManifest(
  manifest: Manifest,
  found: Manifest["tables"],
  { name, begin }: { name: string; begin: Begin },
): void {
  if (manifest.id !== begin.id) throw new RestoreRefused(`${name} ends with the manifest of another file`);
  for (const table of new Set([...Object.keys(begin.tables), ...Object.keys(manifest.tables)])) {
    const [wanted, got] = [manifest.tables[table], found[table]];
    if (wanted === undefined || wanted.rows !== got?.rows || wanted.sha256 !== got.sha256)
      throw new RestoreRefused(`${name} is damaged: the rows of ${table} are not those of its manifest`);
  }
}

/** Copies the rows of one table of one file: a full backup's into the table, a tail's over the rows that are there. */
class TableLoad {
  readonly table: BackupTable;
  readonly #client: pg.Client;
  readonly #isDirect: boolean;
  readonly #copy: CopyStreamQuery;
  readonly #hash: Hash = createHash("sha256");
  /** Whether or not somebody waits for it at that moment. */
  readonly #failed: Promise<never>;
  #isOver = false;

  private constructor(client: pg.Client, table: BackupTable, isDirect: boolean) {
    this.#client = client;
    this.table = table;
    this.#isDirect = isDirect;
    const into = isDirect ? table.sql : "pg_temp.tail_rows";
    this.#copy = client.query(from(`copy ${into} (${table.columns.join(", ")}) from stdin`));
    this.#failed = new Promise((_, reject) => this.#copy.once("error", reject));
    this.#failed.catch(() => (this.#isOver = true));
  }

  static async start(client: pg.Client, table: BackupTable, isFull: boolean): Promise<TableLoad> {
    // Events and commands are only ever added.
    const isDirect = isFull || table.name.startsWith("ledger.");
    if (!isDirect) await client.query(`create temp table tail_rows (like ${table.sql}) on commit drop`);
    return new TableLoad(client, table, isDirect);
  }

  async add(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    const written = new Promise<void>((resolve, reject) =>
      this.#copy.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
    await Promise.race([this.#failed, written]);
  }

  async end(): Promise<{ rows: number; sha256: string }> {
    this.#copy.end();
    await Promise.race([this.#failed, finished(this.#copy)]);
    this.#isOver = true;
    if (!this.#isDirect) await this.#putOver();
    return { rows: this.#copy.rowCount, sha256: this.#hash.digest("hex") };
  }

  /** Without this, whatever the connection is asked next would wait for the end of the copy. */
  async giveUp(): Promise<void> {
    if (this.#copy.destroyed || this.#isOver) return;
    const closed = new Promise<void>((resolve) => this.#copy.once("close", resolve));
    this.#copy.destroy();
    await closed;
  }

  async #putOver(): Promise<void> {
    const { sql, name, key, columns } = this.table;
    const onKey = key.map((column) => `t.${column} = n.${column}`).join(" and ");
    const rest = wholeTables.has(name)
      ? `not exists (select from pg_temp.tail_rows n where ${onKey})`
      : "false";
    // Foreign keys and unique columns are away until the end, so the order of the rows does not matter.
    await this.#client.query(`
      delete from ${sql} t where ${rest} or exists (select from pg_temp.tail_rows n where ${onKey});
      insert into ${sql} (${columns.join(", ")}) overriding system value select ${columns.join(", ")} from pg_temp.tail_rows;
      drop table pg_temp.tail_rows`);
  }
}

/** Replays the log: every hash, version and balance is checked, and the projections are made from it. */
async function makeProjections(client: pg.Client, head: BackupHead): Promise<void> {
  const { finding, head: replayed, commands } = await replayLog(client, () => undefined);
  if (finding) throw new RestoreRefused(`the log in the backup is broken: ${findingText(finding)}`);
  if (replayed.position !== head.position || replayed.hash !== head.hash)
    throw new RestoreRefused(
      `the log in the backup ends at ${replayed.position}, ${replayed.hash}, and its manifest says ${head.position}, ${head.hash}`,
    );
  await restoreAll(client, replayed, commands);
  const [wrong] = await sumFindings(client);
  if (wrong) throw new RestoreRefused(`the books do not balance: ${findingText(wrong)}`);
}

async function finish(client: pg.Client, chain: ChosenChain, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ day: string }>(
    `select day from audit.daily_head h where not exists (
       select from ledger.event e where e.position = h.position and encode(e.hash, 'hex') = h.hash) limit 1`,
  );
  if (rows[0])
    throw new RestoreRefused(`the published head of ${rows[0].day} is not in the log of the backup`);
  // What an erasure deleted after the full backup is here again. The shop erases it within minutes.
  await client.query(
    `update shop."user" set erased_at = null, receivers_erased_at = null where greatest(erased_at, receivers_erased_at) >= $1`,
    [chain.made_at],
  );
  // The counts of the statistics and the searches belong to the log that was shipped with them, and go on from there.
  await client.query("select setval('shop.topup_number', $1)", [manifest.topup_number]);
  const { rows: counted } = await client.query<{ text: string }>(`
    select format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
      c.oid::regclass, a.attname, a.attname, c.oid::regclass) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attnum > 0 and c.relkind = 'r' and c.relnamespace = 'shop'::regnamespace
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`);
  for (const { text } of counted) await client.query(text);
}
