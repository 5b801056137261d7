import { isPassword } from "#api/auth/passwords.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { StartError } from "../postgres/start-error.ts";
import { idOf } from "./author.ts";
import { demoLogins } from "./people.ts";

/** @throws StartError if somebody could sign in with a login of the demo shop, for example in its old data folder */
export async function refuseDemoLogins(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, 1);
  try {
    const users = await openReads(pool)
      .selectFrom("shop.user")
      .select(["id", "phone", "password_hash"])
      .where(
        "id",
        "in",
        demoLogins.map(({ username }) => idOf(username)),
      )
      .where("deleted", "=", false)
      .execute();
    const open = [];
    for (const { username, password } of demoLogins) {
      const user = users.find(({ id }) => id === idOf(username));
      if (user && (await isPassword(password, user.password_hash))) open.push(user.phone);
    }
    if (open.length === 0) return;
    throw new StartError(
      `The database has the demo shop, and its public passwords still work for ${open.join(", ")}: choose an empty folder with DATA_DIR, or set others with npm run admin -- password PHONE.`,
    );
  } finally {
    await pool.end();
  }
}
