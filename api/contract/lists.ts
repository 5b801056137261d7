/**
 * The long lists. Without `limit` a list answers in full, as an array; with it a page. Filters narrow both. A parameter
 * that is not named here is ignored; one whose value means nothing is refused.
 */
import * as v from "valibot";
import { isDay } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { parseCedis } from "#ledger/terms/money.ts";
import { isClean } from "#ledger/terms/plain-text.ts";
import {
  accountStatuses,
  actKinds,
  levels,
  movementKinds,
  orderStatuses,
  rechargeStatuses,
} from "#ledger/terms/statuses.ts";
import { uuid } from "./fields.ts";

const limitText = `The limit is a whole number from 1 to ${limits.list_page_max}`;

export const pageLimit = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, limitText),
    v.transform(Number),
    v.minValue(1, limitText),
    v.maxValue(limits.list_page_max, limitText),
  ),
);

const cursorText = "The cursor is the next of the page before";

export const pageCursor = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, cursorText), v.transform(Number)),
);

/** Whose rows an admin asks for; anybody else gets only their own, whatever they ask for. */
const user = v.optional(uuid);

/** GET /user/statement */
export const statementQuery = v.object({ limit: pageLimit, cursor: pageCursor, user });

/** A substring in any case; %, _ and \ are nothing special. Blank is as good as none. */
export const searchText = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.search_length_max, `The search has at most ${limits.search_length_max} characters`),
    v.check(isClean, "Please search for plain text"),
  ),
);

export function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return v.optional(v.picklist(values, `The ${name} is one of: ${values.join(", ")}`));
}

function day(name: string) {
  const text = `The ${name} day is written as 2026-11-21`;
  return v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, text), v.check(isDay, text)));
}

/** A user's id; the shop's own acts are the system's. */
const actor = v.optional(v.union([uuid, v.literal("system")], "Not an actor"));

const logPosition = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Not a position"), v.transform(Number)),
);

function amount(name: string) {
  const text = `The ${name} amount is written as 12.50`;
  return v.optional(
    v.pipe(
      v.string(),
      v.transform((typed: string): number | undefined => parseCedis(typed)),
      v.number(text),
      v.minValue(0, text),
    ),
  );
}

/** The days of creation (UTC), the first and the last. */
const days = { from: day("from"), to: day("to") };
const daysText = "The from day is after the to day";

function areInOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

/** An admin's own rows only, not everybody's; others are never answered but with their own. */
const mine = v.optional(v.picklist(["1"], "Mine is 1, or left out"));
const order = v.optional(v.picklist(["newest", "oldest"], "The order is one of: newest, oldest"), "newest");

/** GET /order/allorders. Search is over reference, receiver's and buyer's number, username, and network with offer. */
export const ordersQuery = v.pipe(
  v.object({
    limit: pageLimit,
    cursor: pageCursor,
    search: searchText,
    ...days,
    mine,
    user,
    order,
    status: oneOf("status", orderStatuses),
    network: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(limits.network_length_max, "This network's name is too long"),
        v.check(isClean, "Please use plain text"),
      ),
    ),
  }),
  v.check((query) => areInOrder(query), daysText),
);

/** GET /recharge. Search is over reference, username, the user's number and the MoMo transaction id. */
export const rechargesQuery = v.pipe(
  v.object({
    limit: pageLimit,
    cursor: pageCursor,
    search: searchText,
    ...days,
    mine,
    user,
    order,
    status: oneOf("status", rechargeStatuses),
  }),
  v.check((query) => areInOrder(query), daysText),
);

/** GET /user and /user/account-balances. Search is over username, phone and email. */
export const usersQuery = v.object({
  limit: pageLimit,
  /** The moment of registration in microseconds since 1970, and an id. */
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, cursorText)),
  ),
  search: searchText,
  mine,
  status: oneOf("status", accountStatuses),
  userLevel: oneOf("userLevel", levels),
});

/** GET /audit/movements */
export const auditQuery = v.pipe(
  v.object({
    limit: pageLimit,
    cursor: pageCursor,
    search: searchText,
    ...days,
    /** Whose wallet. */
    user: v.optional(uuid),
    actor,
    kind: oneOf("kind", movementKinds),
    /** Bounds of the amount in cedis, whatever its sign. */
    min: amount("least"),
    max: amount("highest"),
    /** Bounds of the position, neither of them included. */
    after: logPosition,
    before: logPosition,
  }),
  v.check((query) => areInOrder(query), daysText),
);

/** GET /audit/acts */
export const actsQuery = v.pipe(
  v.object({
    limit: pageLimit,
    cursor: pageCursor,
    ...days,
    /** Who was changed, or whose order or request. */
    user: v.optional(uuid),
    actor,
    kind: oneOf("kind", actKinds),
    /** The position of a removal of all: what it removed, which is that one act otherwise. */
    clearing: logPosition,
  }),
  v.check((query) => areInOrder(query), daysText),
);

/** DELETE /order/del-all-orders and /recharge/del-all-requests: how many were removed, and how many open ones stay. */
export const removalAnswer = v.object({ message: v.string(), removed: v.number(), kept: v.number() });
export type RemovalAnswer = v.InferOutput<typeof removalAnswer>;

/** DELETE of one row: it was done, and where the log says so. */
export const positionedMessage = v.object({ message: v.string(), position: v.number() });

/** The whole list, or a page where a `limit` is given. */
export function listOrPage<S extends v.GenericSchema, C extends v.GenericSchema>(row: S, next: C) {
  return v.union([v.array(row), pageOf(row, next)]);
}

export function pageOf<S extends v.GenericSchema, C extends v.GenericSchema>(row: S, next: C) {
  return v.object({
    items: v.array(row),
    /** How many there are in all pages; for a search or a network counted to 1,000 only. */
    total: v.number(),
    /** False where there are more than `total`. */
    totalIsExact: v.boolean(),
    /** The cursor of the next page; null on the last. */
    next: v.nullable(next),
  });
}

/** What a list answers when a `limit` is given. */
export interface Page<T, Cursor = number> {
  items: T[];
  /** How many there are in all pages; for a search or a network counted to 1,000 only. */
  total: number;
  /** False where there are more than `total`. */
  totalIsExact: boolean;
  /** The cursor of the next page; null on the last. */
  next: Cursor | null;
}
