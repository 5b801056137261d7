/** A wallet's statement: its movements, and their sums by month. */
import type { Context } from "hono";
import { listMonths, readMonth } from "#ledger/books/statement-months.ts";
import { listMovements, type MovementView, totalMovements } from "#ledger/books/statement.ts";
import { dayOf, monthOf } from "#contract/terms/dates.ts";
import { limits } from "#contract/terms/limits.ts";
import { toCedis } from "#contract/terms/money.ts";
import { isNarrow } from "#contract/terms/search.ts";
import { scopeOf } from "../serve/guard.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { answerList, type List } from "../serve/list-answer.ts";
import type { Serve } from "../serve/serve.ts";
import { movementRecord } from "./records.ts";

export function statementRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readStatement, (c, { query: { limit, cursor, user, ...filters } }) => {
    const filter = { ...filters, user: ownerOf(c, user) };
    const statement: List<MovementView, number> = {
      read: (portion) => listMovements(shop.db, filter, portion),
      total: () => totalMovements(shop.db, filter),
      isNarrow: isNarrow(filter.search),
      cursorOf: ({ position }) => position,
      toRecord: movementRecord,
    };
    return answerList(shop, c, statement, { limit, cursor, toText: (position) => position });
  });

  serve(operations.listStatementMonths, async (c, { query: { user } }) => {
    const month = monthOf(new Date().toISOString());
    const months = await listMonths(shop.db, ownerOf(c, user), {
      month,
      months: limits.statement_months_max,
    });
    return months.map(sums);
  });

  serve(operations.readStatementMonth, async (c, { query: { user, month: asked } }) => {
    const today = dayOf(new Date().toISOString());
    const month = asked ?? monthOf(today);
    const { days, networks, ...whole } = await readMonth(shop.db, ownerOf(c, user), { month, today });
    return {
      ...sums(whole),
      days: days.map(({ day, ...flow }) => ({ day, ...inCedis(flow) })),
      networks: networks.map(({ network, count, value }) => ({ network, count, amount: toCedis(value) })),
    };
  });
}

/** Whose wallet: an admin can name another user. */
function ownerOf(c: Context<Env>, asked: string | undefined): string {
  const principal = c.get("principal");
  return scopeOf(principal, { user: asked }) ?? principal.user;
}

type Months = Awaited<ReturnType<typeof listMonths>>;

function sums({ month, count, balance, ...flow }: Months[number]) {
  return { month, ...inCedis(flow), count, balance: toCedis(balance) };
}

function inCedis({ money_in, money_out }: { money_in: number; money_out: number }) {
  return { moneyIn: toCedis(money_in), moneyOut: toCedis(money_out) };
}
