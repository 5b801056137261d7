/** Every wallet movement and every administrative act. */
import * as v from "valibot";
import { isDay } from "#contract/terms/dates.ts";
import { parseCedis } from "#contract/terms/money.ts";
import { actKinds } from "#contract/terms/event-texts.ts";
import { loneActKinds, movementKinds } from "#contract/terms/statuses.ts";
import { limits } from "#contract/terms/limits.ts";
import { movementNames, movementRecord } from "./account.ts";
import { serial, uuid } from "./fields.ts";
import { choiceFilter, declareList, fileOperation, queryOf } from "./list.ts";
import { days, listOrPage, numberCursor, queryInOrder } from "./lists.ts";
import { operationsOf } from "./operation.ts";

/** A wallet movement with the wallet's owner, who caused it, and its hash in the chain. */
export const auditMovement = v.object({
  ...movementRecord.entries,
  userId: v.string(),
  /** The username. */
  user: v.string(),
  /** A user's id, or "system". */
  actorId: v.string(),
  /** The username, or "system". */
  actor: v.string(),
  /** The admin who asked for a correction that another admin approved. */
  requester: v.nullable(v.string()),
  /** What remains of it after corrections and refunds, in cedis, signed. */
  remaining: v.number(),
  /** Hex. */
  hash: v.string(),
});
export type AuditMovement = v.InferOutput<typeof auditMovement>;

/** A user's id, or "system" for the shop's own acts. */
const actor = v.optional(v.union([uuid, v.literal("system")], "Not an actor"));

const logPosition = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Not a position"), v.transform(Number)),
);

function amount(name: string) {
  const text = `Please write the ${name} amount as 12.50`;
  return v.optional(
    v.pipe(
      v.string(),
      v.transform((typed: string): number | undefined => parseCedis(typed)),
      v.number(text),
      v.minValue(0, text),
    ),
  );
}

/** When it happened: in words, and in the file exactly too. */
const timeFields = {
  date: {
    title: "Time (UTC)",
    fileTitle: "Date",
    kind: "moment",
    value: ({ createdAt }: { createdAt: string }) => createdAt,
    card: "line",
  },
  createdAt: { title: "Time (UTC)", only: "file" },
} as const;

export const movementList = /* @__PURE__ */ declareList<AuditMovement>()({
  name: "audit",
  noun: "movement",
  key: ({ position }) => String(position),
  path: "/audit/movements",
  sizes: limits.page_sizes_finance,
  file: "/audit/movements.csv",
  fields: {
    position: { title: "Position" },
    ...timeFields,
    user: { title: "User", card: "title" },
    actor: { title: "Actor" },
    requester: { title: "Requested by", only: "file" },
    kind: { title: "Kind" },
    cause: { title: "Cause", value: ({ reason }) => reason, only: "table" },
    reference: { title: "Reference", only: "file" },
    network: { title: "Network", only: "file" },
    offer: { title: "Package", only: "file" },
    receiver: { title: "Beneficiary", only: "file" },
    reason: { title: "Reason", only: "file" },
    corrects: { title: "Corrects position", only: "file" },
    amount: { title: "Amount", kind: "cedis", card: "end" },
    balance: { title: "Balance", fileTitle: "Balance after", kind: "cedis" },
    hash: { title: "Hash" },
  },
  filters: {
    /** Whose wallet. */
    user: { label: "User", query: v.optional(uuid), control: { kind: "user" } },
    actor: { label: "Actor", query: actor, control: { kind: "user", mayBeSystem: true } },
    kind: /* @__PURE__ */ choiceFilter("kind", "Kind", movementKinds, { names: movementNames }),
    /** Bounds of the absolute amount in cedis. */
    min: { label: "Amount from (¢)", query: amount("least"), control: { kind: "number" } },
    max: { label: "Amount to (¢)", query: amount("highest"), control: { kind: "number" } },
    /** Bounds of the position, both exclusive. */
    after: { label: "After position", query: logPosition, control: { kind: "number" } },
    before: { label: "Before position", query: logPosition, control: { kind: "number" } },
  },
  search: { placeholder: "Reason or reference" },
  days: ({ createdAt }) => createdAt,
});

const step = v.object({
  position: v.number(),
  createdAt: v.string(),
  date: v.string(),
  /** The event's type in words: "order processed". */
  what: v.string(),
  actorId: v.string(),
  actor: v.string(),
});

/** GET /audit/thread/{position}: all movements that belong together with one, oldest first. */
export const threadAnswer = v.object({
  movements: v.array(auditMovement),
  /** What happened to the order or the request, oldest first. */
  steps: v.array(step),
  /** The wallet's last top-up before the first of them; null if there was none. */
  topup: v.nullable(auditMovement),
  /**
   * For a top-up: the wallet's purchases after it and before the next top-up, whatever the wallet held before. Null for
   * other movements.
   */
  spent: v.nullable(
    v.object({
      /** The position of the top-up, and of the next one; null if there is none yet. */
      after: v.number(),
      before: v.nullable(v.number()),
      /** The first of them, oldest first. */
      purchases: v.array(auditMovement),
      /** True if there are more. */
      isCut: v.boolean(),
    }),
  ),
});
export type ThreadAnswer = v.InferOutput<typeof threadAnswer>;

const momentText = "Please write the moment as 2026-11-21T10:42:00Z";

export const moment = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z$/, momentText),
    v.check((typed) => isDay(typed.slice(0, 10)) && !Number.isNaN(Date.parse(typed)), momentText),
  ),
);

/** GET /audit/wallet: the balance of a wallet just before a moment, or after a position. Without both: now. */
export const walletAtQuery = v.object({
  user: uuid,
  at: moment,
  position: logPosition,
});

export const walletAtAnswer = v.object({
  userId: v.string(),
  user: v.string(),
  balance: v.number(),
  /** The last position that the balance includes. */
  position: v.number(),
  /** The wallet's last movement up to that position; null if there was none. */
  movement: v.nullable(auditMovement),
});
export type WalletAtAnswer = v.InferOutput<typeof walletAtAnswer>;

/** One changed value, before and after the change; null if there was no value, or if it is not kept. */
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
  /** The admin who asked for an act that another admin approved. */
  requester: v.nullable(v.string()),
  /** The user that it was about; null if it was about something else. */
  userId: v.nullable(v.string()),
  user: v.nullable(v.string()),
  /** The product's network. */
  product: v.nullable(v.string()),
  changes: v.array(changeRecord),
  hash: v.string(),
});
export type ActRecord = v.InferOutput<typeof actRecord>;

export const actList = /* @__PURE__ */ declareList<ActRecord>()({
  name: "acts",
  noun: "act",
  key: ({ position }) => String(position),
  path: "/audit/acts",
  sizes: limits.page_sizes_finance,
  file: "/audit/acts.csv",
  fields: {
    position: { title: "Position" },
    ...timeFields,
    actor: { title: "Actor" },
    requester: { title: "Requested by", only: "file" },
    kind: { title: "Kind", fileTitle: "Act", card: "title" },
    about: { title: "About", value: ({ user, product }) => user ?? product },
    changes: { title: "Changes", value: ({ changes }) => changes.map(changeText).join("\n") },
    hash: { title: "Hash", only: "file" },
  },
  filters: {
    /** The user who was changed, or whose order or request was changed. */
    user: { label: "About", query: v.optional(uuid), control: { kind: "user" } },
    actor: { label: "Actor", query: actor, control: { kind: "user", mayBeSystem: true } },
    kind: /* @__PURE__ */ choiceFilter("kind", "Kind", actKinds),
    /** The position of a removal of all rows: lists the rows that it removed. Without it the removal is one act. */
    clearing: { label: "Removed by act", query: logPosition, control: { kind: "chosen" } },
  },
  days: ({ createdAt }) => createdAt,
});

function changeText({ what, before, after }: ChangeRecord): string {
  return before === null && after === null ? what : `${what}: ${before ?? "–"} → ${after ?? "–"}`;
}

/** What one admin did in one day without a second admin; the newest day first. */
export const aloneAnswer = v.array(
  v.object({
    /** "2026-11-21" */
    day: v.string(),
    /** A user's id, or "system" for the command line. */
    actorId: v.string(),
    actor: v.string(),
    kind: v.picklist(loneActKinds),
    count: v.number(),
    /** Cedis. */
    amount: v.number(),
  }),
);
export type AloneAnswer = v.InferOutput<typeof aloneAnswer>;

export const auditOperations = /* @__PURE__ */ operationsOf("Audit", {
  listDoneAlone: {
    call: "GET /audit/alone",
    summary: "List what each admin did with money without a second one, by day and kind",
    /** Without `from`: the last 30 days. */
    query: /* @__PURE__ */ queryInOrder(days),
    answer: aloneAnswer,
  },
  listAuditMovements: {
    call: `GET ${movementList.path}`,
    summary: "List every wallet movement, newest first",
    description:
      "`search` is a part of a reason, or the reference or number of an order or request. `actor` is who did it, or who asked for what another admin approved. `after` and `before` are positions, both exclusive. With any filter other than `user` alone, the total is counted up to 1,000: `totalIsExact` says whether there are more.",
    query: /* @__PURE__ */ queryOf(movementList),
    answer: listOrPage(auditMovement, numberCursor),
  },
  exportAuditMovements: /* @__PURE__ */ fileOperation(
    movementList,
    "Export the filtered rows as a file for a spreadsheet",
  ),
  readThread: {
    call: "GET /audit/thread/{position}",
    summary: "List all movements that belong together with one",
    description:
      "The movements of the same order or request, and the corrections that refer to one of them or to each other. The answer also has the wallet's last top-up before them and, for a top-up, the purchases until the next top-up. Money in a wallet cannot be traced further: only the order of the movements shows what a top-up paid for.",
    params: { position: serial },
    answer: threadAnswer,
    refusals: ["entry_unknown"],
  },
  readWalletAt: {
    call: "GET /audit/wallet",
    summary: "Read a wallet's balance at any moment",
    description: "The balance just before the moment `at`, or after the `position`.",
    query: walletAtQuery,
    answer: walletAtAnswer,
    refusals: ["user_unknown"],
  },
  listActs: {
    call: `GET ${actList.path}`,
    summary: "List administrative acts, newest first, with before and after",
    query: /* @__PURE__ */ queryOf(actList),
    answer: listOrPage(actRecord, numberCursor),
  },
  exportActs: /* @__PURE__ */ fileOperation(actList, "Export the filtered rows as a file for a spreadsheet"),
});
