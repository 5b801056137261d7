/** Turns a draft into an event: adds position, version and balance after. The store adds the hash. */
import { idOfStream, kindOfStream, type Stream } from "#contract/terms/streams.ts";
import type { CommandFields } from "./checks.ts";
import type { Draft, LedgerEvent } from "./events.ts";
import type { State } from "./state.ts";

export function seal(draft: Draft, command: CommandFields, recorded_at: string, state: State): LedgerEvent {
  const { movement } = draft;
  const isOfWallet = movement?.wallet !== undefined;
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
    wallet: isOfWallet ? movement.wallet : null,
    house: movement === undefined || isOfWallet ? null : movement.house,
    counterparty: movement?.counterparty ?? null,
    amount: movement?.amount ?? null,
    balance_after: isOfWallet ? balanceAfter(movement.wallet, movement.amount, state) : null,
  };
  return event as LedgerEvent;
}

/** The version that a stream has reached, which its row has. */
export function versionOf(stream: Stream, state: State): number {
  const kind = kindOfStream(stream);
  if (kind === "settings") return state.settings.version;
  const id = idOfStream(stream as Stream<typeof kind>);
  switch (kind) {
    case "user":
      return state.accounts.get(id)?.version ?? 0;
    case "wallet":
      return state.wallets.get(id)?.version ?? 0;
    case "order":
      // A new order's number follows from the log: its row need not be looked for.
      return state.orders.peek(Number(id))?.version ?? 0;
    case "topup":
      return state.topups.get(Number(id))?.version ?? 0;
    case "product":
      return state.products.get(id)?.version ?? 0;
    case "payment":
      return state.payments.get(id)?.version ?? 0;
    case "approval":
      return state.approvals.peek(id)?.version ?? 0;
    default:
      return unknownStream(kind);
  }
}

function unknownStream(kind: never): never {
  throw new Error(`the ledger has no stream of the kind ${String(kind)}`);
}

function balanceAfter(wallet: string, amount: number, state: State): number {
  const row = state.wallets.get(wallet);
  if (!row) throw new Error(`a movement of the unopened wallet ${wallet}`);
  const balance = row.balance + amount;
  if (balance < 0 || !Number.isSafeInteger(balance))
    throw new Error("a decision would leave an impossible balance");
  return balance;
}
