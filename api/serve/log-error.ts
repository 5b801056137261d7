/** How an error is written into the log. */

/**
 * Only what says what happened. Errors of connections carry the connection with them, and with it the password of the
 * database's login.
 */
export function logError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code: unknown = Reflect.get(error, "code");
  const { message, stack } = error;
  return { type: error.constructor.name, ...(typeof code === "string" && { code }), message, stack };
}
