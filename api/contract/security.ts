/** Security events. */
import * as v from "valibot";
import { securityKinds, securityResults } from "#ledger/terms/security-kinds.ts";
import { uuid } from "./fields.ts";
import { areInOrder, days, daysText, numberCursor, oneOf, pageCursor, pageLimit, pageOf } from "./lists.ts";
import type { Operation } from "./operation.ts";

export const securityRecord = v.object({
  _id: v.string(),
  createdAt: v.string(),
  date: v.string(),
  kind: v.picklist(securityKinds),
  result: v.picklist(securityResults),
  /** The account that it is about; null if there is none. */
  userId: v.nullable(v.string()),
  user: v.nullable(v.string()),
  /** Who did it; null if nobody was signed in, or if the shop did it. */
  actorId: v.nullable(v.string()),
  actor: v.nullable(v.string()),
  /** As limits count it: an IPv4 address, the /64 of an IPv6 address, or "unknown". Null if no request caused it. */
  address: v.nullable(v.string()),
  /** Why it was refused (a refusal's code), or what was seen or changed. */
  detail: v.string(),
  /** Equal events within a second are one row. */
  times: v.number(),
});
export type SecurityRecord = v.InferOutput<typeof securityRecord>;

/** GET /audit/security */
export const securityQuery = v.pipe(
  v.object({
    limit: pageLimit,
    cursor: pageCursor,
    ...days,
    /** The account that it is about, or who did it. */
    user: v.optional(uuid),
    kind: oneOf("kind", securityKinds),
  }),
  v.check((query) => areInOrder(query), daysText),
);

export const securityOperations = {
  listSecurityEvents: {
    method: "GET",
    path: "/audit/security",
    tag: "Audit",
    summary: "List security events, newest first",
    description:
      "Logins, refused attempts, bans, changes of passwords and second factors, exports, views of registration forms and vouchers, API keys, webhooks, and books that do not balance. A page has 50 rows without a `limit`. The total is counted up to 1,000. A row appears about a second after its event and is kept for a year.",
    access: "admin",
    query: securityQuery,
    answer: pageOf(securityRecord, numberCursor),
  },
} as const satisfies Record<string, Operation>;
