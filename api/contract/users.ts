/** Users: their records, level, status, sessions and wallet, as admins work with them. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { accountStatuses, levels } from "#ledger/terms/statuses.ts";
import { positionedMessage } from "./answers.ts";
import { cedis, text, uuid } from "./fields.ts";
import { cursorText, listOrPage, oneOf, onlyMine, pageLimit, searchText, textCursor } from "./lists.ts";
import type { Operation } from "./operation.ts";

/** GET /user and /user/account-balances. Search is over username, phone and email. */
export const usersQuery = v.object({
  limit: pageLimit,
  /** The moment of registration in microseconds since 1970, and an id. */
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, cursorText)),
  ),
  search: searchText,
  mine: onlyMine,
  status: /* @__PURE__ */ oneOf("status", accountStatuses),
  userLevel: /* @__PURE__ */ oneOf("userLevel", levels),
});

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

const ownOnly =
  "Everybody for an admin; anybody else, and with `mine=1`, gets the same shape with their own row alone. With `limit` the answer is a page. `search` is a part of username, phone or email.";

export const userListOperations = {
  listUsers: {
    method: "GET",
    path: "/user",
    tag: "Users",
    summary: "List users",
    description: ownOnly,
    access: "signed-in",
    byKey: true,
    query: usersQuery,
    answer: /* @__PURE__ */ listOrPage(userRecord, textCursor),
  },
  listBalances: {
    method: "GET",
    path: "/user/account-balances",
    tag: "Users",
    summary: "List users with their balances",
    description: ownOnly,
    access: "signed-in",
    query: usersQuery,
    answer: /* @__PURE__ */ listOrPage(userRecord, textCursor),
  },
  exportUsers: {
    method: "GET",
    path: "/user/users.csv",
    tag: "Users",
    summary: "The users that a filter leaves, as a file",
    access: "admin",
    query: usersQuery,
    download: true,
    answer: { media: "text/csv" },
  },
} as const satisfies Record<string, Operation>;

export const userOperations = {
  changeBalance: {
    method: "PUT",
    path: "/user/balance",
    tag: "Users",
    summary: "Credit or debit a wallet",
    description:
      "A negative amount debits, never below zero. `corrects` names the position of the movement that is corrected. Above the limit that Extras sets, or where the admin's own corrections of 24 hours come above it together, nothing changes until another admin approves: `pending`.",
    access: "admin",
    body: balanceBody,
    command: true,
    answer: balanceAnswer,
    refusals: [
      "amount_invalid",
      "amount_too_large",
      "user_unknown",
      "wallet_unknown",
      "entry_unknown",
      "entry_of_other_wallet",
      "approval_decided",
      "entry_overcorrected",
      "wallet_short",
    ],
  },
  deleteUser: {
    method: "DELETE",
    path: "/user/delete/{id}",
    tag: "Users",
    summary: "Delete a user",
    description:
      "Refused while the wallet holds money, or an order or request is open. What the log says of the user stays; phone, email and username are free for somebody else.",
    access: "admin",
    params: { id: uuid },
    command: true,
    answer: positionedMessage,
    refusals: ["user_unknown", "own_account", "last_admin", "business_open", "wallet_not_empty"],
  },
  readAccount: {
    method: "GET",
    path: "/user/{id}/account",
    tag: "Users",
    summary: "One user with their sessions",
    access: "admin",
    params: { id: uuid },
    answer: accountAnswer,
    refusals: ["user_unknown"],
  },
  endUserSessions: {
    method: "DELETE",
    path: "/user/{id}/sessions",
    tag: "Users",
    summary: "Sign a user out",
    description: "Everywhere, or the one `session` only. Acts at once, on open sockets too.",
    access: "admin",
    params: { id: uuid },
    query: sessionsQuery,
    command: true,
    answer: positionedMessage,
    refusals: ["user_unknown"],
  },
  changeLevel: {
    method: "PUT",
    path: "/user/{id}/level",
    tag: "Users",
    summary: "Change a user's level",
    access: "admin",
    params: { id: uuid },
    body: levelBody,
    command: true,
    answer: userAnswer,
    refusals: [
      "user_unknown",
      "own_account",
      "level_not_grantable",
      "last_admin",
      "changed_meanwhile",
      "unchanged",
    ],
  },
  changeStatus: {
    method: "PUT",
    path: "/user/{id}/status",
    tag: "Users",
    summary: "Ban a user, or let them in again",
    description: "Acts at once, on open sockets too.",
    access: "admin",
    params: { id: uuid },
    body: accountStatusBody,
    command: true,
    answer: userAnswer,
    refusals: ["user_unknown", "own_account", "last_admin", "changed_meanwhile", "unchanged"],
  },
} as const satisfies Record<string, Operation>;
