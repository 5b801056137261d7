import { sql } from "kysely";
import { isCommonPassword } from "#api/auth/common-passwords.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { StartError } from "../postgres/start-error.ts";
import { type AdminShop, makeAdmin, withShop } from "./make-admin.ts";

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
