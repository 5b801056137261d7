/** What the command line can do with accounts. It uses the API's role and goes through the ledger. */
import { placeholderEmail, placeholderName } from "#contract/terms/placeholder-email.ts";
import { randomUUID } from "node:crypto";
import { deletionWrites, newLevelWrites, newStatusWrites } from "#api/auth/admin-rights.ts";
import { insertUserWrite } from "#api/auth/unique-fields.ts";
import { replaceApiKeyWrite } from "#api/serve/api-keys.ts";
import { newPasswordWrites } from "#api/auth/password-resets.ts";
import { endAllSessionsWrites } from "#api/auth/sessions.ts";
import { hashPassword } from "#api/auth/passwords.ts";
import { turnOffWrites } from "#api/auth/second-factor.ts";
import { migrateJobs } from "#api/messages/jobs.ts";
import { type CommandType, type Intents, makeCommand } from "#ledger/decide/command.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { hasHadTwoAdmins, readLimits } from "#ledger/approvals/reads.ts";
import { type Database, openReads } from "#ledger/tables/open-reads.ts";
import { type SideWrite, Writer } from "#ledger/log/writer.ts";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import type { AdminWord } from "#contract/terms/statuses.ts";
import { openToolPool } from "../migrate/tool-pool.ts";
import { StartError } from "../postgres/start-error.ts";
import { sql } from "kysely";
import { isCommonPassword } from "#api/auth/common-passwords.ts";
import { passwordTexts } from "#contract/password-texts.ts";

export interface AdminShop {
  db: Database;
  writer: Writer;
  /** Whether the shop's server has a gateway or a mail server, so that users can be told of a new password. */
  canTell: boolean;
}

export async function withShop<T>(
  databaseUrl: string,
  work: (shop: AdminShop) => Promise<T>,
  { canTell = false } = {},
): Promise<T> {
  // The server may not have been started yet.
  if (canTell) await makeQueue(databaseUrl);
  const pool = createPool(databaseUrl, 2);
  const writer = new Writer({ url: databaseUrl });
  try {
    return await work({ db: openReads(pool), writer, canTell });
  } finally {
    await writer.close();
    await pool.end();
  }
}

async function makeQueue(databaseUrl: string): Promise<void> {
  const pool = openToolPool(databaseUrl, "admin");
  await migrateJobs(pool).finally(() => pool.end());
}

/** Makes the user with this phone number an admin with this password. Registers them if they are unknown. */
export async function makeAdmin(
  shop: AdminShop,
  { phone, password }: { phone: string; password: string },
): Promise<string> {
  const hashed = await hashPassword(password);
  const known = await findUser(shop, phone);
  if (!known) {
    const user = randomUUID();
    await submit(shop, "register_user", { user, level: "Admin" }, [
      insertUserWrite(
        user,
        { username: placeholderName(phone), phone, email: placeholderEmail(placeholderName(phone)) },
        hashed,
      ),
    ]);
    return madeAdmin(shop, phone);
  }
  if (known.status === "Banned") await submit(shop, "change_status", { user: known.id, status: "Active" });
  if (known.level !== "Admin")
    // An agent's API key ends together with their level. It must not come back if they become an agent again.
    await submit(shop, "change_level", { user: known.id, level: "Admin" }, [replaceApiKeyWrite(known.id)]);
  await setPassword(shop, known.id, hashed);
  return madeAdmin(shop, phone);
}

async function madeAdmin({ db }: AdminShop, phone: string): Promise<string> {
  const made = `${phone} is an admin.`;
  const limits = await readLimits(db);
  const isSet = limits.correction_limit !== null && limits.topup_limit !== null;
  if (isSet || !(await hasHadTwoAdmins(db))) return made;
  return `${made} The shop has two admins now: set the amounts above which it takes both in Other Info.`;
}

/** Sets the password of the user with this phone number and ends all their sessions. */
export async function resetPassword(
  shop: AdminShop,
  { phone, password }: { phone: string; password: string },
): Promise<string> {
  const { id } = await knownUser(shop, phone);
  await setPassword(shop, id, await hashPassword(password));
  return `${phone} has a new password.`;
}

/** Lets the user with this phone number sign in with the password alone. */
export async function turnOffSecondFactor(shop: AdminShop, phone: string): Promise<string> {
  const { id } = await knownUser(shop, phone);
  await submit(shop, "change_profile", { user: id, fields: ["second factor"] }, turnOffWrites(id));
  return `${phone} signs in with the password alone.`;
}

/** What two admins decide about a third in the office. Where there is no third, whoever runs the server does it. */
export const decisions = {
  async demote(shop: AdminShop, phone: string): Promise<string> {
    const { id } = await knownUser(shop, phone);
    await submit(shop, "change_level", { user: id, level: "Customer" }, newLevelWrites(id, "Customer"));
    return `${phone} is a customer.`;
  },
  async ban(shop: AdminShop, phone: string): Promise<string> {
    const { id } = await knownUser(shop, phone);
    await submit(shop, "change_status", { user: id, status: "Banned" }, newStatusWrites(id));
    return `${phone} is banned.`;
  },
  async unban(shop: AdminShop, phone: string): Promise<string> {
    const { id } = await knownUser(shop, phone);
    await submit(shop, "change_status", { user: id, status: "Active" }, newStatusWrites(id));
    return `${phone} is no longer banned.`;
  },
  async delete(shop: AdminShop, phone: string): Promise<string> {
    const { id } = await knownUser(shop, phone);
    await submit(shop, "delete_user", { user: id }, deletionWrites(id));
    return `${phone} is deleted.`;
  },
} satisfies Record<Exclude<AdminWord, "make">, unknown>;

/** The log names the command line as the actor. Nobody credits their own wallet in the page. */
export async function creditWallet(
  shop: AdminShop,
  { phone, amount, reason }: { phone: string; amount: Pesewas; reason: string },
): Promise<string> {
  const { id } = await knownUser(shop, phone);
  const command = { user: id, amount, reason: `${reason} (command line)`, corrects: null };
  const [event] = await submit(shop, "correct_balance", command);
  return `The wallet of ${phone} holds ${formatCedis(event?.balance_after ?? 0)}.`;
}

async function knownUser(shop: AdminShop, phone: string) {
  const known = await findUser(shop, phone);
  if (!known) throw new StartError(`No user is registered with ${phone}.`);
  return known;
}

async function findUser({ db }: AdminShop, phone: string) {
  return db
    .selectFrom("shop.user as u")
    .innerJoin("ledger.account as a", "a.user_id", "u.id")
    .select(["u.id", "a.level", "a.status"])
    .where("u.phone", "=", phone)
    .where("u.deleted", "=", false)
    .where("a.deleted", "=", false)
    .executeTakeFirst();
}

async function setPassword(shop: AdminShop, user: string, hashed: string): Promise<void> {
  await submit(shop, "end_sessions", { user, session: null }, [
    ...newPasswordWrites(user, hashed, { isTold: shop.canTell }),
    ...endAllSessionsWrites(user),
  ]);
}

async function submit<T extends CommandType>(
  { writer }: AdminShop,
  type: T,
  intent: Intents[T],
  sideWrites: SideWrite[] = [],
): Promise<LedgerEvent[]> {
  const command = makeCommand({
    type,
    intent,
    actor: "system",
    id: randomUUID(),
    fingerprint: "00".repeat(16),
  });
  const outcome = await writer.submit(command, { sideWrites });
  if (!outcome.accepted) throw new StartError(rejectionText(outcome.rejection));
  return outcome.events;
}

/**
 * Makes the first admin from ADMIN_PHONE and ADMIN_PASSWORD if the shop has no admin. Says so if these are missing, or if
 * they are not used.
 */
export async function ensureFirstAdmin(
  databaseUrl: string,
  login: { phone: string; password: string } | undefined,
  log: (line: string) => void,
): Promise<void> {
  await withShop(databaseUrl, (shop) =>
    // Processes that open an empty shop at the same moment wait for each other: the second one finds the admin.
    shop.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`.execute(tx);
      await makeIfMissing(shop, login, log);
    }),
  );
}

async function makeIfMissing(
  shop: AdminShop,
  login: { phone: string; password: string } | undefined,
  log: (line: string) => void,
): Promise<void> {
  const admins = await shop.db
    .selectFrom("ledger.account as a")
    .innerJoin("shop.user as u", "u.id", "a.user_id")
    .select("u.phone")
    .where("a.level", "=", "Admin")
    .where("a.deleted", "=", false)
    .execute();
  if (admins.length > 0) {
    if (login && !admins.some(({ phone }) => phone === login.phone))
      log(
        `ADMIN_PHONE is not used, because the shop has an admin. To make another: npm run admin -- make ${login.phone}`,
      );
    return;
  }
  if (!login) return log("The shop has no admin yet. To make one: npm run admin -- make PHONE");
  if (isCommonPassword(login.password))
    throw new StartError(`ADMIN_PASSWORD: ${passwordTexts.passwordCommon}`);
  await makeAdmin(shop, login);
  log(`Made the first admin: ${login.phone}.`);
}
