/** Whether the books balance, and the proof of it. */
import * as v from "valibot";
import { uuid } from "./fields.ts";
import type { Operation } from "./operation.ts";

const finding = v.object({
  /** "position 17", "ledger.wallet user_id=…": the first broken place. */
  where: v.string(),
  differences: v.array(v.object({ what: v.string(), expected: v.string(), found: v.string() })),
});
export type FindingRecord = v.InferOutput<typeof finding>;

/** A verification of the whole log. */
export const verificationRecord = v.object({
  id: v.number(),
  askedAt: v.string(),
  /** A username, or "system". */
  askedBy: v.string(),
  startedAt: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
  /** How far it has come, and how far it has to go. */
  position: v.number(),
  target: v.number(),
  /** Of the last event that is whole, hex; null until it is finished. */
  hash: v.nullable(v.string()),
  /** Null until it is finished; empty where all is what it must be. */
  findings: v.nullable(v.array(finding)),
  /** Why it could not be done. */
  failure: v.nullable(v.string()),
});
export type VerificationRecord = v.InferOutput<typeof verificationRecord>;

/** GET and POST /audit/verify: the one under way, or else the last one. */
export const verificationAnswer = v.object({ verification: v.nullable(verificationRecord) });
export type VerificationAnswer = v.InferOutput<typeof verificationAnswer>;

/** GET /audit/books: the light. */
export const booksAnswer = v.object({
  /** "unknown": nobody has looked, or not lately, or the process that answers is behind the log. */
  state: v.picklist(["balanced", "broken", "unknown"]),
  checkedAt: v.nullable(v.string()),
  /** How long the look took. */
  took_ms: v.nullable(v.number()),
  /** The last event that was verified, and its hash. */
  position: v.number(),
  hash: v.nullable(v.string()),
  /** Where the log ends now. */
  head: v.number(),
  /** How far the process that answers is behind it. */
  behind: v.object({ positions: v.number(), seconds: v.number() }),
  findings: v.array(finding),
  /** When the whole log was last verified from its first event, and up to where. */
  verified: v.nullable(v.object({ at: v.string(), position: v.number(), isWhole: v.boolean() })),
});
export type BooksAnswer = v.InferOutput<typeof booksAnswer>;

/** One of GET /audit/heads, the days' heads, newest first. */
const dailyHead = v.object({
  day: v.string(),
  position: v.number(),
  /** Of the chain, hex. */
  hash: v.string(),
  /** Of the tree, hex: what a statement's file is checked against. */
  root: v.string(),
  /** It stands in the file outside the database (HEAD_FILE). */
  isSent: v.boolean(),
});
export type DailyHead = v.InferOutput<typeof dailyHead>;

export const headsAnswer = v.array(dailyHead);

export const verificationOperations = {
  readBooks: {
    method: "GET",
    path: "/audit/books",
    tag: "Audit",
    summary: "Whether the books balance",
    access: "admin",
    answer: booksAnswer,
  },
  startVerification: {
    method: "POST",
    path: "/audit/verify",
    tag: "Audit",
    summary: "Verify the whole log from its first event",
    description: "One at a time: where one is under way, that is the answer.",
    access: "admin",
    answer: verificationAnswer,
  },
  readVerification: {
    method: "GET",
    path: "/audit/verify",
    tag: "Audit",
    summary: "The verification under way, or the last one",
    access: "admin",
    answer: verificationAnswer,
  },
  exportOwnStatement: {
    method: "GET",
    path: "/user/statement.ndjson",
    tag: "Users",
    summary: "One's own statement as a file that proves itself",
    description:
      "One JSON text a line: the head, each movement with its way to the head's root, and the end. `npm run ledger -- check FILE LINE` checks it.",
    access: "signed-in",
    download: true,
    answer: { media: "application/x-ndjson" },
  },
  exportStatement: {
    method: "GET",
    path: "/audit/statement.ndjson",
    tag: "Audit",
    summary: "The same of any wallet",
    access: "admin",
    query: v.object({ user: uuid }),
    download: true,
    answer: { media: "application/x-ndjson" },
    refusals: ["user_unknown"],
  },
  listHeads: {
    method: "GET",
    path: "/audit/heads",
    tag: "Audit",
    summary: "The log's head of each of the last 31 days",
    description: "What a statement's file is checked against.",
    access: "signed-in",
    answer: headsAnswer,
  },
} as const satisfies Record<string, Operation>;
