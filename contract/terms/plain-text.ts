/** Gives a name one spelling: a phone may write é as one character or two, and an apostrophe straight or curled. */
export function spelledName(typed: string): string {
  return typed.normalize("NFC").replaceAll("’", "'");
}

/**
 * Whether a name in lower case has only letters that nobody mistakes for others: the Latin ones of English, French and
 * Ghana's languages, with accents. A Cyrillic а, a dotless ı or a full-width a could imitate another user.
 */
export function isName(name: string): boolean {
  return /^[\u0300-\u036fa-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u017eɛɔŋɖƒɣʋ._' -]+$/.test(name);
}

/** Refuses lone surrogates, NUL and other control characters, which break Postgres or CSV. */
export function isClean(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- it matches them on purpose
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}
