/** A forgotten password: a link by email, a code by SMS, and help from support. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { signInHelps } from "#contract/terms/sign-in-help.ts";
import { texts } from "#contract/terms/texts.ts";
import { email, newPassword, phone, uuid } from "./fields.ts";
import { messageAnswer, operationsOf } from "./operation.ts";
import { proofBody } from "./proofs.ts";
import { isRepeated, repeated } from "./sessions.ts";

/** GET /user/forget-password: what the shop can send. */
export const resetWays = v.object({ email: v.boolean(), sms: v.boolean() });
export type ResetWays = v.InferOutput<typeof resetWays>;

export const forgetPasswordBody = v.object({ email });

export const resetCodeBody = v.object({ phone });

export const resetLinkAnswer = v.object({
  /** Nobody has proved the address that the link went to, so setting the password also takes the phone number. */
  needsPhone: v.boolean(),
});
export type ResetLinkAnswer = v.InferOutput<typeof resetLinkAnswer>;

export const resetPasswordBody = v.object({ password: newPassword, phone: v.optional(phone) });

export const resetPasswordForm = v.pipe(
  v.object({ ...resetPasswordBody.entries, ...repeated }),
  v.forward(
    v.check((form) => isRepeated(form), texts.passwordsDiffer),
    ["confirmPassword"],
  ),
);

export const resetByCodeBody = v.object({ phone, ...proofBody.entries, password: newPassword });

export const resetByCodeForm = v.pipe(
  v.object({ ...resetByCodeBody.entries, ...repeated }),
  v.forward(
    v.check((form) => isRepeated(form), texts.passwordsDiffer),
    ["confirmPassword"],
  ),
);

/** The code is for the admin to read out; without one, a link is on its way. */
export const signInHelpAnswer = v.object({
  message: v.string(),
  code: v.optional(v.string()),
  /** Until when the code works (ISO 8601, UTC). */
  expiresAt: v.optional(v.string()),
  position: v.number(),
});
export type SignInHelpAnswer = v.InferOutput<typeof signInHelpAnswer>;

const minutes = limits.proof_code_ms / 60_000;

export const passwordResetOperations = /* @__PURE__ */ operationsOf("Sessions", {
  readResetWays: {
    call: "GET /user/forget-password",
    summary: "Read how the shop can help with a forgotten password",
    access: "anyone",
    answer: resetWays,
  },
  forgetPassword: {
    call: "POST /user/forget-password",
    summary: "Request a link to set a new password",
    description: "The answer is the same whether or not an account has this address.",
    access: "anyone",
    body: forgetPasswordBody,
    limited: true,
    answer: messageAnswer,
    refusals: ["no_gateway"],
  },
  requestResetCode: {
    call: "POST /user/forget-password/sms",
    summary: "Request a code by SMS to set a new password",
    description: `The answer is the same whether or not an account has this number. A code works for ${minutes} minutes, and only the last one does. A second request within a minute sends nothing.`,
    access: "anyone",
    body: resetCodeBody,
    limited: true,
    answer: messageAnswer,
    refusals: ["no_gateway"],
  },
  readResetLink: {
    call: "GET /user/reset-password/{token}",
    summary: "Read what a link to set a new password asks for",
    access: "anyone",
    params: { token: v.string() },
    answer: resetLinkAnswer,
    refusals: ["reset_link_invalid"],
  },
  resetPassword: {
    call: "POST /user/reset-password/{token}",
    summary: "Set a new password with the token of the link",
    description:
      "The link works once, for 30 minutes. Setting the password ends all sessions. If nobody has proved the address that the link went to, it also takes the account's `phone`; after five wrong ones the link no longer works.",
    access: "anyone",
    params: { token: v.string() },
    body: resetPasswordBody,
    limited: true,
    answer: messageAnswer,
    refusals: ["reset_link_invalid", "reset_phone_needed", "reset_phone_wrong", "password_common"],
  },
  resetPasswordByCode: {
    call: "POST /user/reset-password",
    summary: "Set a new password with a code",
    description: `The code came by SMS, or support has read it out. It works once, for ${minutes} minutes; after ${limits.proof_code_attempts_max} wrong attempts a new code is needed. An unknown phone and a wrong code get the same answer. Setting the password ends all sessions.`,
    access: "anyone",
    body: resetByCodeBody,
    limited: true,
    answer: messageAnswer,
    refusals: ["proof_code_wrong", "password_common"],
  },
  helpSignIn: {
    call: "POST /user/{id}/sign-in-help",
    tag: "Users",
    summary: "Help a user who cannot sign in",
    description:
      "Sends a link for a new password to the user's email, or answers a code for the admin to read out. Always asks for step-up, is told to the user by SMS, email and push, and is never possible for an admin's account. The log has who did it, without link or code.",
    params: { id: uuid },
    body: v.object({ way: v.picklist(signInHelps) }),
    command: true,
    limited: true,
    stepUp: "sometimes",
    answer: signInHelpAnswer,
    refusals: ["user_unknown", "own_account", "account_of_admin", "no_gateway", "proof_code_wrong"],
  },
});
