/**
 * Passwords that guessing begins with. NIST SP 800-63B asks to compare with such a list and to say why one is refused.
 * The list stays on the server: it is larger than the whole page.
 */
import { dictionary } from "@zxcvbn-ts/language-common";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError } from "../http/errors.ts";

const common = new Set(dictionary["passwords-common"]);

/** Digits and signs put behind a word ("Password2024!"): whoever guesses tries those too. */
const tail = /[^\p{L}]{1,5}$/u;

interface Person {
  username: string;
  phone: string;
  email: string;
}

/** @throws ApiError 400 password_common where the password is among the first that anybody would try */
export function refuseCommonPassword(password: string, { username, phone, email }: Person): void {
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

function refuse(message: string): ApiError {
  return new ApiError("password_common", message, { fields: { password: message } });
}
