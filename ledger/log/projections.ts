/** The projections' writes: rows that a batch changed. The writer, rebuild and import all write with these. */
import type { State } from "#ledger/core/state.ts";
import { accountTable } from "#ledger/core/rows/users.ts";
import { approvalTable } from "#ledger/core/rows/approvals.ts";
import { fulfilmentTable } from "#ledger/core/rows/fulfilments.ts";
import { houseTable, type NamedHouse, reversalTable, walletTable } from "#ledger/core/rows/wallets.ts";
import { orderTable } from "#ledger/core/rows/orders.ts";
import { paymentTable } from "#ledger/core/rows/payments.ts";
import { productTable } from "#ledger/core/rows/products.ts";
import { type Changes, salesTable, type Total, totalTable } from "#ledger/core/changes.ts";
import { settingsTable } from "#ledger/core/rows/settings.ts";
import { agentShopTable } from "#ledger/core/rows/shops.ts";
import { topupTable } from "#ledger/core/rows/topups.ts";
import { withdrawalTable } from "#ledger/core/rows/withdrawals.ts";
import type { Part } from "../tables/statement.ts";
import { add, insert, type Target, update, upsert } from "../tables/tables.ts";

/** One part for each table that changed. `placed`: orders that are new in this batch, so no row needs to be looked for. */
export function projectionParts(state: State, changes: Changes, placed: Set<number>, target: Target): Part[] {
  const parts: Part[] = [];
  const orders = rowsOf(state.orders, changes.orders);
  const fresh = orders.filter((order) => placed.has(order.id));
  const moved = orders.filter((order) => !placed.has(order.id));
  if (changes.wallets.size) parts.push(upsert(walletTable, rowsOf(state.wallets, changes.wallets), target));
  if (changes.houses.size) parts.push(update(houseTable, housesOf(state, changes), target));
  if (fresh.length) parts.push(insert(orderTable, fresh, target, "placed"));
  if (moved.length) parts.push(update(orderTable, moved, target, "moved"));
  if (changes.sales.size) parts.push(add(salesTable, [...changes.sales.values()].flat(), target));
  if (changes.sales.size || changes.requests.length) parts.push(add(totalTable, totalsOf(changes), target));
  if (changes.accounts.size)
    parts.push(upsert(accountTable, rowsOf(state.accounts, changes.accounts), target));
  if (changes.topups.size) parts.push(upsert(topupTable, rowsOf(state.topups, changes.topups), target));
  if (changes.approvals.size)
    parts.push(upsert(approvalTable, rowsOf(state.approvals, changes.approvals), target));
  if (changes.payments.size)
    parts.push(upsert(paymentTable, rowsOf(state.payments, changes.payments), target));
  if (changes.fulfilments.size)
    parts.push(upsert(fulfilmentTable, rowsOf(state.fulfilments, changes.fulfilments), target));
  if (changes.agent_shops.size)
    parts.push(upsert(agentShopTable, rowsOf(state.agent_shops, changes.agent_shops), target));
  if (changes.withdrawals.size)
    parts.push(upsert(withdrawalTable, rowsOf(state.withdrawals, changes.withdrawals), target));
  if (changes.entries.size) parts.push(upsert(reversalTable, rowsOf(state.entries, changes.entries), target));
  if (changes.products.size)
    parts.push(upsert(productTable, rowsOf(state.products, changes.products), target));
  if (changes.settings) parts.push(upsert(settingsTable, [{ ...state.settings, id: true }], target));
  return parts;
}

function rowsOf<K, V>(loaded: Pick<Map<K, V>, "get">, keys: Set<K>): V[] {
  return [...keys].map((key) => {
    const row = loaded.get(key);
    if (!row) throw new Error(`a change of a missing row ${String(key)}`);
    return row;
  });
}

function housesOf({ houses }: State, changes: Changes): NamedHouse[] {
  return [...changes.houses].map((name) => ({ name, ...houses[name] }));
}

function totalsOf({ sales: byUser, requests }: Changes): Total[] {
  const list: Total[] = [];
  for (const { day, status, count, value, position } of [...byUser.values()].flat()) {
    let sum = list.find((one) => one.status === status && one.day === day);
    if (!sum) list.push((sum = { list: "order", day, status, count: 0, value: 0, position }));
    sum.count += count;
    sum.value += value;
    sum.position = Math.max(sum.position, position);
  }
  for (const delta of requests) list.push({ list: "topup", ...delta });
  return list;
}
