/** Phone, email and username belong to one account each: the unique index decides, and its name says what was taken. */
import { brokenConstraint } from "#ledger/store/errors.ts";
import type { RejectionCode } from "#ledger/terms/rejections.ts";
import { refused } from "../errors.ts";

const takenByConstraint: Record<string, RejectionCode> = {
  user_phone: "phone_taken",
  user_email: "email_taken",
  user_username: "username_taken",
};

/** The refusal where an attached write broke one of those indexes; any other error as it is. */
export function takenBy(error: unknown): unknown {
  const code = takenByConstraint[brokenConstraint(error) ?? ""];
  return code ? refused({ code }) : error;
}
