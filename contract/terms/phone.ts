import { limits } from "./limits.ts";

/**
 * The digits of a number as Ghana dials it: +233, 233 or 00233 becomes the leading 0, also while it is being typed and
 * if a 0 follows, as in +233 (0)24. All digits: cut to ten, a number with one digit too many would be somebody else's.
 */
export function localPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const behindCode = /^(?:00)?233(\d+)$/.exec(digits)?.[1];
  return behindCode === undefined ? digits : `0${behindCode.replace(/^0+/, "")}`;
}

/**
 * "244123456" -> "0244123456": the leading 0 is what people and spreadsheets leave out. Only Ghana's mobile numbers, which
 * continue with 2 or 5, get it back. Anything else stays as `localPhone` reads it.
 */
export function repairPhone(typed: string): string {
  const digits = localPhone(typed);
  return /^[25]\d{8}$/.test(digits) ? `0${digits}` : digits;
}

/** Digits only, at most ten: what a phone field keeps of whatever was typed or pasted. */
export function phoneDigits(typed: string): string {
  return localPhone(typed).slice(0, limits.phone_digits);
}

export function isPhone(digits: string): boolean {
  return /^0\d{9}$/.test(digits);
}

/** "0244123456" -> "233244123456": the form that gateways expect. */
export function internationalPhone(digits: string): string {
  return digits.replace(/^0/, "233");
}

/** "0244123456" -> "024 412 3456", also while it is being typed. */
export function groupPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(" ");
}
