/** One name has one spelling: a phone writes é as one sign or as two, and an apostrophe straight or curled. */
export function spelledName(typed: string): string {
  return typed.normalize("NFC").replaceAll("’", "'");
}

/** Refuses NUL and other control characters, which Postgres or a CSV would choke on, and lone surrogates. */
export function isClean(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- they are what it looks for
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}
