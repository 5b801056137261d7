/** From what the phone forwards to what the ledger does about it. */
import { sql } from "kysely";
import { phoneRails } from "#ledger/terms/rails.ts";
import { PeriodicTask } from "../../background/periodic-task.ts";
import type { Shop } from "../../context.ts";
import { followBalance } from "./follow-balance.ts";
import type { Forwarded } from "./forwarder.ts";
import { matchOpen } from "./match-open.ts";
import { storeMessage } from "./rail-messages.ts";
import { isSenderOf, readMessage } from "./read-message.ts";
import { settleMessages } from "./settle-messages.ts";

/** For what a process that died has left, and what admins have decided meanwhile. */
export function startFollowing(shop: Shop, pause_ms: number): PeriodicTask {
  const work = async () => {
    await followAll(shop);
    await matchOpen(shop, "all");
  };
  return new PeriodicTask("following the phone's messages", work, shop.log, pause_ms);
}

export async function followAll(shop: Shop): Promise<void> {
  for (const rail of phoneRails) await followBalance(shop.db, rail);
  await settleMessages(shop);
}

/**
 * Returns when what the message says is stored, so that it can be answered: the forwarder sends anything else again, for two
 * days. Nothing is kept of messages that tell of no movement.
 */
export async function hearPhone({ db }: Shop, { device, sms }: Forwarded): Promise<void> {
  const movement = sms && readMessage(sms.message);
  const isOfNetwork = sms !== undefined && phoneRails.some((rail) => isSenderOf(rail, sms.sender));
  const isUnread = isOfNetwork && movement === undefined;
  await sql`
    insert into shop.phone (device, heard_at, message_at, unread, unread_at)
    values (${device}, now(), case when ${isOfNetwork} then now() end, ${Number(isUnread)}, case when ${isUnread} then now() end)
    on conflict (device) do update set heard_at = now(),
      message_at = coalesce(excluded.message_at, phone.message_at),
      unread = phone.unread + excluded.unread, unread_at = coalesce(excluded.unread_at, phone.unread_at)`.execute(
    db,
  );
  if (!movement) return;
  const state = isSenderOf(movement.rail, sms.sender) ? "waiting" : "foreign";
  await storeMessage(db, { movement, state, receivedAt: sms.receivedAt, typedBy: null });
}
