/**
 * Common passwords, which attackers try first. NIST SP 800-63B requires comparing with such a list and giving the reason
 * for a refusal. The list stays on the server because it is larger than the whole page.
 */
import { dictionary } from "@zxcvbn-ts/language-common";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError } from "../http/errors.ts";

const common = new Set(dictionary["passwords-common"]);

/** Digits and signs after a word ("Password2024!"). Attackers try those too. */
const tail = /[^\p{L}]{1,5}$/u;

interface Person {
  username: string;
  phone: string;
  email: string;
}

/**
 * `field`: of the input, for the message beside it.
 * @throws ApiError 400 password_common if the password is a common one, or the user's own name or number
 */
export function refuseCommonPassword(
  password: string,
  { username, phone, email }: Person,
  field = "password",
): void {
  const refuse = (message: string) =>
    new ApiError("password_common", message, { fields: { [field]: message } });
  const typed = password.normalize("NFKC").toLowerCase();
  const own = [username, phone, email, email.split("@")[0] ?? ""];
  if (own.includes(typed) || own.includes(typed.replace(tail, ""))) throw refuse(texts.passwordOwn);
  if (isCommonPassword(typed)) throw refuse(texts.passwordCommon);
}

export function isCommonPassword(password: string): boolean {
  const typed = password.normalize("NFKC").toLowerCase();
  return common.has(typed) || common.has(typed.replace(tail, "")) || isOneCharacter(typed);
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}
