/** Asking somebody who is signed in for their password again. */
import type { Door } from "../serve/door.ts";
import { texts } from "#contract/terms/texts.ts";
import { ApiError } from "../serve/errors.ts";
import { isPassword } from "./passwords.ts";

/**
 * `field`: where the body has the password, so that the refusal is shown there.
 * @throws ApiError 403 if it is wrong, 503 if too many passwords are waiting
 */
export async function requireOwnPassword(
  { db }: Door,
  user: string,
  password: string,
  field = "password",
): Promise<void> {
  const row = await db
    .selectFrom("shop.user")
    .select("password_hash")
    .where("id", "=", user)
    .executeTakeFirst();
  if (await isPassword(password, row?.password_hash)) return;
  const message = texts.passwordWrong;
  throw new ApiError("password_wrong", message, { fields: { [field]: message } });
}
