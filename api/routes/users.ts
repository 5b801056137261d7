/** Users and their wallets. */
import type { Context } from "hono";
import { listUsers, usersById } from "#ledger/store/reads/users.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { endAllSessionsWrite } from "../auth/sessions.ts";
import { perform } from "../command.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { BalanceAnswer, UserRecord } from "../contract/users.ts";
import { userRecord } from "../records.ts";
import type { Serve } from "../serve.ts";

export function userRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listUsers, (c) => visibleUsers(shop, c));
  serve(operations.listBalances, (c) => visibleUsers(shop, c));

  serve(operations.changeBalance, async (c, { body }) => {
    const { chosenId: user, amount, reason, corrects } = body;
    const { events, position } = await perform(shop, c, {
      type: "correct_balance",
      intent: { user, amount, reason, corrects },
      actor: c.get("principal").user,
      body,
    });
    const answer: BalanceAnswer = { balance: toCedis(events[0]?.balance_after ?? 0), position };
    return answer;
  });

  serve(operations.deleteUser, async (c, { params }) => {
    const { id: user } = params;
    const { position } = await perform(shop, c, {
      type: "delete_user",
      intent: { user },
      actor: c.get("principal").user,
      body: { user },
      also: [endAllSessionsWrite(user)],
    });
    shop.principals.forgetUser(user);
    return { message: texts.userDeleted, position };
  });

  serve(operations.changeLevel, async (c, { params, body }) => {
    const { id: user } = params;
    const actor = c.get("principal").user;
    await perform(shop, c, { type: "change_level", intent: { user, level: body.userLevel }, actor, body });
    return { user: await readUser(shop, user) };
  });

  serve(operations.changeStatus, async (c, { params, body }) => {
    const { id: user } = params;
    const actor = c.get("principal").user;
    await perform(shop, c, { type: "change_status", intent: { user, status: body.status }, actor, body });
    return { user: await readUser(shop, user) };
  });
}

async function visibleUsers(shop: Shop, c: Context<Env>): Promise<UserRecord[]> {
  const { user, level } = c.get("principal");
  const rows = level === "Admin" ? await listUsers(shop.db) : await usersById(shop.db, [user]);
  return rows.map(userRecord);
}

async function readUser(shop: Shop, id: string): Promise<UserRecord> {
  const [view] = await usersById(shop.db, [id]);
  if (!view) throw new Error("a user that was just changed is not there");
  return userRecord(view);
}
