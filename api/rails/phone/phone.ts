/**
 * The shop's phone as a rail: an app forwards the messages of mobile money networks, whose customers pay without being asked.
 * The app is capcom6/android-sms-gateway (docs-web/docs/features/webhooks.md, read 2026-11).
 */
import { sql } from "kysely";
import { z } from "zod";
import { type PhoneRail, phoneRails } from "#contract/terms/rails.ts";
import { parseJson } from "../../serve/input.ts";
import { oneAtATime } from "../../serve/tasks.ts";
import { isSigned, type Paying, type Rail } from "../rail.ts";
import { phoneOperations } from "#contract/phone.ts";
import { matchOpen } from "./match-open.ts";
import { settledBalance } from "./phone-report.ts";
import { markSettled, type RailMessage, storeMessage, unsettledMessages } from "./rail-messages.ts";
import { isSenderOf, readMessage } from "./read-message.ts";
import { paymentById } from "#ledger/payments/reads.ts";
import { actAsShop, paymentId, receivePayment } from "../as-shop.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { actOf } from "#ledger/tables/acts.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { RailBalance } from "#ledger/core/rows/payments.ts";

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
      const { data: posted } = envelope.safeParse(parseJson(body));
      const { data: sms } = message.safeParse(posted?.event === "sms:received" ? posted.payload : undefined);
      if (posted) await storeMovement(shop(), posted.deviceId, sms);
      return sms && follow;
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

const portion_rows = 100;

/** Tells the ledger of messages that are proven. Safe to repeat, and by several processes at once. */
async function settleMessages(shop: Paying): Promise<void> {
  for (;;) {
    const messages = await unsettledMessages(shop.db, portion_rows);
    await Promise.all(messages.filter(({ kind }) => kind === "received").map((one) => receive(shop, one)));
    // After what they take back.
    for (const message of messages) if (message.kind === "reversed") await reverse(shop, message);
    await markSettled(
      shop.db,
      messages.map(({ id }) => id),
    );
    if (messages.length < portion_rows) return;
  }
}

async function receive(shop: Paying, { rail, transaction, amount, fee }: RailMessage): Promise<void> {
  const payment = paymentId(rail, transaction);
  if (await receivePayment(shop, { rail, transaction, amount, fee })) await matchOpen(shop, { payment });
  else shop.log.warn({ payment }, "two messages with one transaction ID are not the same payment");
}

/** A payment that the books do not know was taken back before it came into them: the rail's light shows the difference. */
async function reverse(shop: Paying, { rail, reverses, amount }: RailMessage): Promise<void> {
  const payment = paymentId(rail, reverses ?? "");
  const known = await paymentById(shop.db, payment);
  if (known?.amount === amount)
    await actAsShop(shop, "reverse_payment", { payment }, ["payment_decided", "payment_unknown"]);
  else shop.log.warn({ rail }, "a payment was taken back that is not in the books");
}

/**
 * Balance continuity. A network writes the new balance into each message, so a message that tells the truth follows what the
 * wallet held before it. One that does not waits: either another message is missing, or nobody has paid.
 */
interface Followed {
  /** What the wallet holds; null until an admin has said it once. */
  balance: Pesewas | null;
  /** When the phone received the newest proven message. */
  moved_at: string | null;
}

/** Proves as many waiting messages as follow one after the other. Several processes may do this at once. */
async function followBalance(db: Database, rail: PhoneRail): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Followed & { confirmed: number }>`
      select balance, moved_at, confirmed from shop.phone_rail where rail = ${rail} for update`.execute(tx);
    const [before] = rows;
    if (!before) throw new Error(`no row of ${rail}`);
    let followed = await proveFrom(tx, rail, before);
    let { confirmed } = before;
    for (const { position, data } of await confirmations(tx, rail, confirmed)) {
      confirmed = position;
      // Otherwise messages have come meanwhile, and it is no longer what the admin saw.
      if (data.from === followed.balance)
        followed = await proveFrom(tx, rail, { ...followed, balance: data.balance });
    }
    await sql`
      update shop.phone_rail set balance = ${followed.balance}, moved_at = ${followed.moved_at}, confirmed = ${confirmed}
      where rail = ${rail}
        and (balance, moved_at, confirmed) is distinct from
          (${followed.balance}::bigint, ${followed.moved_at}::timestamptz, ${confirmed}::bigint)`.execute(tx);
  });
}

async function proveFrom(tx: Database, rail: PhoneRail, from: Followed): Promise<Followed> {
  let { balance, moved_at } = from;
  while (balance !== null) {
    const { rows } = await sql<{ balance: Pesewas; received_at: string }>`
      update shop.rail_message set state = 'proven', place = nextval('shop.rail_message_place') where id = (
        select id from shop.rail_message where rail = ${rail} and state = 'waiting' and before = ${balance}
        order by received_at, id limit 1)
      returning balance, received_at`.execute(tx);
    const [next] = rows;
    if (!next) break;
    balance = next.balance;
    if (moved_at === null || Date.parse(next.received_at) > Date.parse(moved_at)) moved_at = next.received_at;
  }
  return { balance, moved_at };
}

async function confirmations(
  tx: Database,
  rail: PhoneRail,
  after: number,
): Promise<{ position: number; data: RailBalance }[]> {
  const { rows } = await sql<{ position: number; data: RailBalance }>`
    select e.position, e.data from ledger.act k join ledger.event e on e.position = k.position
    where ${actOf("rail_balance_confirmed")} and k.position > ${after} and e.data ->> 'rail' = ${rail}
    order by e.position`.execute(tx);
  return rows;
}
