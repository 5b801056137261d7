/**
 * Tells users what happened to their account: a new device, password or phone number, or that they have paid twice. What is to be told is written with
 * the change, in one transaction. A job finds out where it can be told, so nobody who signs in waits for that.
 */
import type { Pool, PoolClient } from "pg";
import type { EventOf, LedgerEvent } from "#ledger/core/events.ts";
import { redBooks } from "#contract/notifications.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import type { SignInHelp } from "#contract/terms/sign-in-help.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { NoticeKind } from "../serve/noting.ts";
import { sealText, type Secrets } from "../serve/secrets.ts";
import type { Composed } from "./compose.ts";
import type { Channel } from "./gateway-health.ts";
import { inTransaction } from "./in-transaction.ts";
import { pushToAdmins } from "./office-pushes.ts";
import { storeMessages } from "./store-messages.ts";
import { type AccountMessageKind, accountTexts } from "#contract/account-messages.ts";
import { fillTemplate } from "#contract/terms/messages.ts";
import { measureSms } from "./segments.ts";

/** Which channels the shop has. */
export type Configured = Record<Channel, boolean>;

export interface Telling {
  secrets: Secrets;
  shopName: string;
  configured: Configured;
}

interface Notice {
  user_id: string;
  kind: NoticeKind;
  detail: { device?: string; before?: string; after?: string; way?: SignInHelp; amount?: string };
  at: string;
}

/** The job: turns the notice into messages, and deletes it in the same transaction. */
export async function tellUser(pool: Pool, telling: Telling, id: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Notice>(
      "delete from shop.notice where id = $1 returning user_id, kind, detail, at",
      [id],
    );
    const [notice] = rows;
    if (!notice) return;
    const [person] = await readPeople(client, [notice.user_id]);
    if (!person || (await hasHeardEnough(client, notice))) return;
    const messages = messagesOf(telling.configured, notice, person);
    await storeMessages(
      client,
      messages.map((message) => accountMessage(telling, message)),
      { hasGateway: telling.configured.sms },
    );
  });
}

/**
 * Bounds what a flood of logins or changes costs. One notice of a user at a time, so that the bound holds. Help with signing
 * in is always told, and has a limit of its own.
 */
async function hasHeardEnough(client: PoolClient, { user_id, kind }: Notice): Promise<boolean> {
  if (kind === "sign_in_help") return false;
  await client.query("select pg_advisory_xact_lock(hashtextextended('tell ' || $1, 0))", [user_id]);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from shop.message
     where user_id = $1 and kind = $2 and created_at > now() - make_interval(hours => $3)`,
    [user_id, kind, serverLimits.account_messages_window_h],
  );
  return (rows[0]?.count ?? 0) >= serverLimits.account_messages_max;
}

export interface Person {
  id: string;
  phone: string;
  email: string;
  isPhoneProved: boolean;
  isEmailProved: boolean;
}

export async function readPeople(client: PoolClient, users: string[]): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `select id, phone, email, phone_proved_at is not null as "isPhoneProved",
       email_proved_at is not null as "isEmailProved"
     from shop."user" where id = any ($1) and not deleted`,
    [users],
  );
  return rows;
}

function messagesOf(configured: Configured, notice: Notice, person: Person): AccountMessage[] {
  const { kind, detail, at } = notice;
  const tell = (places: Place[], text: AccountMessage["text"], values: Record<string, string> = {}) =>
    places.map((place) => ({ kind, user: person.id, at, ...place, text, values }));
  switch (kind) {
    case "new_device":
      // The mail costs nothing, and most new devices are the user's own.
      return tell(placesOf(configured, person, "email"), "newDevice", { device: detail.device ?? "" });
    case "password_changed": {
      // Whoever reads the user's mail may have reset the password with it, so the phone comes first, proved or not.
      const used = { ...configured, email: configured.email && !configured.sms };
      return tell(placesOf(used, person, "sms"), "passwordChanged");
    }
    case "paid_twice":
      return tell(placesOf(configured, person, "sms"), "paidTwice", { amount: detail.amount ?? "" });
    case "phone_changed": {
      // To the old number, to the mail address, and to the new number.
      const number = (recipient: string | undefined): Place[] =>
        configured.sms && recipient !== undefined ? [{ channel: "sms", recipient }] : [];
      const mail = everyPlaceOf(configured, person).filter(({ channel }) => channel === "email");
      return [
        ...tell([...number(detail.before), ...mail], "phoneChanged"),
        ...tell(number(detail.after), "phoneAdded"),
      ];
    }
    case "sign_in_help":
      return tell(everyPlaceOf(configured, person), detail.way === "link" ? "helpLink" : "helpCode");
    default:
      return kind satisfies never;
  }
}

interface Place {
  channel: Channel;
  recipient: string;
}

/** Where to tell a person: a proved address, the preferred channel first, else the phone number, else the email. */
function placesOf(configured: Configured, person: Person, preferred: Channel): Place[] {
  const places = everyPlaceOf(configured, person).map((place) => ({
    ...place,
    isProved: place.channel === "sms" ? person.isPhoneProved : person.isEmailProved,
  }));
  const best =
    places.find(({ channel, isProved }) => isProved && channel === preferred) ??
    places.find(({ isProved }) => isProved) ??
    places[0];
  return best ? [{ channel: best.channel, recipient: best.recipient }] : [];
}

export function everyPlaceOf(configured: Configured, { phone, email }: Person): Place[] {
  return [
    { channel: "sms" as const, recipient: phone },
    { channel: "email" as const, recipient: email },
  ].filter(({ channel, recipient }) => configured[channel] && (channel === "sms" || isMailbox(recipient)));
}

/** Admins that the command line made have no mailbox. */
export function isMailbox(email: string): boolean {
  return !email.endsWith(".invalid");
}

/**
 * Tells every admin of new payment details: to them go all top-ups. In the transaction that moves the checkpoint of
 * messages, so each change is told once.
 */
export async function paymentMessages(
  client: PoolClient,
  telling: Telling,
  events: LedgerEvent[],
): Promise<Composed[]> {
  const changes = events.filter(
    (event): event is EventOf<"payment_details_changed"> => event.type === "payment_details_changed",
  );
  if (changes.length === 0) return [];
  const admins = await readAdmins(client);
  return changes.flatMap(({ data, recorded_at }) =>
    adminMessages(telling, admins, {
      kind: "payment_details",
      text: "paymentDetails",
      values: { momo: groupPhone(data.after.momo_phone_number) },
      at: recorded_at,
    }),
  );
}

/**
 * Tells every admin once for each time that the books do not balance, by push, and by SMS or mail if the shop has these.
 * Any process may hear of it, and again after a restart of the auditor.
 */
export async function tellRedBooks(pool: Pool, telling: Telling): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('red books', 0))");
    const since = `coalesce((select began_at from audit.incident where ended_at is null), now() - interval '1 hour')`;
    const { rows } = await client.query<{ isTold: boolean }>(
      `select exists (select from shop.message where kind = 'red_books' and created_at >= ${since})
         or exists (select from shop.push_delivery where topic = $1 and created_at >= ${since}) as "isTold"`,
      [redBooks.tag],
    );
    if (rows[0]?.isTold) return;
    const at = new Date().toISOString();
    await pushToAdmins(client, redBooks, { position: null, recorded_at: at });
    const admins = await readAdmins(client);
    const messages = adminMessages(telling, admins, { kind: "red_books", text: "redBooks", at });
    await storeMessages(client, messages, { hasGateway: telling.configured.sms });
  });
}

export async function readAdmins(client: PoolClient): Promise<Person[]> {
  const { rows } = await client.query<{ user_id: string }>(
    "select user_id from ledger.account where level = 'Admin' and status = 'Active' and not deleted",
  );
  return readPeople(
    client,
    rows.map(({ user_id }) => user_id),
  );
}

/** To each on the surest channel that there is. */
export function adminMessages(
  telling: Telling,
  admins: Person[],
  message: Pick<AccountMessage, "kind" | "text" | "values" | "at">,
): Composed[] {
  return admins.flatMap((admin) =>
    placesOf(telling.configured, admin, "sms").map((place) =>
      accountMessage(telling, { ...message, ...place, user: admin.id }),
    ),
  );
}

interface AccountMessage {
  kind: AccountMessageKind;
  text: keyof typeof accountTexts;
  values?: Record<string, string>;
  /** Stored sealed: the readable text has stars in its place. */
  code?: string;
  user: string;
  channel: Channel;
  recipient: string;
  /** ISO 8601. */
  at: string;
}

/** To users about their own account, and to admins about the payment details. */
export function accountMessage(
  { shopName, secrets }: { shopName: string; secrets: Secrets },
  { kind, text, values = {}, code, user, channel, recipient, at }: AccountMessage,
): Composed {
  const write = (shown: string) => inOneSegment(accountTexts[text], { ...values, code: shown }, shopName);
  const whole = write(code ?? "");
  return {
    event_position: null,
    kind,
    channel,
    user_id: user,
    recipient,
    text: code === undefined ? whole : write("****"),
    sealed: code === undefined ? null : sealText(secrets.sealing.message, whole),
    segments: channel === "sms" ? measureSms(whole).segments : 0,
    at,
  };
}

/** A long name of the shop is cut. */
export function inOneSegment(template: string, values: Record<string, string>, shopName: string): string {
  const fill = (shop: string) => fillTemplate(template, { ...values, shop });
  let shop = shopName;
  while (shop !== "" && measureSms(fill(shop)).segments > 1) shop = shop.slice(0, -1);
  return fill(shop);
}
