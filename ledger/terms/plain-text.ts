/** Gives a name one spelling: a phone may write é as one character or two, and an apostrophe straight or curled. */
export function spelledName(typed: string): string {
  return typed.normalize("NFC").replaceAll("’", "'");
}

/** Refuses lone surrogates, NUL and other control characters, which break Postgres or CSV. */
export function isClean(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- it matches them on purpose
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}
