/** The closing of a period, and what was sold in it. */
import { type ClosedPeriod, readClosing } from "#ledger/reports/closing.ts";
import { type AgentSold, type PackageSold, readSold, type TimeSold } from "#ledger/reports/sold.ts";
import type { SoldSums } from "#ledger/reports/sold-sql.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { spanOf } from "#contract/terms/periods.ts";
import { type ClosingKind, closingKinds } from "#contract/terms/payments.ts";
import { rails } from "#contract/terms/rails.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { lastStatements } from "../payments/rail-statements.ts";

export function closingRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readClosing, async (_, { query: { at, ...days } }) => {
    const today = dayOf(new Date().toISOString());
    const period: ClosedPeriod = { ...spanOf(days, at === undefined ? today : dayOf(at)), at };
    if (at !== undefined && dayOf(at) < period.from)
      throw new ApiError("input_invalid", "The moment is before the first day", {
        fields: { at: "The moment is before the first day" },
      });
    const [{ accounts, ...rest }, statements] = await Promise.all([
      readClosing(shop.db, period),
      lastStatements(shop.db, { after: `${period.from}T00:00:00Z`, until: endOf(period) }),
    ]);
    return {
      ...period,
      at: at ?? null,
      ...rest,
      accounts: accounts.map(({ account, opening, moved, closing }) => ({
        account,
        opening: toCedis(opening),
        moved: Object.fromEntries(
          closingKinds.map((kind) => [kind, { count: moved[kind].count, value: toCedis(moved[kind].value) }]),
        ) as Record<ClosingKind, { count: number; value: number }>,
        closing: toCedis(closing),
      })),
      rails: rails.map((rail) => ({
        rail,
        books: toCedis(0 - (accounts.find(({ account }) => account === rail)?.closing ?? 0)),
        statement: statements.get(rail) ?? null,
      })),
    };
  });

  serve(operations.readSold, async (_, { query }) => {
    const span = spanOf(query, dayOf(new Date().toISOString()));
    const { position, packages, agents, suppliers, belowCost, times } = await readSold(shop.db, span);
    const hasCosts = packages.some(({ costs }) => costs !== 0);
    const sold = (rows: readonly SoldSums[]) => sumOf(rows, hasCosts);
    return {
      ...span,
      position,
      total: { ...sold(packages), fees: feesOf(times) },
      times: times.map((row) => ({ time: row.time, ...sold([row]), fees: feesOf([row]) })),
      networks: groups(
        packages,
        ({ network }) => network,
        ({ network }) => ({ network }),
        sold,
      ),
      packages: groups(packages, packageKey, ({ network, offer }) => ({ network, offer }), sold),
      levels: groups(
        packages,
        ({ level }) => level,
        ({ level }) => ({ userLevel: level }),
        sold,
      ),
      // Everybody else comes last, however much that is.
      agents: groups(agents, ({ user_id }) => user_id ?? "", agentNames, sold).toSorted(
        (a, b) => Number(a.userId === null) - Number(b.userId === null),
      ),
      suppliers: suppliers.map((row) => ({ supplier: row.supplier, ...sold([row]) })),
      belowCost: { count: belowCost.count, value: toCedis(belowCost.value) },
    };
  });
}

function packageKey({ network, offer }: PackageSold): string {
  return JSON.stringify([network, offer]);
}

function agentNames({ user_id, username, level }: AgentSold) {
  if (user_id === null) return { userId: null, username: "Everybody else", userLevel: "" };
  return { userId: user_id, username: username ?? user_id, userLevel: level ?? "" };
}

/** One row for each key, the highest net first. */
function groups<Row extends SoldSums, Names>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  namesOf: (row: Row) => Names,
  sold: (rows: readonly Row[]) => ReturnType<typeof sumOf>,
) {
  return [...Map.groupBy(rows, keyOf)]
    .flatMap(([key, group]) => group.slice(0, 1).map((first) => ({ key, names: namesOf(first), group })))
    .map(({ key, names, group }) => ({ key, row: { ...names, ...sold(group) } }))
    .toSorted((a, b) => b.row.net - a.row.net || (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

/** The first moment that the period leaves out. */
function endOf({ to, at }: ClosedPeriod): string {
  return at === undefined || dayOf(at) > to ? `${to}T24:00:00Z` : at;
}

function feesOf(times: readonly TimeSold[]): number {
  return toCedis(times.reduce((sum, { fees }) => sum + fees, 0));
}

function sumOf(rows: readonly SoldSums[], hasCosts: boolean) {
  const of = (name: keyof SoldSums) => rows.reduce((sum, row) => sum + row[name], 0);
  const net = of("charged") - of("refunded");
  return {
    orders: { count: of("orders"), value: toCedis(of("charged")) },
    refunds: { count: of("refunds"), value: toCedis(of("refunded")) },
    net: toCedis(net),
    cost: { count: of("costs"), value: toCedis(of("cost")) },
    profit: hasCosts ? toCedis(net - of("cost")) : null,
  };
}
