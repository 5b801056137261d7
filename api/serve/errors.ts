/** Refusals as HTTP. */
import { toCedis } from "#contract/terms/money.ts";
import { isTransient, type Rejection, rejectionText } from "#contract/terms/rejections.ts";
import { type ErrorAnswer, type Refusal, type RefusalCode, type Status, statusOf } from "#contract/errors.ts";

/** A handler throws it to refuse a request. It must not contain secrets. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: Status;
  readonly answer: Refusal;
  /** Seconds until the same request may be accepted, if that is known. */
  readonly retryAfter_s: number | undefined;

  constructor(code: RefusalCode, message: string, more: Partial<ErrorAnswer> = {}, retryAfter_s?: number) {
    super(message);
    this.retryAfter_s = retryAfter_s;
    this.status = statusOf[code];
    this.answer = { message, code, ...more };
  }
}

export function refused(rejection: Rejection): ApiError {
  const { code, status, missing, price, wait_s } = rejection;
  const more = {
    transient: isTransient(code),
    ...(status === undefined ? {} : { status }),
    ...(missing === undefined ? {} : { missing: toCedis(missing) }),
    ...(price === undefined ? {} : { price: toCedis(price) }),
  };
  return new ApiError(code, rejectionText(rejection), more, wait_s);
}

export const unauthorized = () => new ApiError("unauthorized", "Please sign in again");

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
