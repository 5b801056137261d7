/** Users and their wallets. */
import { Hono } from "hono";
import {
  countUsers,
  type ListedUser,
  listUsers,
  type UserCursor,
  usersById,
} from "#ledger/store/reads/users.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { adminOnly, scopeOf, signedIn } from "../auth/guard.ts";
import { endAllSessionsWrite } from "../auth/sessions.ts";
import { perform } from "../command.ts";
import type { Env, Shop } from "../context.ts";
import { uuid } from "../contract/fields.ts";
import { usersQuery } from "../contract/lists.ts";
import {
  accountStatusBody,
  balanceBody,
  type BalanceAnswer,
  levelBody,
  type UserRecord,
} from "../contract/users.ts";
import { readBody, readParam, readQuery } from "../input.ts";
import { answerList, type Portion } from "../list-answer.ts";
import { userRecord } from "../records.ts";

export function userRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();

  app.on("GET", ["/user", "/user/account-balances"], signedIn(shop), async (c) => {
    const { limit, cursor, mine, userLevel: level, ...filters } = readQuery(c, usersQuery);
    const filter = { ...filters, level, user: scopeOf(c.get("principal"), mine) };
    const list = {
      read: (of: Portion<UserCursor>) => listUsers(shop.db, filter, of),
      total: async () => ({ count: await countUsers(shop.db, filter), isExact: true }),
      cursorOf: ({ registered_at, id }: ListedUser) => ({ registered_at, id }),
      toRecord: userRecord,
    };
    return answerList(shop, c, list, {
      limit,
      cursor: cursor === undefined ? cursor : userCursorFrom(cursor),
      toText: userCursorText,
    });
  });

  app.put("/user/balance", adminOnly(shop), async (c) => {
    const body = await readBody(c, balanceBody);
    const { chosenId: user, amount, reason, corrects } = body;
    const { events, position } = await perform(shop, c, {
      type: "correct_balance",
      intent: { user, amount, reason, corrects },
      actor: c.get("principal").user,
      body,
    });
    const answer: BalanceAnswer = { balance: toCedis(events[0]?.balance_after ?? 0), position };
    return c.json(answer);
  });

  app.delete("/user/delete/:id", adminOnly(shop), async (c) => {
    const user = readParam(c, "id", uuid);
    const { position } = await perform(shop, c, {
      type: "delete_user",
      intent: { user },
      actor: c.get("principal").user,
      body: { user },
      also: [endAllSessionsWrite(user)],
    });
    shop.principals.forgetUser(user);
    return c.json({ message: texts.userDeleted, position });
  });

  app.put("/user/:id/level", adminOnly(shop), async (c) => {
    const user = readParam(c, "id", uuid);
    const body = await readBody(c, levelBody);
    const actor = c.get("principal").user;
    await perform(shop, c, { type: "change_level", intent: { user, level: body.userLevel }, actor, body });
    return c.json({ user: await readUser(shop, user) });
  });

  app.put("/user/:id/status", adminOnly(shop), async (c) => {
    const user = readParam(c, "id", uuid);
    const body = await readBody(c, accountStatusBody);
    const actor = c.get("principal").user;
    await perform(shop, c, { type: "change_status", intent: { user, status: body.status }, actor, body });
    return c.json({ user: await readUser(shop, user) });
  });

  return app;
}

/** Microseconds since 1970 and the id, as the contract has it. */
function userCursorText({ registered_at, id }: UserCursor): string {
  const micros = registered_at.slice("2026-11-21T10:42:00.123".length, -1);
  return `${Date.parse(registered_at)}${micros}-${id}`;
}

function userCursorFrom(text: string): UserCursor {
  const [, micros = "", id = ""] = /^(\d+)-(.*)$/.exec(text) ?? [];
  const time = new Date(Math.floor(Number(micros) / 1000)).toISOString();
  return { registered_at: `${time.slice(0, -1)}${micros.slice(-3).padStart(3, "0")}Z`, id };
}

async function readUser(shop: Shop, id: string): Promise<UserRecord> {
  const [view] = await usersById(shop.db, [id]);
  if (!view) throw new Error("a user that was just changed is not there");
  return userRecord(view);
}
