import { isCommonPassword } from "#api/auth/common-passwords.ts";
import { texts } from "#ledger/terms/texts.ts";
import { StartError } from "../postgres/start-error.ts";
import { makeAdmin, withShop } from "./make-admin.ts";

/** Makes the first admin from ADMIN_PHONE and ADMIN_PASSWORD if the shop has no admin. */
export async function ensureFirstAdmin(
  databaseUrl: string,
  login: { phone: string; password: string },
  log: (line: string) => void,
): Promise<void> {
  await withShop(databaseUrl, async (shop) => {
    const admins = await shop.db
      .selectFrom("ledger.account")
      .select("user_id")
      .where("level", "=", "Admin")
      .where("deleted", "=", false)
      .execute();
    if (admins.length > 0) return;
    if (isCommonPassword(login.password)) throw new StartError(`ADMIN_PASSWORD: ${texts.passwordCommon}`);
    await makeAdmin(shop, login);
    log(`Made the first admin: ${login.phone}.`);
  });
}
