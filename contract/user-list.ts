/** Users as lists and the feed carry them. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { accountStatuses, levels } from "#contract/terms/statuses.ts";
import { choiceFilter, declareList, fileOperation, queryOf } from "./list.ts";
import { cursorText, listOrPage, onlyMine, textCursor } from "./lists.ts";
import { operationsOf } from "./operation.ts";

/** A user, as lists, the feed and their own answers carry it; balance in cedis. */
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
  /** Of two records of the same user, the one with the higher position is newer. */
  position: v.number(),
});
export type UserRecord = v.InferOutput<typeof userRecord>;

export const userList = /* @__PURE__ */ declareList<UserRecord>()({
  name: "users",
  noun: "user",
  key: ({ _id }) => _id,
  path: "/user/account-balances",
  sizes: limits.page_sizes,
  file: "/user/users.csv",
  fields: {
    username: { title: "Username", card: "title" },
    phone: { title: "Phone", kind: "phone", card: "line" },
    email: { title: "Email", card: "more" },
    balance: { title: "Balance", kind: "cedis" },
    userLevel: { title: "Level", card: "foot" },
    status: { title: "Status", card: "foot" },
  },
  filters: {
    userLevel: /* @__PURE__ */ choiceFilter("userLevel", "Level", levels, { as: "chips" }),
    status: /* @__PURE__ */ choiceFilter("status", "Status", accountStatuses),
  },
  parameters: { mine: onlyMine },
  search: { placeholder: "Name, number, email" },
  /** The time of registration in microseconds since 1970, and the user's id. */
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, cursorText)),
  ),
  days: ({ registeredAt }) => registeredAt,
  live: {
    events: ["userUpdated", "CurrUserUpdated"],
    removed: "user",
    // Registered after the first page was fetched.
    isNew: (user, _, first) =>
      first !== undefined && (first[0] === undefined || user.registeredAt > first[0].registeredAt),
  },
});

const ownOnly =
  "An admin gets all users. Anybody else, and an admin with `mine=1`, gets a list with only their own row. With `limit` the answer is a page. `search` is a part of the username, phone or email.";

export const userListOperations = /* @__PURE__ */ operationsOf("Users", {
  listUsers: {
    call: "GET /user",
    summary: "List users",
    description: ownOnly,
    access: "signed-in",
    byKey: true,
    query: /* @__PURE__ */ queryOf(userList),
    answer: /* @__PURE__ */ listOrPage(userRecord, textCursor),
  },
  listBalances: {
    call: `GET ${userList.path}`,
    summary: "List users with their balances",
    description: ownOnly,
    access: "signed-in",
    query: /* @__PURE__ */ queryOf(userList),
    answer: /* @__PURE__ */ listOrPage(userRecord, textCursor),
  },
  exportUsers: /* @__PURE__ */ fileOperation(userList, "Export the filtered users as a file"),
});
