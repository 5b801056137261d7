/** A user's own account: profile, API key, statement, and the names they gave to numbers. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { movementKinds } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import { email, personName, phone, text, username } from "./fields.ts";
import {
  days,
  listOrPage,
  listOwner,
  month,
  numberCursor,
  pageCursor,
  pageLimit,
  queryInOrder,
  searchText,
} from "./lists.ts";
import { operationsOf } from "./operation.ts";
import { userRecord } from "./user-list.ts";

/**
 * PUT /user/update-profile. An email in the form is ignored, because it cannot be changed: it is only taken by an account that
 * was made without one. `password` is the current one, and is needed if the phone changes or an email is added.
 */
export const profileBody = v.object({
  username,
  phone,
  email: v.fallback(v.optional(email), undefined),
  firstName: v.optional(personName),
  lastName: v.optional(personName),
  password: v.optional(v.pipe(v.string(), v.maxLength(limits.password_length_max, texts.passwordWrong)), ""),
});

/** An email that is added to an account without one. */
export const addedEmail = v.object({ email });

/** PUT /user/update-profile; the specification's client reads `data.apiKey`. */
const profileAnswer = v.object({
  user: userRecord,
  data: v.object({ apiKey: v.string() }),
  message: v.string(),
});
export type ProfileAnswer = v.InferOutput<typeof profileAnswer>;

/** GET and POST /user/api-key: an agent's key for the header X-API-Key. Only the agent can see it. */
export const apiKeyAnswer = v.object({
  apiKey: v.string(),
  /** Null if it was never replaced or used. */
  createdAt: v.nullable(v.string()),
  /** To the minute. */
  lastUsedAt: v.nullable(v.string()),
  /** Until when the key before this one still works; null if it does not. */
  previousUntil: v.nullable(v.string()),
});
export type ApiKeyAnswer = v.InferOutput<typeof apiKeyAnswer>;

/** One credit (positive) or debit, in cedis, with the balance it left. */
export const movementRecord = v.object({
  _id: v.string(),
  position: v.number(),
  createdAt: v.string(),
  /** dd/mm/yyyy hh:mm, UTC. */
  date: v.string(),
  kind: v.picklist(movementKinds),
  amount: v.number(),
  balance: v.number(),
  /** The order's or the request's; null for a correction. */
  reference: v.nullable(v.string()),
  /** Of the order. */
  network: v.nullable(v.string()),
  offer: v.nullable(v.string()),
  receiver: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** Position of the movement that a correction names. */
  corrects: v.nullable(v.number()),
});
export type MovementRecord = v.InferOutput<typeof movementRecord>;

/** The kinds of movements as pages call them. */
export const movementNames = {
  topup: "Top-up",
  purchase: "Purchase",
  refund: "Refund",
  correction: "Correction",
  opening: "Opening balance",
  margin: "Earned in your shop",
  withdrawal: "Withdrawal",
} as const satisfies Record<MovementRecord["kind"], string>;

/** Sums in cedis, neither is negative: what came into the wallet (top-ups, refunds, corrections) and what left it. */
const flow = { moneyIn: v.number(), moneyOut: v.number() };

/** One month of a wallet, in cedis. */
const monthRecord = v.object({
  /** "2026-11" */
  month: v.string(),
  ...flow,
  /** How many movements. */
  count: v.number(),
  /** At the end of the month, or now if it has not ended. */
  balance: v.number(),
});
export type MonthRecord = v.InferOutput<typeof monthRecord>;

const monthPicture = v.object({
  ...monthRecord.entries,
  /** Those with movements, oldest first. */
  days: v.array(v.object({ day: v.string(), ...flow })),
  /** What was bought, the network with the highest amount first. Rejected orders count too: they are in moneyOut. */
  networks: v.array(v.object({ network: v.string(), count: v.number(), amount: v.number() })),
});
export type MonthPicture = v.InferOutput<typeof monthPicture>;

/** PUT /user/beneficiaries: gives a phone number a name; null removes the name. */
export const beneficiaryBody = v.object({
  phone,
  name: v.nullable(text(limits.name_length_max, "Please enter a name")),
});

const beneficiaryRecord = v.object({ phone: v.string(), name: v.string() });
export type BeneficiaryRecord = v.InferOutput<typeof beneficiaryRecord>;

/** Both calls answer all beneficiaries, ordered by name. */
const beneficiariesAnswer = v.array(beneficiaryRecord);

export const accountOperations = /* @__PURE__ */ operationsOf("Users", {
  updateProfile: {
    call: "PUT /user/update-profile",
    summary: "Change your own name or phone",
    description:
      "A new phone needs the current password. The email cannot be changed; an account that was made without one can add it, with the password.",
    access: "signed-in",
    body: profileBody,
    command: true,
    limited: true,
    answer: profileAnswer,
    refusals: ["password_wrong", "phone_taken", "username_taken", "email_taken"],
  },
  readApiKey: {
    call: "GET /user/api-key",
    summary: "Read your own API key, and when it was last used",
    description: "Only Agents and Super Agents have one.",
    access: "signed-in",
    noted: "api key shown",
    stepUp: true,
    answer: apiKeyAnswer,
    refusals: ["agents_only"],
  },
  replaceApiKey: {
    call: "POST /user/api-key",
    summary: "Replace your own API key",
    description:
      "The old key stops working in every process within a second; with `overlap=1` after 24 hours, or when the key is replaced again.",
    access: "signed-in",
    /** Whether the present key still works for a day. */
    query: v.object({ overlap: v.optional(v.literal("1", "Write overlap=1, or leave it out")) }),
    command: true,
    noted: "api key replaced",
    stepUp: true,
    answer: apiKeyAnswer,
    refusals: ["agents_only"],
  },
  readStatement: {
    call: "GET /user/statement",
    summary: "List your own wallet movements, newest first",
    description:
      "Every credit and debit with the balance after it. An admin can name another `user`. `from` and `to` are days in UTC, both included. `search` is a part of the reference, the beneficiary's number, the network and offer, or the reason. With `limit` the answer is a page. With `search` the total is counted up to 1,000: `totalIsExact` says whether there are more.",
    access: "signed-in",
    query: /* @__PURE__ */ queryInOrder({
      limit: pageLimit,
      cursor: pageCursor,
      search: searchText,
      ...days,
      user: listOwner,
    }),
    answer: /* @__PURE__ */ listOrPage(movementRecord, numberCursor),
  },
  listStatementMonths: {
    call: "GET /user/statement/months",
    summary: "Add up your own wallet movements by month, newest first",
    description: `Of this month and the ${limits.statement_months_max - 1} before it, those with movements, and always this one. Months are in UTC. An admin can name another \`user\`.`,
    access: "signed-in",
    query: v.object({ user: listOwner }),
    /** Months without movements are left out, except for this one. */
    answer: v.array(monthRecord),
  },
  readStatementMonth: {
    call: "GET /user/statement/month",
    summary: "Add up your own wallet movements of one month by day and by network",
    description: "`month` is written as 2026-11. Without it: this month. An admin can name another `user`.",
    access: "signed-in",
    query: v.object({ month, user: listOwner }),
    answer: monthPicture,
  },
  listBeneficiaries: {
    call: "GET /user/beneficiaries",
    summary: "List the phone numbers that you have given a name",
    access: "signed-in",
    answer: beneficiariesAnswer,
  },
  nameBeneficiary: {
    call: "PUT /user/beneficiaries",
    summary: "Give a phone number a name, or remove its name",
    access: "signed-in",
    body: beneficiaryBody,
    answer: beneficiariesAnswer,
    refusals: ["too_many_beneficiaries"],
  },
  exportOwnData: {
    call: "GET /user/my-data.json",
    summary: "Export what the shop holds about you",
    description:
      "One JSON object: your profile, sessions and devices, settings and beneficiaries, and the lists `orders` (with your forms and vouchers), `topups`, `withdrawals`, `movements`, `messages` and `securityEvents`. It has no passwords, keys or tokens. Ten an hour.",
    access: "signed-in",
    download: true,
    limited: true,
    noted: "export",
    stepUp: "sometimes",
    answer: { media: "application/json" },
  },
});
