/** ledger.command against the log: one row for each run of events with the same command. */
import type pg from "pg";

/**
 * Whether every accepted command's row is what the log says: each event lies among its command's events, and both
 * sides count the same number. 1 µs an event as one hash join; copying the rows first to compare them took 4.
 */
export async function commandsAgree(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ agree: boolean }>(`
    select count(*) = 0 and (select coalesce(sum(events), 0) from ledger.command) = (select count(*) from ledger.event)
      as agree
    from ledger.event e full join (select * from ledger.command where events > 0) c on c.id = e.command_id
    where c.id is null or e.position is null or e.position < c.position or e.position >= c.position + c.events
      or e.fingerprint is distinct from c.fingerprint or c.rejection is not null`);
  return rows[0]?.agree ?? false;
}

/** Fills the copy with what the log says, in the database: through arrays from here it would cost three times as much. */
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
