/** The money half of an event: its two accounts, and the movement that it takes back, if any. */
import { hoursBefore } from "#ledger/terms/dates.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import { officeLimits } from "#ledger/terms/office-limits.ts";
import type { HouseAccount } from "#ledger/terms/rails.ts";
import { numberOfStream } from "#ledger/terms/streams.ts";
import type { LedgerEvent } from "../events.ts";
import type { Entry, LoneAct, State } from "../state.ts";
import type { Changes } from "./changes.ts";

export function moveMoney(state: State, event: LedgerEvent, changes: Changes): void {
  const { wallet, house, counterparty, amount, balance_after, position } = event;
  if (counterparty === null || amount === null) return;
  addToHouse(state, changes, { house: counterparty, amount: -amount, position });
  if (house !== null) addToHouse(state, changes, { house, amount, position });
  if (wallet === null || balance_after === null) return;
  const row = state.wallets.peek(wallet);
  if (row) {
    state.wallets.set(wallet, { ...row, balance: balance_after, position });
    changes.wallets.add(wallet);
  }
  const corrects = event.type === "wallet_corrected" ? event.data.corrects : null;
  state.entries.set(position, { at: position, wallet, amount, reversed: 0, corrects, position: 0 });
  for (const entry of correctedBy(state, reversedBy(state, event))) {
    state.entries.set(entry.at, { ...entry, reversed: entry.reversed + amount, position });
    changes.entries.add(entry.at);
  }
  const { recorded_at } = event;
  if (event.type === "wallet_corrected" && event.data.requested_by === undefined)
    addAlone(state, event.actor, { wallet, amount, recorded_at });
  if (event.type === "order_placed" && event.data.below !== undefined)
    addAlone(state, event.data.below.by, { wallet, amount: event.data.below.amount, recorded_at });
}

function addToHouse(
  { houses }: State,
  changes: Changes,
  { house, amount, position }: { house: HouseAccount; amount: Pesewas; position: number },
): void {
  houses[house] = { balance: houses[house].balance + amount, position };
  changes.houses.add(house);
}

function addAlone(state: State, actor: string, act: LoneAct): void {
  if (!state.alone.has(actor)) return;
  const since = hoursBefore(act.recorded_at, officeLimits.correction_window_h);
  const acts = state.alone.get(actor) ?? [];
  // Oldest first, so only the old ones are looked at: buyers add to this list too.
  const first = acts.findIndex(({ recorded_at }) => recorded_at > since);
  state.alone.set(actor, [...(first === -1 ? [] : acts.slice(first)), act]);
}

/**
 * The movement at a position and, if that is a correction, the movement it corrects, and so on. Taking back a correction
 * restores the charge below it, which a refund must know.
 */
export function correctedBy(state: State, position: number | null): Entry[] {
  const entry = position === null ? undefined : state.entries.peek(position);
  if (!entry) return [];
  // An imported log may say anything. Following earlier positions only, this ends.
  const isEarlier = entry.corrects !== null && entry.corrects < entry.at;
  return [entry, ...(isEarlier ? correctedBy(state, entry.corrects) : [])];
}

/** The position of the movement that this event takes back: a named one, or the charge of the order it refunds. */
function reversedBy(state: State, event: LedgerEvent): number | null {
  if (event.type === "wallet_corrected") return event.data.corrects;
  if (event.type !== "order_rejected") return null;
  return state.orders.peek(numberOfStream(event.stream))?.charged_at ?? null;
}
