/** Signing in and out, registration, and the devices on which a user is signed in. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { invite } from "./admin-invites.ts";
import { email, newPassword, phone, username, uuid } from "./fields.ts";
import { messageAnswer, operationsOf } from "./operation.ts";
import { factorCode, password } from "./second-factor.ts";
import { userRecord } from "./user-list.ts";
import { sessionEntry } from "./users.ts";

export const loginBody = v.object({
  userPhone: phone,
  password,
  /** For an account with a second factor: a code of the authenticator app, or a recovery code. */
  code: v.optional(factorCode),
});

export const registerBody = v.object({
  username,
  phone,
  email,
  password: newPassword,
  /** Makes them an admin. */
  invite: v.optional(invite),
});

/** The forms also have the repeated password, which is never sent. */
export const repeated = { confirmPassword: v.string() };

export const isRepeated = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;

export const registerForm = v.pipe(
  v.object({ ...registerBody.entries, ...repeated }),
  v.forward(
    v.check((form) => isRepeated(form), texts.passwordsDiffer),
    ["confirmPassword"],
  ),
);

export const changePasswordBody = v.object({
  currentPassword: v.pipe(
    v.string(texts.allFieldsRequired),
    v.nonEmpty(texts.allFieldsRequired),
    v.maxLength(limits.password_length_max, texts.passwordWrong),
  ),
  newPassword,
});

export const changePasswordForm = v.pipe(
  v.object({ ...changePasswordBody.entries, ...repeated }),
  v.forward(
    v.check(({ newPassword, confirmPassword }) => newPassword === confirmPassword, texts.passwordsDiffer),
    ["confirmPassword"],
  ),
);

/** What login, registration and refresh answer: the user, and the tokens of this session. */
export const sessionRecord = v.object({
  ...userRecord.entries,
  token: v.string(),
  /** Empty if it went out as a cookie. */
  refreshToken: v.string(),
  apiKey: v.string(),
  /** An admin who can do nothing before they set up a second factor, because the shop requires it. */
  lacksFactor: v.optional(v.literal(true)),
});
export type SessionRecord = v.InferOutput<typeof sessionRecord>;

/** GET /user/sessions: the newest first. */
export const ownSessionsAnswer = v.array(
  v.object({
    ...sessionEntry.entries,
    /** The session that asks. */
    isThis: v.boolean(),
  }),
);
export type OwnSessionsAnswer = v.InferOutput<typeof ownSessionsAnswer>;

export const sessionOperations = /* @__PURE__ */ operationsOf("Sessions", {
  login: {
    call: "POST /user/login",
    summary: "Sign in",
    description:
      "An unknown phone and a wrong password get the same answer. If the account has a second factor, the password alone gets `second_factor_needed`: send it again with the `code`. `token` is valid for 15 minutes, `refreshToken` until midnight in Accra. With the header `X-Refresh-Token: cookie` the refresh token is an HttpOnly cookie in place of the one in the answer, where it is empty.",
    access: "anyone",
    body: loginBody,
    limited: true,
    answer: sessionRecord,
    refusals: [
      "login_failed",
      "second_factor_needed",
      "second_factor_wrong",
      "actor_banned",
      "origin_refused",
    ],
  },
  register: {
    call: "POST /user/register",
    summary: "Register and sign in",
    access: "anyone",
    body: registerBody,
    command: true,
    limited: true,
    status: 201,
    answer: sessionRecord,
    refusals: [
      "password_common",
      "invite_invalid",
      "login_failed",
      "second_factor_needed",
      "actor_banned",
      "user_exists",
      "phone_taken",
      "email_taken",
      "username_taken",
      "origin_refused",
    ],
  },
  refreshToken: {
    call: "POST /auth/refresh-token",
    summary: "Exchange the refresh token for new tokens",
    description:
      "A refresh token works once. If it is used again more than 10 seconds later, the session ends, because somebody else may have the token. With the header `X-Refresh-Token: cookie` an empty `token` stands for the cookie's, and the new one goes out as the cookie.",
    access: "anyone",
    /** An empty `token` stands for the cookie's. */
    body: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
    answer: sessionRecord,
    refusals: ["unauthorized", "actor_banned", "origin_refused"],
  },
  logout: {
    call: "POST /user/logout",
    summary: "End this session",
    access: "signed-in-or-banned",
    command: true,
    answer: messageAnswer,
    refusals: ["origin_refused"],
  },
  logoutEverywhere: {
    call: "POST /user/logout-everywhere",
    summary: "End all sessions of this user",
    access: "signed-in-or-banned",
    command: true,
    answer: messageAnswer,
    refusals: ["origin_refused"],
  },
  changePassword: {
    call: "POST /user/change-password",
    summary: "Change your own password",
    description:
      "Needs the current password. A wrong one is refused with 403 and counts as an attempt. This session stays, and all others of the user end. Links to set a new password stop working.",
    access: "signed-in",
    body: changePasswordBody,
    command: true,
    limited: true,
    noted: "password change",
    answer: messageAnswer,
    refusals: ["password_wrong", "password_common"],
  },
  listOwnSessions: {
    call: "GET /user/sessions",
    summary: "List the devices on which you are signed in",
    access: "signed-in",
    answer: ownSessionsAnswer,
  },
  endOwnSession: {
    call: "DELETE /user/sessions/{id}",
    summary: "Sign one of your devices out",
    description: "Takes effect at once, on open sockets too.",
    access: "signed-in",
    params: { id: uuid },
    command: true,
    answer: messageAnswer,
    refusals: ["session_unknown"],
  },
});
