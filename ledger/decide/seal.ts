/** Gives a draft its place: position, version, balance after. The store adds the hash, which needs a hash function. */
import type { Command } from "./command.ts";
import type { Draft, LedgerEvent } from "./events.ts";
import type { State } from "./state.ts";

export function seal(draft: Draft, command: Command, recorded_at: string, state: State): LedgerEvent {
  const { movement } = draft;
  const event = {
    position: state.position + 1,
    stream: draft.stream,
    version: versionOf(draft.stream, state) + 1,
    type: draft.type,
    data: draft.data,
    actor: command.actor,
    command_id: command.id,
    fingerprint: command.fingerprint,
    recorded_at,
    wallet: movement?.wallet ?? null,
    counterparty: movement?.counterparty ?? null,
    amount: movement?.amount ?? null,
    balance_after: movement ? balanceAfter(movement.wallet, movement.amount, state) : null,
  };
  return event as LedgerEvent;
}

/** The version its stream has reached: its row's. */
export function versionOf(stream: string, state: State): number {
  const kind = stream.slice(0, stream.indexOf("/"));
  const id = stream.slice(kind.length + 1);
  switch (kind) {
    case "user":
      return state.accounts.get(id)?.version ?? 0;
    case "wallet":
      return state.wallets.get(id)?.version ?? 0;
    case "order":
      return state.orders.has(Number(id)) ? (state.orders.get(Number(id))?.version ?? 0) : 0;
    case "recharge":
      return state.recharges.get(Number(id))?.version ?? 0;
    case "product":
      return state.products.get(id)?.version ?? 0;
    default:
      return state.notice.version;
  }
}

function balanceAfter(wallet: string, amount: number, state: State): number {
  const row = state.wallets.get(wallet);
  if (!row) throw new Error(`a movement of the unopened wallet ${wallet}`);
  const balance = row.balance + amount;
  if (balance < 0 || !Number.isSafeInteger(balance))
    throw new Error("a decision would leave an impossible balance");
  return balance;
}
