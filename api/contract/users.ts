/** Login, registration, sessions and user records. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { accountStatuses, levels } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { factorCode } from "./second-factor.ts";
import { cedis, email, newPassword, personName, phone, text, username, uuid } from "./fields.ts";

/** POST /user/login */
export const loginBody = v.object({
  userPhone: phone,
  password: v.pipe(
    v.string("Please enter your password"),
    v.nonEmpty("Please enter your password"),
    v.maxLength(limits.password_length_max, "Please enter your password"),
  ),
  /** Where the account asks for a second factor: of the authenticator app, or a recovery code. */
  code: v.optional(factorCode),
});

/** POST /user/register */
export const registerBody = v.object({ username, phone, email, password: newPassword });

/** The repeated password never leaves the page: these are the forms, of which only the body is sent. */
const repeated = { confirmPassword: v.string() };
const isRepeated = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;

export const registerForm = v.pipe(
  v.object({ ...registerBody.entries, ...repeated }),
  v.forward(
    v.check((form) => isRepeated(form), texts.passwordsDiffer),
    ["confirmPassword"],
  ),
);

/** POST /auth/refresh-token */
export const refreshBody = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

/**
 * PUT /user/update-profile. The form's email is not read: it cannot be changed. `password` is the current one, and
 * needed where the phone changes.
 */
export const profileBody = v.object({
  username,
  phone,
  firstName: v.optional(personName),
  lastName: v.optional(personName),
  password: v.optional(v.pipe(v.string(), v.maxLength(limits.password_length_max, texts.passwordWrong)), ""),
});

/** POST /user/forget-password */
export const forgetPasswordBody = v.object({ email });

/** POST /user/reset-password/{token} */
export const resetPasswordBody = v.object({ password: newPassword });

export const resetPasswordForm = v.pipe(
  v.object({ ...resetPasswordBody.entries, ...repeated }),
  v.forward(
    v.check((form) => isRepeated(form), texts.passwordsDiffer),
    ["confirmPassword"],
  ),
);

const level = v.picklist(levels, "Please choose a level");
const accountStatus = v.picklist(accountStatuses, "Please choose a status");

/** PUT /user/{id}/level. `seen`, here and below: what they were when they were looked at, so that nobody is overwritten. */
export const levelBody = v.object({ userLevel: level, seen: v.optional(level) });

/** PUT /user/{id}/status */
export const accountStatusBody = v.object({ status: accountStatus, seen: v.optional(accountStatus) });

/** PUT /user/balance: an admin's credit (positive) or debit (negative). `corrects` names a movement's position. */
export const balanceBody = v.object({
  amount: cedis,
  chosenId: v.pipe(v.string("Please choose a user"), uuid),
  reason: v.optional(text(limits.reason_length_max), "Wallet update by an admin"),
  corrects: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), null),
});

const position = v.number();

/** A user, as in lists, in the feed and for themselves; balance in cedis. */
export const userRecord = v.object({
  _id: v.string(),
  username: v.string(),
  email: v.string(),
  phone: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  userLevel: v.picklist(levels),
  status: v.picklist(accountStatuses),
  isAdmin: v.boolean(),
  balance: v.number(),
  /** ISO 8601, UTC. */
  registeredAt: v.string(),
  /** The higher one of two records of the same user is the newer. */
  position,
});
export type UserRecord = v.InferOutput<typeof userRecord>;

/** What login, registration and refresh answer: the user, and the tokens of this session. */
export const sessionRecord = v.object({
  ...userRecord.entries,
  token: v.string(),
  refreshToken: v.string(),
  apiKey: v.string(),
});
export type SessionRecord = v.InferOutput<typeof sessionRecord>;

/** Where there is nothing to tell but that it was done. */
export const messageAnswer = v.object({ message: v.string() });

/** PUT /user/update-profile; the specification's client reads `data.apiKey`. */
export const profileAnswer = v.object({
  user: userRecord,
  data: v.object({ apiKey: v.string() }),
  message: v.string(),
});
export type ProfileAnswer = v.InferOutput<typeof profileAnswer>;

/** GET and POST /user/api-key: an agent's key for the header X-API-Key, shown to nobody else. */
export const apiKeyAnswer = v.object({
  apiKey: v.string(),
  /** Null where it was never replaced nor used. */
  createdAt: v.nullable(v.string()),
  /** To the minute. */
  lastUsedAt: v.nullable(v.string()),
});

/** GET /user/{id}/account: what an admin looks at of one user. */
export const accountAnswer = v.object({
  user: userRecord,
  isDeleted: v.boolean(),
  registeredAt: v.string(),
  /** To the minute; null if their program has never asked, or they have none. */
  apiKeyUsedAt: v.nullable(v.string()),
  /** Signed-in devices, the latest first. */
  sessions: v.array(
    v.object({ _id: v.string(), createdAt: v.string(), lastSeenAt: v.string(), expiresAt: v.string() }),
  ),
});
export type AccountAnswer = v.InferOutput<typeof accountAnswer>;

/** DELETE /user/{id}/sessions: all, or the one named. */
export const sessionsQuery = v.object({ session: v.optional(uuid) });

export type ApiKeyAnswer = v.InferOutput<typeof apiKeyAnswer>;

/** PUT /user/{id}/level and /status */
export const userAnswer = v.object({ user: userRecord });
export type UserAnswer = v.InferOutput<typeof userAnswer>;

/**
 * PUT /user/balance answers the new balance in cedis and where the log says so. `account` is the user as the feed tells
 * of them. `pending`: nothing has changed yet, another admin must approve first.
 */
export const balanceAnswer = v.object({
  balance: v.number(),
  position,
  account: v.optional(userRecord),
  pending: v.optional(v.literal(true)),
});
export type BalanceAnswer = v.InferOutput<typeof balanceAnswer>;
