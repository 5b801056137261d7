/** The shop's phone as a rail: an app forwards the messages of mobile money networks, whose customers pay without being asked. */
import { sql } from "kysely";
import { phoneRails } from "#ledger/terms/rails.ts";
import { oneAtATime } from "../../../background/one-at-a-time.ts";
import type { Shop } from "../../../context.ts";
import { phoneOperations } from "../../../contract/phone.ts";
import type { Rail } from "../rail.ts";
import { isSigned } from "../signed-body.ts";
import { followBalance } from "./follow-balance.ts";
import { type Forwarded, readForwarded } from "./forwarder.ts";
import { matchOpen } from "./match-open.ts";
import { settledBalance } from "./phone-report.ts";
import { storeMessage } from "./rail-messages.ts";
import { isSenderOf, readMessage } from "./read-message.ts";
import { settleMessages } from "./settle-messages.ts";

/** @param key What the forwarder signs with; undefined: the phone is off. */
export function openPhone(key: string | undefined, shop: () => Shop): Rail {
  const follow = oneAtATime(async () => {
    for (const rail of phoneRails) await followBalance(shop().db, rail);
    await settleMessages(shop());
  });
  return {
    name: "phone",
    accounts: phoneRails,
    isOn: key !== undefined,
    whyOff: ["sms_off", "This shop takes no messages from a phone"],
    webhook: phoneOperations.hearPhone,
    pause_ms: 5000,
    balance: (account) => settledBalance(shop().db, account),
    // The signature covers the body as it was sent, followed by the timestamp.
    hasSigned: (body, header) =>
      key !== undefined &&
      isSigned({ algorithm: "sha256", key }, header("x-signature"), [body, header("x-timestamp") ?? ""]),
    async hear(body) {
      const forwarded = readForwarded(body);
      if (forwarded) await storeForwarded(shop(), forwarded);
      return forwarded?.sms !== undefined;
    },
    async follow(round) {
      await follow();
      // What admins have decided meanwhile.
      if (round) await matchOpen(shop(), "all");
    },
  };
}

/** Nothing is kept of messages that tell of no movement. */
async function storeForwarded({ db }: Shop, { device, sms }: Forwarded): Promise<void> {
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
