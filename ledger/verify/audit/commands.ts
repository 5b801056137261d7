/** ledger.command only grows: new rows are compared with their events, old ones by the sum of their hashes. */
import type pg from "pg";
import { compare, fillCommands } from "../replay/shadow.ts";
import type { Finding } from "../replay/finding.ts";
import { rowHash } from "./log-blocks.ts";
import type { AuditState } from "./state.ts";

type CommandSum = Pick<AuditState, "commands" | "commands_sum">;

/** Adds the commands of the events after `from` to the sum, if their rows are correct; else the sum stays the same. */
export async function addCommands(
  client: pg.ClientBase,
  from: AuditState,
  upTo: number,
): Promise<CommandSum> {
  const { rows } = await client.query<{ agree: boolean; commands: number; sum: string }>(
    `select bool_and(c.id is not null and c.rejection is null and e.fingerprint = c.fingerprint
         and e.position >= c.position and e.position < c.position + c.events) as agree,
       count(*) filter (where e.position = c.position) as commands,
       ($3::numeric + coalesce(sum(${rowHash("c")}) filter (where e.position = c.position), 0))::text as sum
     from ledger.event e left join ledger.command c on c.id = e.command_id
     where e.position > $1::bigint and e.position <= $2::bigint`,
    [from.position, upTo, from.commands_sum],
  );
  const { agree, commands, sum } = rows[0]!;
  // No count equals -1, so every look finds the difference and names it.
  if (!agree) return { commands: -1, commands_sum: from.commands_sum };
  return { commands: from.commands < 0 ? -1 : from.commands + commands, commands_sum: sum };
}

/** Rows that differ from the log, up to its end. */
export async function commandFindings(
  client: pg.ClientBase,
  state: AuditState,
  limit: number,
): Promise<Finding[]> {
  const { rows } = await client.query<{ commands: number; sum: string; events: number }>(
    `select count(*) as commands, coalesce(sum(${rowHash("c")}), 0)::text as sum,
       coalesce(sum(events), 0)::bigint as events
     from ledger.command c where events > 0`,
  );
  const { commands, sum, events } = rows[0]!;
  const isSame = commands === state.commands && sum === state.commands_sum && events === state.position;
  if (isSame) return [];
  await client.query(`create temp table command (like ledger.command) on commit drop`);
  await fillCommands(client);
  const findings = await compare(client, "command", limit);
  // They were wrong when they were added and have been repaired.
  if (findings.length === 0)
    await client.query("update audit.state set commands = $1, commands_sum = $2", [commands, sum]);
  return findings;
}
