import { idOfStream } from "#ledger/terms/streams.ts";
import type { Changes } from "../evolve/changes.ts";
import type { State } from "../state.ts";
import { changeRow, type Declaration, type Happened, type NoData, type Requested } from "./declare.ts";

export const walletEvents = {
  wallet_opened: { stream: "wallet", evolve: openWallet } satisfies Declaration<"wallet", NoData>,
  wallet_corrected: ofWallet<{ reason: string; corrects: number | null } & Requested>(),
  /** What the wallet held in the shop that its user comes from. `move_in`: the id in move_in_started. */
  wallet_moved_in: ofWallet<{ move_in: string }>(),
  /** What a payment without a top-up brought. */
  wallet_funded: ofWallet<{ payment: string } & Requested>(),
};

function openWallet(state: State, event: Happened<"wallet", NoData>, changes: Changes): void {
  const { version, position } = event;
  const user = idOfStream(event.stream);
  state.wallets.set(user, { user, balance: 0, version, position });
  changes.wallets.add(user);
}

/** The balance has been changed with the movement; the version belongs to the wallet's own stream. */
function ofWallet<Data>(): Declaration<"wallet", Data> {
  return {
    stream: "wallet",
    evolve: ({ wallets: rows }, event, { wallets: changed }) =>
      changeRow({ rows, changed }, idOfStream(event.stream), event, () => ({})),
  };
}
