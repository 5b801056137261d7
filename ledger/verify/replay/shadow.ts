/** Temporary copies of the projections, which a replay fills. They are compared with the tables or replace them. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { houseAccounts } from "#contract/terms/rails.ts";
import type { Finding } from "./finding.ts";
import { emptySettings } from "#ledger/core/rows/settings.ts";

/** Every table that follows from the log, by its key. */
export const projections = {
  house_account: ["name"],
  wallet: ["user_id"],
  account: ["user_id"],
  order: ["id"],
  topup: ["id"],
  product: ["id"],
  settings: ["id"],
  approval: ["id"],
  payment: ["id"],
  fulfilment: ["id"],
  agent_shop: ["user_id"],
  withdrawal: ["id"],
  reversal: ["entry"],
  sales_by_day: ["user_id", "day", "status"],
  daily_total: ["list", "day", "status"],
  act: ["position"],
  command: ["id"],
} as const;

export type Projection = keyof typeof projections;
const names = Object.keys(projections) as Projection[];

/** Tables of sums: the replay only adds rows and sums them up at the end. Finding each row took a fifth of the replay. */
const sums = ["sales_by_day", "daily_total"] as const;
/** Copies that need no key because no statement looks for a row: sums, and acts and commands, which are filled at the end. */
const keyless = new Set<Projection>([...sums, "act", "command"]);

/** The rows of house accounts before the first event. */
export const emptyHouses = `(name, balance, position) values ${houseAccounts.map((name) => `('${name}', 0, 0)`).join(", ")}`;

/** The row of settings before the first event. */
const settingNames = ["id", ...Object.keys(emptySettings)].join(", ");
export const firstSettings = `(${settingNames}) select ${settingNames}
  from jsonb_populate_record(null::ledger.settings, '${JSON.stringify({ id: true, ...emptySettings })}')`;

/** Without any constraint of the tables: the copies must accept whatever the log says. */
export async function createShadow(client: pg.ClientBase): Promise<void> {
  const tables = names.map((name) => {
    const key = keyless.has(name) ? "" : `alter table pg_temp."${name}" add primary key (${keyOf(name)});`;
    return `create temp table "${name}" on commit drop as table ledger."${name}" with no data; ${key}`;
  });
  await client.query(`
    ${tables.join("\n")}
    insert into pg_temp.house_account ${emptyHouses};
    insert into pg_temp.settings ${firstSettings};
    ${byKey}`);
}

/** The copies have no statistics while they grow, so plans must find each row by its key. */
export const byKey = `
  set local enable_seqscan = off;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local jit = off;`;

/** After a replay: plans that read whole tables, on more than one core. */
export const byTable = `
  set local enable_seqscan = on;
  set local enable_hashjoin = on;
  set local enable_mergejoin = on;
  set local max_parallel_workers_per_gather = 2;
  set local work_mem = '64MB';`;

/** After the replay. Returns the tables that remain to be compared: all, unless the commands are known to be right. */
export async function completeShadow(
  client: pg.ClientBase,
  areCommandsRight: boolean,
): Promise<Projection[]> {
  await client.query(`
    ${byTable}
    ${sums.map(sumUp).join("")}
    insert into pg_temp.act select * from ledger.logged_act;
    ${names.map((name) => `analyze pg_temp."${name}"`).join("; ")}`);
  if (areCommandsRight) return names.filter((name) => name !== "command");
  await fillCommands(client);
  return names;
}

function sumUp(name: (typeof sums)[number]): string {
  return `
    create temp table summed_${name} on commit drop as
      select ${keyOf(name)}, sum(count)::bigint as count, sum(value)::bigint as value, max(position) as position
      from pg_temp.${name} group by ${keyOf(name)};
    drop table pg_temp.${name};
    alter table pg_temp.summed_${name} rename to ${name};`;
}

/**
 * Rows of one table that differ from the log: changed, missing or surplus. Compares byte for byte, because jsonb's own
 * equality treats 1 and 1.0 as the same. `schema`: the schema of the copies.
 */
export async function compare(
  client: pg.ClientBase,
  name: Projection,
  limit: number,
  schema = "pg_temp",
): Promise<Finding[]> {
  const [key] = projections[name];
  const row = projections[name].map((column) => `'${column}=' || coalesce(s.${column}, t.${column})`);
  const { rows } = await client.query<{ row: string; what: string; expected: string; found: string }>(`
    select d.row, difference.*
    from (
      select concat_ws(' ', ${row.join(", ")}) as row, to_jsonb(s) as wanted, to_jsonb(t) as stored,
        s.${key} is null as surplus, t.${key} is null as missing
      from ${schema}."${name}" s full join ${tableOf(name)} t using (${keyOf(name)})
      where s.${key} is null or t.${key} is null or s.* operator(pg_catalog.*<>) t.*
      -- Sorted, so that no plan is chosen for a quick first row: normally there is none.
      order by ${keyOf(name)} limit ${limit}
    ) as d, lateral (
      select 'row' as what, d.wanted::text as expected, 'none' as found where d.missing
      union all select 'row', 'none', d.stored::text where d.surplus
      union all select key, w.value::text, v.value::text
        from jsonb_each(d.wanted) w join jsonb_each(d.stored) v using (key)
        where not d.missing and not d.surplus and w.value::text is distinct from v.value::text
    ) as difference`);
  const findings = new Map<string, Finding>();
  for (const { row, ...difference } of rows) {
    const where = `ledger.${name} ${row}`;
    const finding = findings.get(where) ?? { where, differences: [] };
    finding.differences.push(difference);
    findings.set(where, finding);
  }
  return [...findings.values()];
}

/** Makes one table match the log without touching correct rows. Returns how many rows differed. */
export async function restore(client: pg.ClientBase, name: Projection): Promise<number> {
  const onKey = projections[name].map((column) => `s.${column} = t.${column}`).join(" and ");
  const removed = await client.query(`
    delete from ledger."${name}" t where ${name === "command" ? "events > 0 and" : ""} not exists (
      select from pg_temp."${name}" s where ${onKey} and s.* operator(pg_catalog.*=) t.*)`);
  const added = await client.query(`
    insert into ledger."${name}" select s.* from pg_temp."${name}" s
    where not exists (select from ledger."${name}" t where ${onKey}) order by ${keyOf(name)}`);
  return Math.max(removed.rowCount ?? 0, added.rowCount ?? 0);
}

function keyOf(name: Projection): string {
  return projections[name].join(", ");
}

/** Rejected commands are not in the log. */
function tableOf(name: Projection): string {
  return name === "command" ? `(select * from ledger.command where events > 0)` : `ledger."${name}"`;
}

/**
 * How many commands ledger.command has, if it agrees with the log. Both sides are sums of hashes of (position, command,
 * fingerprint); a row with several events counts once for each of its positions. Each command has exactly one correct row if
 * the sums are equal and the replay counts as many commands. The seed is random, so nobody can prepare rows with the same
 * sum. 0.45 µs of the server's CPU for an event; a hash join took 1.7.
 */
export async function countCommands(client: pg.ClientBase): Promise<number | undefined> {
  const counted = await client.query<{ commands: number; agree: boolean }>(
    `select count(*) as commands, count(rejection) = 0
       and coalesce(sum(events), 0) = (select count(*) from ledger.event) as agree
     from ledger.command where events > 0`,
  );
  if (!counted.rows[0]?.agree) return undefined;
  const seed = randomBytes(8).readBigUInt64BE() >> 1n;
  const sumOf = (
    position: string,
    id: string,
    from: string,
  ) => `(select coalesce(sum(hashint8extended(${position},
    uuid_hash_extended(${id}, hashtextextended(encode(fingerprint, 'hex') collate "C", ${seed})))), 0) from ${from})`;
  const { rows } = await client.query<{ agree: boolean }>(`
    select ${sumOf("position", "command_id", "ledger.event")}
      = ${sumOf("position", "id", "ledger.command where events = 1")}
      + ${sumOf("at", "id", "ledger.command, generate_series(position, position + events - 1) at where events > 1")}
      as agree`);
  return rows[0]?.agree ? counted.rows[0].commands : undefined;
}

/** Fills the copy inside the database: sending the rows from here would cost three times as much. */
export async function fillCommands(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into pg_temp.command (position, id, events, fingerprint)
    select position, command_id,
      coalesce(lead(position) over log, (select max(position) + 1 from ledger.event)) - position, fingerprint
    from (
      select position, command_id, fingerprint, lag(command_id) over (order by position) as before
      from ledger.event
    ) as e
    where before is distinct from command_id
    window log as (order by position);
    analyze pg_temp.command`);
}
