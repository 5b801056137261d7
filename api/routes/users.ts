/** Users and their wallets. */
import { Hono } from "hono";
import { listUsers, usersById } from "#ledger/store/reads/users.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { adminOnly, signedIn } from "../auth/guard.ts";
import { endAllSessionsWrite } from "../auth/sessions.ts";
import { perform } from "../command.ts";
import type { Env, Shop } from "../context.ts";
import { uuid } from "../contract/fields.ts";
import {
  accountStatusBody,
  balanceBody,
  type BalanceAnswer,
  levelBody,
  type UserRecord,
} from "../contract/users.ts";
import { readBody, readParam } from "../input.ts";
import { userRecord } from "../records.ts";

export function userRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();

  app.on("GET", ["/user", "/user/account-balances"], signedIn(shop), async (c) => {
    const { user, level } = c.get("principal");
    const rows = level === "Admin" ? await listUsers(shop.db) : await usersById(shop.db, [user]);
    return c.json(rows.map(userRecord));
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

async function readUser(shop: Shop, id: string): Promise<UserRecord> {
  const [view] = await usersById(shop.db, [id]);
  if (!view) throw new Error("a user that was just changed is not there");
  return userRecord(view);
}
