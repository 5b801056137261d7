/** Users, their profile, level, status and wallet. */
import * as v from "valibot";
import { uuid } from "../fields.ts";
import { listOrPage, positionedMessage, usersQuery } from "../lists.ts";
import type { Operation } from "../operation.ts";
import {
  accountStatusBody,
  balanceAnswer,
  balanceBody,
  levelBody,
  profileAnswer,
  profileBody,
  userAnswer,
  userRecord,
} from "../users.ts";

const ownOnly =
  "Everybody for an admin; anybody else, and with `mine=1`, gets the same shape with himself alone. With `limit` the answer is a page. `search` is a part of username, phone or email.";

export const userOperations = {
  listUsers: {
    method: "GET",
    path: "/user",
    tag: "Users",
    summary: "List users",
    description: ownOnly,
    access: "signed-in",
    query: usersQuery,
    answer: listOrPage(userRecord, v.string()),
  },
  listBalances: {
    method: "GET",
    path: "/user/account-balances",
    tag: "Users",
    summary: "List users with their balances",
    description: ownOnly,
    access: "signed-in",
    query: usersQuery,
    answer: listOrPage(userRecord, v.string()),
  },
  updateProfile: {
    method: "PUT",
    path: "/user/update-profile",
    tag: "Users",
    summary: "Change one's own name or phone",
    description: "A new phone needs the current password. The email cannot be changed.",
    access: "signed-in",
    body: profileBody,
    command: true,
    limited: true,
    answer: profileAnswer,
    refusals: ["password_wrong", "phone_taken", "username_taken"],
  },
  changeBalance: {
    method: "PUT",
    path: "/user/balance",
    tag: "Users",
    summary: "Credit or debit a wallet",
    description:
      "A negative amount debits, never below zero. `corrects` names the position of the movement that is corrected.",
    access: "admin",
    body: balanceBody,
    command: true,
    answer: balanceAnswer,
    refusals: [
      "amount_invalid",
      "amount_too_large",
      "user_unknown",
      "wallet_unknown",
      "entry_unknown",
      "entry_of_other_wallet",
      "entry_overcorrected",
      "insufficient_balance",
    ],
  },
  deleteUser: {
    method: "DELETE",
    path: "/user/delete/{id}",
    tag: "Users",
    summary: "Delete a user",
    description: "Refused while the wallet holds money. What the log says of the user stays.",
    access: "admin",
    params: { id: uuid },
    command: true,
    answer: positionedMessage,
    refusals: ["user_unknown", "own_account", "last_admin", "wallet_not_empty"],
  },
  changeLevel: {
    method: "PUT",
    path: "/user/{id}/level",
    tag: "Users",
    summary: "Change a user's level",
    access: "admin",
    params: { id: uuid },
    body: levelBody,
    command: true,
    answer: userAnswer,
    refusals: ["user_unknown", "own_account", "level_not_grantable", "last_admin", "unchanged"],
  },
  changeStatus: {
    method: "PUT",
    path: "/user/{id}/status",
    tag: "Users",
    summary: "Ban a user, or let him in again",
    description: "Acts at once, on open sockets too.",
    access: "admin",
    params: { id: uuid },
    body: accountStatusBody,
    command: true,
    answer: userAnswer,
    refusals: ["user_unknown", "own_account", "last_admin", "unchanged"],
  },
} as const satisfies Record<string, Operation>;
