/** For tests: states to decide on, row by row, however a shop could have come to them. */
import type { ApprovalStatus } from "#contract/terms/statuses.ts";
import type { State } from "#ledger/core/state.ts";
import { admin, ama, kofi, oneGigabyte, openWorld } from "./world.ts";

export const approval = "00000000-0000-4000-8000-0000000000aa";
export const asker = "00000000-0000-4000-8000-00000000000b";

export function scenario<I>(intent: I, prepare: (state: State) => void = () => undefined, actor = admin) {
  const { state } = openWorld();
  prepare(state);
  return { state, intent, actor };
}

export function patchAccount(state: State, user: string, patch: object): void {
  const account = state.accounts.rows.get(user);
  if (account) state.accounts.set(user, { ...account, ...patch });
}

export function setBalance(state: State, user: string, balance: number): void {
  state.wallets.set(user, { user, balance, version: 1, position: 1 });
}

export function patchProducts(state: State, patch: object): void {
  for (const [id, product] of state.products) state.products.set(id, { ...product, ...patch });
}

export function addTopup(state: State, id: number, status: "pending" | "approved" | "declined"): void {
  const row = {
    id,
    user: kofi,
    amount: 60_00,
    purpose: "topup",
    momo_transaction_id: null,
    reason: null,
    credited_at: null,
    payment: null,
  } as const;
  state.topups.set(id, {
    ...row,
    status,
    created_at: "",
    action_at: null,
    hidden: false,
    version: 1,
    position: 1,
  });
}

export function addOrder(state: State, id: number, status: "pending" | "processing" | "completed"): void {
  const { state: other } = openWorld().given("place_order", oneGigabyte, ama);
  const order = other.orders.get(1);
  if (!order) return;
  state.orders.set(id, { ...order, id, status });
  state.entries.set(order.charged_at, {
    at: order.charged_at,
    wallet: ama,
    amount: -6_00,
    reversed: 0,
    corrects: null,
    position: 0,
  });
}

export function patchOrder(state: State, id: number, patch: object): void {
  const order = state.orders.rows.get(id);
  if (order) state.orders.set(id, { ...order, ...patch });
}

export function addEntry(state: State, wallet: string): void {
  state.entries.set(90, { at: 90, wallet, amount: 50_00, reversed: 0, corrects: null, position: 0 });
}

export function addAsker(state: State): void {
  const admins = { level: "Admin", status: "Active", deleted: false, registered_at: "" } as const;
  state.accounts.set(asker, { user: asker, ...admins, version: 1, position: 1 });
}

export function addApproval(
  state: State,
  change: { amount?: number; user?: string } = {},
  status: ApprovalStatus = "pending",
): void {
  const before = state.approvals.peek(approval)?.request;
  const { user, amount } = before?.kind === "correction" ? before : { user: ama, amount: -1 };
  state.approvals.set(approval, {
    id: approval,
    request: { kind: "correction", user, amount, reason: "r", corrects: 90, ...change },
    requested_by: asker,
    requested_at: "",
    status,
    decided_by: null,
    decided_at: null,
    version: 1,
    position: 1,
  });
}

export function askFor(state: State, change: (amount: number) => number): void {
  const row = state.approvals.peek(approval);
  if (row?.request.kind === "correction")
    addApproval(state, { amount: change(row.request.amount) }, row.status);
}

export function orderScenario<I extends { order: number }>(
  status: "pending" | "processing" | "completed",
  intent: I,
) {
  return scenario(intent, (state) => addOrder(state, intent.order, status));
}
