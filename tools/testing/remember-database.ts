import type { ClientBase } from "pg";

/** Saves the database; the returned function ends the writers' connections, as a restore does, and puts it back. */
export async function rememberDatabase(owner: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ name: string; kept: string }>(
    `select format('%I.%I', schemaname, tablename) as name, format('kept.%I', schemaname || '_' || tablename) as kept
     from pg_tables where schemaname in ('ledger', 'shop')`,
  );
  await owner.query("create schema kept");
  for (const { name, kept } of rows) await owner.query(`create table ${kept} as select * from ${name}`);
  return async () => {
    await owner.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'cedibook writer'",
    );
    await owner.query("alter table ledger.event disable trigger append_only");
    await owner.query(`truncate ${rows.map(({ name }) => name).join(", ")} cascade`);
    await owner.query("set session_replication_role = replica");
    for (const { name, kept } of rows)
      await owner.query(`insert into ${name} overriding system value select * from ${kept}`);
  };
}
