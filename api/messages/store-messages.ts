/** Stores messages, and jobs for those that can be sent. */
import type { Pool, PoolClient } from "pg";
import type { MessageState } from "#ledger/terms/statuses.ts";
import type { Composed } from "./compose.ts";
import { enqueue, smsOutbox } from "./outbox.ts";

/**
 * Stores SMS. A message of an event that already has one is left out. Without a gateway or a number, a message is stored but
 * not sent. Returns the ids of the stored messages, in no particular order.
 */
export async function storeMessages(
  client: Pool | PoolClient,
  messages: Composed[],
  { hasGateway }: { hasGateway: boolean },
): Promise<number[]> {
  if (messages.length === 0) return [];
  const states = messages.map(({ recipient }): MessageState =>
    hasGateway && recipient !== "" ? "waiting" : "unsent",
  );
  const column = <K extends keyof Composed>(name: K) => messages.map((message) => message[name]);
  const { rows } = await client.query<{ id: number; state: MessageState }>({
    name: "store_messages",
    text: `
      with stored as (
      insert into shop.message (event_position, kind, channel, user_id, recipient, text, sealed, segments, state,
        answer, created_at, fresh_at, next_at)
      select m.event_position, m.kind, 'sms', m.user_id, m.recipient, m.text, m.sealed, m.segments, m.state,
        case when m.state <> 'unsent' then '' when m.recipient = '' then 'no number to send it to' else 'no gateway' end,
        m.at, m.at, case m.state when 'waiting' then now() end
      from unnest($1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[],
        $9::timestamptz[]) as m (event_position, kind, user_id, recipient, text, sealed, segments, state, at)
      on conflict (event_position, kind) do nothing
      returning id, state, recipient, text
      ), searched as (
        insert into shop.message_search (message_id, words) select id, recipient || ' ' || text from stored
      )
      select id, state from stored`,
    values: [
      column("event_position"),
      column("kind"),
      column("user_id"),
      column("recipient"),
      column("text"),
      column("sealed"),
      column("segments"),
      states,
      column("at"),
    ],
  });
  const waiting = rows.filter(({ state }) => state === "waiting");
  await enqueue(
    client,
    smsOutbox,
    waiting.map(({ id }) => id),
  );
  return rows.map(({ id }) => id);
}
