/** What the audit shows. */
import * as v from "valibot";
import { isDay } from "#ledger/terms/dates.ts";
import { actKinds } from "#ledger/terms/statuses.ts";
import { uuid } from "./fields.ts";
import { movementRecord } from "./statement.ts";

/** A wallet movement with whose wallet it is, who caused it, and its place in the chain. */
export const auditMovement = v.object({
  ...movementRecord.entries,
  userId: v.string(),
  /** The username. */
  user: v.string(),
  /** A user's id, or "system". */
  actorId: v.string(),
  /** The username, or "system". */
  actor: v.string(),
  /** The other admin of a correction that took two: who asked for it. */
  requester: v.nullable(v.string()),
  /** What of it corrections and refunds have left, in cedis, with its sign. */
  remaining: v.number(),
  /** Hex. */
  hash: v.string(),
});
export type AuditMovement = v.InferOutput<typeof auditMovement>;

const step = v.object({
  position: v.number(),
  createdAt: v.string(),
  date: v.string(),
  /** The event's type in words: "order processed". */
  what: v.string(),
  actorId: v.string(),
  actor: v.string(),
});

/** GET /audit/thread/{position}: all movements that hang together with one, oldest first. */
export const threadAnswer = v.object({
  movements: v.array(auditMovement),
  /** What happened to the order or the request, oldest first. */
  steps: v.array(step),
  /** The wallet's last top-up before the first of them; null where there was none. */
  topup: v.nullable(auditMovement),
  /**
   * Of a top-up's thread: the wallet's purchases after it and before the next one, whatever it held before; null for
   * other threads.
   */
  spent: v.nullable(
    v.object({
      /** The position of the top-up, and of the next one; null where there is none yet. */
      after: v.number(),
      before: v.nullable(v.number()),
      /** The first of them, oldest first. */
      purchases: v.array(auditMovement),
      /** There are more. */
      isCut: v.boolean(),
    }),
  ),
});
export type ThreadAnswer = v.InferOutput<typeof threadAnswer>;

const momentText = "The moment is written as 2026-11-21T10:42:00Z";

/** GET /audit/wallet: what a wallet held just before a moment, or after a position. Neither: now. */
export const walletAtQuery = v.object({
  user: uuid,
  at: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z$/, momentText),
      v.check((typed) => isDay(typed.slice(0, 10)) && !Number.isNaN(Date.parse(typed)), momentText),
    ),
  ),
  position: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Not a position"), v.transform(Number))),
});

export const walletAtAnswer = v.object({
  userId: v.string(),
  user: v.string(),
  balance: v.number(),
  /** The log's last position that counts. */
  position: v.number(),
  /** The wallet's last movement up to there; null where there was none. */
  movement: v.nullable(auditMovement),
});
export type WalletAtAnswer = v.InferOutput<typeof walletAtAnswer>;

/** Something that was changed, as it was and as it became; null: there was nothing, or it is not kept. */
export const changeRecord = v.object({
  what: v.string(),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
});
export type ChangeRecord = v.InferOutput<typeof changeRecord>;

/** An administrative act. */
export const actRecord = v.object({
  _id: v.string(),
  position: v.number(),
  createdAt: v.string(),
  date: v.string(),
  kind: v.picklist(actKinds),
  actorId: v.string(),
  actor: v.string(),
  /** The other admin of an act that took two: who asked for it. */
  requester: v.nullable(v.string()),
  /** Whom it was about; null where it was no user. */
  userId: v.nullable(v.string()),
  user: v.nullable(v.string()),
  /** The product's network. */
  product: v.nullable(v.string()),
  changes: v.array(changeRecord),
  hash: v.string(),
});
export type ActRecord = v.InferOutput<typeof actRecord>;

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
