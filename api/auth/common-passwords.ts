/**
 * Common passwords, which attackers try first. NIST SP 800-63B requires comparing with such a list and giving the reason
 * for a refusal. The list stays on the server because it is larger than the whole page.
 */
import { dictionary } from "@zxcvbn-ts/language-common";
import { passwordTexts } from "#contract/password-texts.ts";
import { ApiError } from "../serve/errors.ts";
import type { Named } from "./unique-fields.ts";

const common = new Set(dictionary["passwords-common"]);

/** Digits and signs after a word ("Password2024!"). Attackers try those too. */
const tail = /[^\p{L}]{1,5}$/u;

/** What this shop is about: a stranger who attacks it would try these (OWASP ASVS 6.1.2). Beside the shop's own name. */
const shopWords =
  "cedibook customer agent superagent admin administrator ghana accra kumasi cedi cedis momo mobilemoney mtn mtnmomo telecel airteltigo wallet airtime bundle databundle voucher topup".split(
    " ",
  );

/**
 * `shopName`: as users see it. `field`: of the input, for the message beside it.
 * @throws ApiError 400 password_common if the password is a common one, or a word of the shop, or the user's own name or
 * number
 */
export function refuseCommonPassword(
  shopName: string,
  password: string,
  { username, phone, email }: Named,
  field = "password",
): void {
  const refuse = (message: string) =>
    new ApiError("password_common", message, { fields: { [field]: message } });
  const typed = password.normalize("NFKC").toLowerCase();
  const own = [username, phone, email, email.split("@")[0] ?? ""];
  if (own.includes(typed) || own.includes(typed.replace(tail, ""))) throw refuse(passwordTexts.passwordOwn);
  if (isCommonPassword(typed) || isShopWord(typed, shopName)) throw refuse(passwordTexts.passwordCommon);
}

export function isCommonPassword(password: string): boolean {
  const typed = password.normalize("NFKC").toLowerCase();
  return common.has(typed) || common.has(typed.replace(tail, "")) || isOneCharacter(typed);
}

function isShopWord(typed: string, shopName: string): boolean {
  const words = new Set([shopName.normalize("NFKC").toLowerCase(), ...shopWords].map(lettersOf));
  return words.has(lettersOf(typed.replace(tail, "")));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\d]/gu, "");
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}
