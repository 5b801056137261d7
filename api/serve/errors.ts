/** Refusals as HTTP: the map from code to status, and the shape of an error. */
import { toCedis } from "#contract/terms/money.ts";
import { isTransient, type Rejection, rejectionText } from "#contract/terms/rejections.ts";
import type { ErrorAnswer, Refusal, RefusalCode } from "#contract/errors.ts";

type Status = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 417 | 422 | 429 | 431 | 500 | 503;

export const statusOf: Record<RefusalCode, Status> = {
  input_invalid: 400,
  json_malformed: 400,
  key_invalid: 400,
  reset_link_invalid: 400,
  reset_phone_needed: 400,
  reset_phone_wrong: 403,
  request_malformed: 400,
  request_timeout: 408,
  expectation_failed: 417,
  headers_too_large: 431,
  upgrade_required: 400,
  unauthorized: 401,
  login_failed: 401,
  second_factor_needed: 401,
  second_factor_wrong: 403,
  step_up_needed: 403,
  second_factor_required: 403,
  password_common: 400,
  api_key_invalid: 401,
  api_key_refused: 403,
  password_wrong: 403,
  proof_code_wrong: 403,
  origin_refused: 403,
  not_found: 404,
  command_unknown: 404,
  batch_unknown: 404,
  move_in_unknown: 404,
  move_in_expired: 409,
  upload_incomplete: 409,
  session_unknown: 404,
  body_too_large: 413,
  too_many_attempts: 429,
  too_many_requests: 429,
  too_many_beneficiaries: 409,
  message_state: 409,
  no_gateway: 409,
  prompts_off: 409,
  sms_off: 409,
  claim_unknown: 404,
  message_unread: 400,
  message_not_waiting: 409,
  balance_moved: 409,
  phone_not_proved: 409,
  phone_not_promptable: 409,
  payment_too_small: 409,
  payment_too_large: 409,
  signature_wrong: 401,
  no_admin_phone: 409,
  unexpected: 500,
  unavailable: 503,
  busy: 503,
  not_ready: 503,
  metrics_refused: 403,
  request_aborted: 400,
  key_reused: 422,
  actor_unknown: 401,
  actor_deleted: 401,
  actor_banned: 403,
  admin_only: 403,
  user_exists: 409,
  phone_taken: 409,
  email_taken: 409,
  username_taken: 409,
  approval_unknown: 404,
  approval_decided: 409,
  user_unknown: 404,
  own_account: 403,
  account_of_admin: 403,
  level_not_grantable: 403,
  last_admin: 409,
  wallet_open: 409,
  wallet_unknown: 404,
  product_unknown: 404,
  network_taken: 409,
  package_unknown: 404,
  form_required: 400,
  recharge_unknown: 404,
  recharge_decided: 409,
  recharge_open: 409,
  order_unknown: 404,
  order_decided: 409,
  orders_mixed: 400,
  orders_not_pending: 409,
  order_open: 409,
  voucher_required: 400,
  voucher_unexpected: 400,
  agents_only: 403,
  customers_only: 403,
  agent_request_open: 409,
  too_many_topups: 429,
  changed_meanwhile: 409,
  reason_required: 400,
  unchanged: 409,
  entry_unknown: 404,
  entry_of_other_wallet: 409,
  amount_invalid: 400,
  amount_too_small: 400,
  amount_too_large: 400,
  payment_known: 409,
  payment_unknown: 404,
  payment_decided: 409,
  payment_differs: 409,
  payment_not_credited: 409,
  reference_taken: 409,
  product_out_of_stock: 409,
  own_price: 409,
  price_changed: 409,
  entry_overcorrected: 409,
  no_other_admin: 409,
  second_admin_needed: 409,
  approval_open: 409,
  insufficient_balance: 409,
  wallet_short: 409,
  business_open: 409,
  wallet_not_empty: 409,
};

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
