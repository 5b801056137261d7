/** Security events. */
import * as v from "valibot";
import { securityKinds, securityResults } from "#contract/security-kinds.ts";
import { limits } from "#contract/terms/limits.ts";
import { uuid } from "./fields.ts";
import { choiceFilter, declareList, queryOf } from "./list.ts";
import { numberCursor, pageOf } from "./lists.ts";
import { operationsOf } from "./operation.ts";

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

export const securityList = /* @__PURE__ */ declareList<SecurityRecord>()({
  name: "security events",
  noun: "event",
  key: ({ _id }) => _id,
  path: "/audit/security",
  sizes: limits.page_sizes_finance,
  fields: {
    createdAt: { title: "Time (UTC)", kind: "moment", card: "line" },
    kind: { title: "Kind", card: "title" },
    result: { title: "Result" },
    user: { title: "Account", value: ({ user, userId }) => user ?? userId, card: "title" },
    /** Nobody for the account's own acts. */
    actor: {
      title: "By",
      value: ({ actor, actorId, userId }) => (actorId === userId ? null : (actor ?? actorId)),
    },
    address: { title: "Address", card: "line" },
    /** "login failed" for the refusal's code "login_failed". */
    detail: {
      title: "Detail",
      value: ({ result, detail }) => (result === "refused" ? detail.replaceAll("_", " ") : detail),
      card: "text",
    },
  },
  filters: {
    /** The account that it is about, or who did it. */
    user: { label: "Account", query: v.optional(uuid), control: { kind: "user" } },
    kind: /* @__PURE__ */ choiceFilter("kind", "Kind", securityKinds),
  },
  days: ({ createdAt }) => createdAt,
});

export const securityOperations = /* @__PURE__ */ operationsOf("Audit", {
  listSecurityEvents: {
    call: `GET ${securityList.path}`,
    summary: "List security events, newest first",
    description:
      "Logins, refused attempts, bans, changes of passwords and second factors, exports, views of registration forms and vouchers, API keys, webhooks, and books that do not balance. A page has 50 rows without a `limit`. The total is counted up to 1,000. A row appears about a second after its event and is kept for a year.",
    query: /* @__PURE__ */ queryOf(securityList),
    answer: pageOf(securityRecord, numberCursor),
  },
});
