/** Stores messages, and jobs for those that can be sent. */
import type { Pool, PoolClient } from "pg";
import type { MessageState } from "#contract/terms/statuses.ts";
import type { Composed } from "./compose.ts";
import type { Channel } from "./gateway-health.ts";
import { enqueue, outboxOf } from "./outbox.ts";

/**
 * A message of an event that already has one is left out. Without a gateway or a number, an SMS is stored but not sent.
 * Emails are made only where a mail server is. Returns the ids of the stored messages, in no particular order.
 */
export async function storeMessages(
  client: Pool | PoolClient,
  messages: Composed[],
  { hasGateway }: { hasGateway: boolean },
): Promise<number[]> {
  if (messages.length === 0) return [];
  const states = messages.map(({ channel, recipient }): MessageState =>
    channel === "email" || (hasGateway && recipient !== "") ? "waiting" : "unsent",
  );
  const column = <K extends keyof Composed>(name: K) => messages.map((message) => message[name]);
  const { rows } = await client.query<{ id: number; channel: Channel; state: MessageState }>({
    name: "store_messages",
    text: `
      with stored as (
      insert into shop.message (event_position, kind, channel, user_id, recipient, text, sealed, segments, state,
        answer, created_at, fresh_at, next_at)
      select m.event_position, m.kind, m.channel, m.user_id, m.recipient, m.text, m.sealed, m.segments, m.state,
        case when m.state <> 'unsent' then '' when m.recipient = '' then 'no number to send it to' else 'no gateway' end,
        m.at, m.at, case m.state when 'waiting' then now() end
      from unnest($1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[],
        $9::timestamptz[], $10::text[]) as m (event_position, kind, user_id, recipient, text, sealed, segments, state, at, channel)
      on conflict (event_position, kind) do nothing
      returning id, channel, state, recipient, text
      ), searched as (
        insert into shop.message_search (message_id, words) select id, recipient || ' ' || text from stored
      )
      select id, channel, state from stored`,
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
      column("channel"),
    ],
  });
  for (const channel of ["sms", "email"] as const) {
    const waiting = rows.filter((row) => row.channel === channel && row.state === "waiting");
    await enqueue(client, outboxOf(channel), waiting);
  }
  return rows.map(({ id }) => id);
}
