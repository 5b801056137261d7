/** The fields of request bodies. Forms and the server share these rules and their messages. */
import * as v from "valibot";
import { readDay } from "#contract/terms/dates.ts";
import { isErasedName } from "#contract/erasure.ts";
import { limits } from "#contract/terms/limits.ts";
import { parseCedis } from "#contract/terms/money.ts";
import { isPhone, localPhone } from "#contract/terms/phone.ts";
import { isClean, isName, spelledName } from "#contract/terms/plain-text.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { texts } from "#contract/terms/texts.ts";

/** Cedis as number or text with at most two decimals; becomes pesewas. */
export const cedis = v.pipe(
  v.union([v.number(), v.string()], rejectionText({ code: "amount_invalid" })),
  v.transform((typed: string | number): number | undefined => parseCedis(typed)),
  v.number(rejectionText({ code: "amount_invalid" })),
  v.safeInteger(),
);

/** The amount of a top-up, within the specification's bounds; becomes pesewas. */
export const topupAmount = v.pipe(
  cedis,
  v.minValue(limits.topup_amount_min, texts.topupAmountHint),
  v.maxValue(limits.topup_amount_max, rejectionText({ code: "amount_too_large" })),
);

/** A Ghanaian phone number. Spaces, dashes and +233 are removed. */
export const phone = v.pipe(
  v.string("Please enter a phone number"),
  v.maxLength(30, "Please enter a 10-digit phone number"),
  v.transform(localPhone),
  v.check(isPhone, "Please enter a 10-digit phone number"),
);

export const username = v.pipe(
  v.string(texts.allFieldsRequired),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(texts.allFieldsRequired),
  v.maxLength(limits.username_length_max, `At most ${limits.username_length_max} characters`),
  v.transform(spelledName),
  v.check(
    isName,
    "Use the letters of Ghana's languages, digits, spaces, dots, dashes, apostrophes and underscores",
  ),
  v.check((name) => /[a-z0-9\p{L}]/u.test(name), "Use at least one letter or digit"),
  v.check((name) => !isErasedName(name), "This name is reserved. Please choose another"),
);

export const email = v.pipe(
  v.string(texts.allFieldsRequired),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(texts.allFieldsRequired),
  v.maxLength(limits.email_length_max, "Please enter a valid email"),
  v.email("Please enter a valid email"),
);

export const newPassword = v.pipe(
  v.string(texts.allFieldsRequired),
  v.nonEmpty(texts.allFieldsRequired),
  v.minLength(limits.password_length_min, `At least ${limits.password_length_min} characters`),
  v.maxLength(limits.password_length_max, `At most ${limits.password_length_max} characters`),
);

export const httpsNeeded = "Please enter an address that begins with https://";

/** An address that the server calls. The server also checks that it is on the public internet. */
export function calledAddress(length_max: number) {
  return v.pipe(
    anyText(length_max, httpsNeeded),
    v.regex(/^https?:\/\/[^\s@#]+$/i, httpsNeeded),
    v.url(httpsNeeded),
  );
}

/** Free text of limited length, without control characters; may be empty. `otherwise`: what to say if it is no text. */
export function anyText(length_max: number, otherwise = "Please use plain text") {
  return v.pipe(
    v.string(otherwise),
    v.trim(),
    v.maxLength(length_max, `At most ${length_max} characters`),
    v.check(isClean, "Please use plain text"),
  );
}

/** The same, but not empty. */
export function text(length_max: number, required: string = texts.allFieldsRequired) {
  return v.pipe(anyText(length_max, required), v.nonEmpty(required));
}

export const reason = /* @__PURE__ */ text(
  limits.reason_length_max,
  rejectionText({ code: "reason_required" }),
);
export const reasonBody = /* @__PURE__ */ v.object({ reason });

/** A day from 1900 until `today` ("2026-11-21"), as it was typed: 1990-05-17, 17/05/1990 or 17/5/1990. */
export function birthDay(today: string) {
  return v.pipe(
    text(limits.afa_field_length_max, "Please enter the date of birth"),
    v.check((typed) => readDay(typed) !== undefined, "Please enter a real date of birth, such as 17/05/1990"),
    v.check((typed) => (readDay(typed) ?? today) <= today, "The date of birth is in the future"),
    v.check((typed) => (readDay(typed) ?? today) >= limits.birth_day_min, "The date of birth is before 1900"),
  );
}

/** A first or last name; may be empty. */
export const personName = /* @__PURE__ */ anyText(limits.name_length_max);

export const momoTransactionId = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(limits.momo_transaction_id_length_max, "This is too long for a MoMo transaction ID"),
  v.regex(/^[\w.-]*$/, "A MoMo transaction ID has only letters and digits"),
  v.transform((typed) => typed || null),
);

export const uuid = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "Not an id"));

/** Chosen by the client. A command takes effect once under it. */
export const idempotencyKey = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]+$/),
  v.maxLength(limits.idempotency_key_length_max),
);

/** An order's or a request's id: a positive whole number, as text or number. */
export const serial = v.pipe(
  v.union([v.number(), v.string()], "Not an id"),
  v.transform(String),
  v.regex(/^[1-9]\d{0,14}$/, "Not an id"),
  v.transform(Number),
);
