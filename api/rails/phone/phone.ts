/**
 * The shop's phone as a rail: an app forwards the messages of mobile money networks, whose customers pay without being asked.
 * The app is capcom6/android-sms-gateway (docs-web/docs/features/webhooks.md, read 2026-11).
 */
import { sql } from "kysely";
import { z } from "zod";
import { phoneRails } from "#contract/terms/rails.ts";
import { oneAtATime } from "../../serve/one-at-a-time.ts";
import type { Paying, Rail } from "../rail.ts";
import { phoneOperations } from "#contract/phone.ts";
import { isSigned, parsed } from "../signed-body.ts";
import { followBalance } from "./follow-balance.ts";
import { matchOpen } from "./match-open.ts";
import { settledBalance } from "./phone-report.ts";
import { storeMessage } from "./rail-messages.ts";
import { isSenderOf, readMessage } from "./read-message.ts";
import { settleMessages } from "./settle-messages.ts";

/** @param key What the forwarder signs with; undefined: the phone is off. */
export function openPhone(key: string | undefined, shop: () => Paying): Rail {
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
      const { data: posted } = envelope.safeParse(parsed(body));
      const { data: sms } = message.safeParse(posted?.event === "sms:received" ? posted.payload : undefined);
      if (posted) await storeMovement(shop(), posted.deviceId, sms);
      return sms !== undefined;
    },
    async follow(round) {
      await follow();
      // What admins have decided meanwhile.
      if (round) await matchOpen(shop(), "all");
    },
  };
}

const envelope = z.object({
  event: z.string().max(100),
  deviceId: z.string().max(100).default(""),
  payload: z.unknown(),
});
const message_length_max = 2000;
/** Older versions name the sender phoneNumber. */
const message = z.object({
  message: z.string().max(message_length_max),
  sender: z.string().max(100).nullish(),
  phoneNumber: z.string().max(100).nullish(),
  receivedAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
});

/** Nothing is kept of messages that tell of no movement. Without a message, the phone is alive. */
async function storeMovement(
  { db }: Paying,
  device: string,
  sms: z.output<typeof message> | undefined,
): Promise<void> {
  const movement = sms && readMessage(sms.message);
  const sender = sms?.sender ?? sms?.phoneNumber ?? "";
  const isOfNetwork = phoneRails.some((rail) => isSenderOf(rail, sender));
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
  const state = isSenderOf(movement.rail, sender) ? "waiting" : "foreign";
  await storeMessage(db, { movement, state, receivedAt: sms?.receivedAt, typedBy: null });
}
