/** Users: their records, level, status, sessions and wallet, as admins work with them. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { accountStatuses, levels } from "#contract/terms/statuses.ts";
import { cedis, text, uuid } from "./fields.ts";
import { operationsOf, positionedMessage } from "./operation.ts";
import { userRecord } from "./user-list.ts";

const level = v.picklist(levels, "Please choose a level");

const accountStatus = v.picklist(accountStatuses, "Please choose a status");

/**
 * PUT /user/{id}/level. `seen`, here and below: the value that the admin saw. If it has changed since, the call is
 * refused.
 */
export const levelBody = v.object({ userLevel: level, seen: v.optional(level) });

/** PUT /user/balance: an admin's credit (positive) or debit (negative). `corrects` is the position of a movement. */
export const balanceBody = v.object({
  amount: cedis,
  chosenId: v.pipe(v.string("Please choose a user"), uuid),
  reason: v.optional(text(limits.reason_length_max), "Wallet update by an admin"),
  corrects: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), null),
});

/** What an admin must enter in our own page: an amount other than zero, and a reason. In pesewas. */
export const correctionForm = v.object({
  ...balanceBody.entries,
  amount: v.pipe(
    cedis,
    v.check((amount) => amount !== 0, rejectionText({ code: "amount_invalid" })),
  ),
  reason: text(limits.reason_length_max, "Please give a reason. It stays in the log permanently."),
});

const position = v.number();

/** One signed-in device. */
export const sessionEntry = v.object({
  _id: v.string(),
  /** "Chrome on Android"; empty if it is not known. */
  device: v.string(),
  createdAt: v.string(),
  /** To about 15 minutes. */
  lastSeenAt: v.string(),
  expiresAt: v.string(),
});

/** GET /user/{id}/account: one user, as an admin sees them. */
export const accountAnswer = v.object({
  user: userRecord,
  isDeleted: v.boolean(),
  /** When they proved with a code that the phone and the email are theirs; null if they have not. */
  phoneProvedAt: v.nullable(v.string()),
  emailProvedAt: v.nullable(v.string()),
  /** When a deleted user's personal data is erased, or was if `isErased`; null if they are not deleted. */
  erasesAt: v.nullable(v.string()),
  isErased: v.boolean(),
  registeredAt: v.string(),
  /** To the minute; null if the key was never used, or if they have none. */
  apiKeyUsedAt: v.nullable(v.string()),
  /** Signed-in devices, the most recent first. */
  sessions: v.array(sessionEntry),
});
export type AccountAnswer = v.InferOutput<typeof accountAnswer>;

/** PUT /user/{id}/level, /admin and /status. `pending`: nothing has changed yet, another admin must approve first. */
export const userAnswer = v.object({ user: userRecord, pending: v.optional(v.literal(true)) });
export type UserAnswer = v.InferOutput<typeof userAnswer>;

/**
 * PUT /user/balance answers the new balance in cedis and the position of the change. `account` is the user as the feed
 * sends them. `pending`: nothing has changed yet, another admin must approve first.
 */
export const balanceAnswer = v.object({
  balance: v.number(),
  position,
  account: v.optional(userRecord),
  pending: v.optional(v.literal(true)),
});
export type BalanceAnswer = v.InferOutput<typeof balanceAnswer>;

const deletionAnswer = v.object({ ...positionedMessage.entries, pending: v.optional(v.literal(true)) });
export type DeletionAnswer = v.InferOutput<typeof deletionAnswer>;

/** Of changes of what a user may do. */
const rightsRefusals = [
  "user_unknown",
  "own_account",
  "last_admin",
  "changed_meanwhile",
  "unchanged",
  "no_other_admin",
  "approval_open",
  "approval_decided",
] as const;

export const userOperations = /* @__PURE__ */ operationsOf("Users", {
  changeBalance: {
    call: "PUT /user/balance",
    summary: "Credit or debit a wallet",
    description:
      "A negative amount debits, but never below zero. `corrects` is the position of the movement that is corrected. If the amount, or what the admin did alone within 24 hours (corrections, and what was bought below prices that they had just cut), is above the limit set in Extras, nothing changes until another admin approves: the answer is `pending`. While that waits, the same admin cannot ask for the same change with the same reason again.",
    body: balanceBody,
    command: true,
    answer: balanceAnswer,
    refusals: [
      "amount_invalid",
      "amount_too_large",
      "user_unknown",
      "own_account",
      "wallet_unknown",
      "entry_unknown",
      "entry_of_other_wallet",
      "approval_decided",
      "entry_overcorrected",
      "wallet_short",
      "approval_open",
    ],
  },
  deleteUser: {
    call: "DELETE /user/delete/{id}",
    summary: "Delete a user",
    description:
      "Refused while the wallet holds money, or an order or request is open. Their phone, email and username can be used by somebody else at once. After 30 days their personal data is erased, and `deleted-NUMBER` takes the place of the username. The log has only ids and keeps what happened. An admin is deleted with the approval of another one: the answer is `pending`, and nothing has changed.",
    params: { id: uuid },
    command: true,
    stepUp: "sometimes",
    answer: deletionAnswer,
    refusals: [
      "user_unknown",
      "own_account",
      "last_admin",
      "no_other_admin",
      "approval_open",
      "approval_decided",
      "business_open",
      "wallet_not_empty",
    ],
  },
  readAccount: {
    call: "GET /user/{id}/account",
    summary: "Read one user with their sessions",
    params: { id: uuid },
    answer: accountAnswer,
    refusals: ["user_unknown"],
  },
  endUserSessions: {
    call: "DELETE /user/{id}/sessions",
    summary: "Sign a user out",
    description: "Ends all sessions, or only the given `session`. Takes effect at once, on open sockets too.",
    params: { id: uuid },
    query: v.object({ session: v.optional(uuid) }),
    command: true,
    answer: positionedMessage,
    refusals: ["session_unknown", "user_unknown"],
  },
  changeLevel: {
    call: "PUT /user/{id}/level",
    summary: "Change a user's level",
    description:
      "Nobody becomes an Admin this way. Taking an Admin's rights away needs the approval of another admin, who is not the one concerned: the answer is `pending`, and nothing has changed. It asks for step-up only if the shop turned that on.",
    params: { id: uuid },
    body: levelBody,
    command: true,
    stepUp: "sometimes",
    answer: userAnswer,
    refusals: [...rightsRefusals, "level_not_grantable"],
  },
  changeAdmin: {
    call: "PUT /user/{id}/admin",
    summary: "Make a user an admin, or take these rights away",
    description:
      "Always asks for step-up. Once the shop has had two admins, both need the approval of another admin, who is not the one concerned: the answer is `pending`, and nothing has changed. Where no other admin could approve it, it is refused with the command that does it on the server. A user who becomes an admin is signed out everywhere, and their API key ends.",
    params: { id: uuid },
    /** Without admin rights the user is a Customer. */
    body: v.object({ isAdmin: v.boolean(), seen: v.optional(level) }),
    command: true,
    stepUp: "sometimes",
    answer: userAnswer,
    refusals: rightsRefusals,
  },
  changeStatus: {
    call: "PUT /user/{id}/status",
    summary: "Ban a user, or lift the ban",
    description:
      "Takes effect at once, on open sockets too. A ban ends all sessions and the API key for good: afterwards the user signs in again, and gets a new key. For an admin, both need the approval of another admin, who is not the one concerned: the answer is `pending`, and nothing has changed.",
    params: { id: uuid },
    body: v.object({ status: accountStatus, seen: v.optional(accountStatus) }),
    command: true,
    stepUp: "sometimes",
    answer: userAnswer,
    refusals: rightsRefusals,
  },
});
