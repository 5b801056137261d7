/** The money half of an event: its two accounts, and the movement that it takes back, if any. */
import type { Pesewas } from "#contract/terms/money.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import type { LedgerEvent } from "../events.ts";
import type { Entry } from "../rows/wallets.ts";
import type { State } from "../state.ts";
import type { Changes } from "../changes.ts";

/** `takenBack`: the position of the movement that the event takes back. */
export function moveMoney(
  state: State,
  event: LedgerEvent,
  changes: Changes,
  takenBack: number | null,
): void {
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
  for (const entry of correctedBy(state, takenBack)) {
    state.entries.set(entry.at, { ...entry, reversed: entry.reversed + amount, position });
    changes.entries.add(entry.at);
  }
}

function addToHouse(
  { houses }: State,
  changes: Changes,
  { house, amount, position }: { house: HouseAccount; amount: Pesewas; position: number },
): void {
  houses[house] = { balance: houses[house].balance + amount, position };
  changes.houses.add(house);
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
