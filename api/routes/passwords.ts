/** A forgotten password: a link by mail, and the new password it sets. */
import * as v from "valibot";
import { texts } from "#ledger/terms/texts.ts";
import { countAttempt } from "../auth/attempts.ts";
import { refuseCommonPassword } from "../auth/common-passwords.ts";
import { hashPassword } from "../auth/passwords.ts";
import { findReset, hashToken, newPasswordWrites, tokenPattern } from "../auth/password-resets.ts";
import { endAllSessionsWrite } from "../auth/sessions.ts";
import { performUnder } from "../http/command.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import { ApiError } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";

export function passwordRoutes(shop: Shop, serve: Serve): void {
  serve(operations.forgetPassword, async (c, { body }) => {
    const { email } = body;
    await countAttempt(shop, c, "forget", email);
    // A job, whoever asks: neither the words nor how long they take tell whether anybody has this address.
    if (!(await shop.messages.askForReset(email)))
      shop.log.warn("a password reset was asked for, but no mail is configured: nothing was sent");
    return { message: texts.resetEmailSent };
  });

  serve(operations.resetPassword, async (_c, { params, body }) => {
    const { password } = body;
    const token = v.safeParse(v.pipe(v.string(), v.regex(tokenPattern)), params.token);
    const user = token.success ? await findReset(shop.db, token.output) : undefined;
    if (!token.success || user === undefined) throw linkRefused();
    refuseCommonPassword(password, await readPerson(shop, user));
    const hashed = await hashPassword(password);
    // The link itself is the command's key: used again with the same password it is a retry, with another it is spent.
    await performUnder(shop, hashToken(token.output).toString("hex"), {
      type: "end_sessions",
      intent: { user, session: null },
      actor: user,
      scope: "password reset",
      body: { password },
      also: [...newPasswordWrites(user, hashed, token.output), endAllSessionsWrite(user)],
    }).catch((error: unknown) => {
      throw error instanceof ApiError && error.answer.code === "key_reused" ? linkRefused() : error;
    });
    shop.principals.forgetUser(user);
    return { message: texts.passwordReset };
  });
}

function readPerson(shop: Shop, user: string) {
  return shop.db
    .selectFrom("shop.user")
    .select(["username", "phone", "email"])
    .where("id", "=", user)
    .executeTakeFirstOrThrow();
}

function linkRefused(): ApiError {
  return new ApiError("reset_link_invalid", texts.resetLinkInvalid);
}
