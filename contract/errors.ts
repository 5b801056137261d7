/** Every refusal has this shape. */
import * as v from "valibot";
import type { RejectionCode } from "#contract/terms/rejections.ts";

/** A rejection of the ledger, or one of the API's own refusals. */
export type RefusalCode =
  | RejectionCode
  | "input_invalid"
  | "json_malformed"
  | "key_invalid"
  | "reset_link_invalid"
  | "reset_phone_needed"
  | "reset_phone_wrong"
  | "request_malformed"
  | "request_timeout"
  | "expectation_failed"
  | "headers_too_large"
  | "upgrade_required"
  | "unauthorized"
  | "login_failed"
  | "second_factor_needed"
  | "second_factor_wrong"
  | "step_up_needed"
  | "second_factor_required"
  | "password_common"
  | "api_key_invalid"
  | "api_key_refused"
  | "password_wrong"
  | "proof_code_wrong"
  | "origin_refused"
  | "not_found"
  | "command_unknown"
  | "batch_unknown"
  | "move_in_unknown"
  | "move_in_expired"
  | "upload_incomplete"
  | "session_unknown"
  | "body_too_large"
  | "too_many_attempts"
  | "too_many_requests"
  | "too_many_beneficiaries"
  | "message_state"
  | "no_gateway"
  | "prompts_off"
  | "sms_off"
  | "claim_unknown"
  | "message_unread"
  | "message_not_waiting"
  | "balance_moved"
  | "phone_not_proved"
  | "phone_not_promptable"
  | "payment_too_small"
  | "payment_too_large"
  | "signature_wrong"
  | "no_admin_phone"
  | "unexpected"
  | "unavailable"
  | "busy"
  | "not_ready"
  | "metrics_refused"
  | "request_aborted";

export const errorAnswer = v.object({
  /** For people, in the specification's words if it has any. */
  message: v.string(),
  /** For programs: a rejection's code, or one of the API's own. */
  code: v.string(),
  requestId: v.string(),
  /** True if the same request, under a new Idempotency-Key, may be accepted later. */
  transient: v.optional(v.boolean()),
  /** Messages by field of the input, or by failed check if the service is not ready. */
  fields: v.optional(v.record(v.string(), v.string())),
  /** The current status, if the refusal depends on it. */
  status: v.optional(v.string()),
  /** How many cedis the wallet lacks. */
  missing: v.optional(v.number()),
  /** The current price, in cedis. */
  price: v.optional(v.number()),
});
export type ErrorAnswer = v.InferOutput<typeof errorAnswer>;

/** A refusal inside an answer, which has a request id of its own. */
export const refusal = v.omit(errorAnswer, ["requestId"]);
export type Refusal = v.InferOutput<typeof refusal>;
