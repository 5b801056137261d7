/** Whether the books balance, and the proof of it. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { serial, text, uuid } from "./fields.ts";
import { operationsOf } from "./operation.ts";

const finding = v.object({
  /** The first place that is wrong: "position 17" or "ledger.wallet user_id=…". */
  where: v.string(),
  differences: v.array(v.object({ what: v.string(), expected: v.string(), found: v.string() })),
});

/** One time that the books did not balance. */
const incidentRecord = v.object({
  id: v.number(),
  from: v.string(),
  /** Null while the books do not balance. */
  to: v.nullable(v.string()),
  findings: v.array(
    v.object({
      /** "Wallet of ama", "Order 10000017", "Movement 12", or the place in the database. */
      name: v.string(),
      /** What the page can open: a user, an order or a movement, by its id. */
      about: v.nullable(v.object({ kind: v.picklist(["user", "order", "movement"]), id: v.string() })),
      /** Amounts are in cedis, such as "¢4.80". */
      differences: finding.entries.differences,
    }),
  ),
  /** What an admin has said about it. */
  note: v.nullable(v.object({ by: v.string(), at: v.string(), reason: v.string() })),
});
export type IncidentRecord = v.InferOutput<typeof incidentRecord>;

/** GET /audit/incidents: newest first, the last ones. */
export const incidentsAnswer = v.array(incidentRecord);

export const incidentBody = v.object({
  reason: text(limits.reason_length_max, "Please say what was wrong and who put it right, and how."),
});

/** A verification of the whole log. */
export const verificationRecord = v.object({
  id: v.number(),
  askedAt: v.string(),
  /** A username, or "system". */
  askedBy: v.string(),
  startedAt: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
  /** The last verified position, and the last one to verify. */
  position: v.number(),
  target: v.number(),
  /** The hash of the last correct event, hex; null until it is finished. */
  hash: v.nullable(v.string()),
  /** Null until it is finished; empty if everything is correct. */
  findings: v.nullable(v.array(finding)),
  /** Why the verification failed to run. */
  failure: v.nullable(v.string()),
});
export type VerificationRecord = v.InferOutput<typeof verificationRecord>;

/** GET and POST /audit/verify: the running verification, or else the last one. */
export const verificationAnswer = v.object({ verification: v.nullable(verificationRecord) });
export type VerificationAnswer = v.InferOutput<typeof verificationAnswer>;

/** GET /audit/books: whether the books balance. */
export const booksAnswer = v.object({
  /** "unknown" if there was no check, or no recent one, or if the answering process is behind the log. */
  state: v.picklist(["balanced", "broken", "unknown"]),
  checkedAt: v.nullable(v.string()),
  /** How long the check took. */
  took_ms: v.nullable(v.number()),
  /** The last event that was verified, and its hash. */
  position: v.number(),
  hash: v.nullable(v.string()),
  /** The last position of the log. */
  head: v.number(),
  /** How far the answering process is behind the log. */
  behind: v.object({ positions: v.number(), seconds: v.number() }),
  findings: v.array(finding),
  /** When the log was last verified from its first event, and up to which position. */
  verified: v.nullable(v.object({ at: v.string(), position: v.number(), isWhole: v.boolean() })),
});
export type BooksAnswer = v.InferOutput<typeof booksAnswer>;

/** One item of GET /audit/heads: the head of the log at the end of a day. Newest first. */
const dailyHead = v.object({
  day: v.string(),
  position: v.number(),
  /** The hash of the chain, hex. */
  hash: v.string(),
  /** The root of the hash tree, hex: statement files are checked against it. */
  root: v.string(),
  /** True if it was written to the file outside the database (HEAD_FILE). */
  isSent: v.boolean(),
});
export type DailyHead = v.InferOutput<typeof dailyHead>;

export const verificationOperations = /* @__PURE__ */ operationsOf("Audit", {
  readBooks: {
    call: "GET /audit/books",
    summary: "Read whether the books balance",
    answer: booksAnswer,
  },
  listIncidents: {
    call: "GET /audit/incidents",
    summary: "List when the books did not balance, and what differed",
    answer: incidentsAnswer,
  },
  noteIncident: {
    call: "PUT /audit/incidents/{id}",
    summary: "Say who put the books right, and how",
    description: "Once for each incident: what was said stays.",
    params: { id: serial },
    body: incidentBody,
    answer: incidentsAnswer,
    refusals: ["entry_unknown", "unchanged"],
  },
  startVerification: {
    call: "POST /audit/verify",
    summary: "Verify the whole log from its first event",
    description: "Only one runs at a time: if one is running, the answer is that one.",
    answer: verificationAnswer,
  },
  readVerification: {
    call: "GET /audit/verify",
    summary: "Read the running verification, or the last one",
    answer: verificationAnswer,
  },
  exportOwnStatement: {
    call: "GET /user/statement.ndjson",
    tag: "Users",
    summary: "Export your own statement as a file that anyone can check",
    description:
      "One JSON text per line: the head, each movement with its path to the head's root, and the end. `npm run ledger -- check FILE LINE` checks it.",
    access: "signed-in",
    download: true,
    answer: { media: "application/x-ndjson" },
  },
  exportStatement: {
    call: "GET /audit/statement.ndjson",
    summary: "Export the statement of any wallet as a file that anyone can check",
    query: v.object({ user: uuid }),
    download: true,
    answer: { media: "application/x-ndjson" },
    refusals: ["user_unknown"],
  },
  listHeads: {
    call: "GET /audit/heads",
    summary: "List the head of the log for each of the last 31 days",
    description: "Statement files are checked against these heads.",
    access: "signed-in",
    answer: v.array(dailyHead),
  },
});
