import { limits } from "./limits.ts";

/** Digits only, at most ten: what a phone field keeps of whatever was typed or pasted. +233/233 becomes the leading 0. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const local = /^233\d{9}$/.test(digits) ? `0${digits.slice(3)}` : digits;
  return local.slice(0, limits.phone_digits);
}

export function isPhone(digits: string): boolean {
  return /^0\d{9}$/.test(digits);
}

/** "0244123456" -> "233244123456": how gateways want a number. */
export function internationalPhone(digits: string): string {
  return digits.replace(/^0/, "233");
}

/** "0244123456" -> "024 412 3456", also while it is being typed. */
export function groupPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(" ");
}
