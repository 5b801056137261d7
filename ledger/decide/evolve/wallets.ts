import { idOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import type { State } from "../state.ts";
import type { Changes } from "./changes.ts";

export function openWallet(state: State, event: EventOf<"wallet_opened">, changes: Changes): void {
  const { version, position } = event;
  const user = idOfStream(event.stream);
  state.wallets.set(user, { user, balance: 0, version, position });
  changes.wallets.add(user);
}

/** The balance has been changed with the movement; the version belongs to the wallet's own stream. */
export function touchWallet(
  state: State,
  event: EventOf<"wallet_corrected" | "wallet_funded" | "wallet_moved_in">,
  changes: Changes,
): void {
  const { version, position } = event;
  const user = idOfStream(event.stream);
  const row = state.wallets.peek(user);
  if (!row) return;
  state.wallets.set(user, { ...row, version, position });
  changes.wallets.add(user);
}
