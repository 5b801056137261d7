/** Turns a draft into an event: adds position, version and balance after. The store adds the hash. */
import { idOfStream, kindOfStream, type Stream } from "#contract/terms/streams.ts";
import type { CommandFields } from "./checks.ts";
import type { Draft, LedgerEvent } from "./events.ts";
import type { Row } from "./rows/table.ts";
import { type Loaded, ownRow, type State } from "./state.ts";

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
  if (kind === "product") return state.products.get(idOfStream(stream as Stream<"product">))?.version ?? 0;
  const own = ownRow(stream);
  if (own === undefined) throw new Error(`the ledger has no stream of the kind ${kind}`);
  const rows = state[own.kind] as Loaded<string | number, Row>;
  // The number of a new order follows from the log, and the id of a new request is new: their rows need not be looked for.
  const row = own.kind === "orders" || own.kind === "approvals" ? rows.peek(own.key) : rows.get(own.key);
  return row?.version ?? 0;
}

function balanceAfter(wallet: string, amount: number, state: State): number {
  const row = state.wallets.get(wallet);
  if (!row) throw new Error(`a movement of the unopened wallet ${wallet}`);
  const balance = row.balance + amount;
  if (balance < 0 || !Number.isSafeInteger(balance))
    throw new Error("a decision would leave an impossible balance");
  return balance;
}
