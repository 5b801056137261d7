import { idOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import { addAlone, type State } from "../state.ts";
import { changeRow, eventsOf, type Happened, type NoData, type Requested } from "./declare.ts";

export type Correction = { reason: string; corrects: number | null } & Requested;

const ofWallet = eventsOf("wallet");

export const walletEvents = {
  wallet_opened: ofWallet<NoData>(openWallet, { opens: true }),
  wallet_corrected: ofWallet<Correction>(correctWallet, {
    books: "correction",
    takesBack: ({ data }) => data.corrects,
  }),
  /** What the wallet held in the shop that its user comes from. `move_in`: the id in move_in_started. */
  wallet_moved_in: ofWallet<{ move_in: string }>(touchWallet, { books: "opening" }),
  /** What a payment without a top-up brought. */
  wallet_funded: ofWallet<{ payment: string } & Requested>(touchWallet, { books: "topup" }),
};

function openWallet(state: State, event: Happened<"wallet", NoData>, changes: Changes): void {
  const { version, position } = event;
  const user = idOfStream(event.stream);
  state.wallets.set(user, { user, balance: 0, version, position });
  changes.wallets.add(user);
}

function correctWallet(state: State, event: Happened<"wallet", Correction>, changes: Changes): void {
  touchWallet(state, event, changes);
  const { actor, data, wallet, amount, recorded_at } = event;
  if (data.requested_by !== undefined || wallet === null || amount === null) return;
  addAlone(state, actor, { wallet, amount, recorded_at });
}

/** The balance has been changed with the movement; the version belongs to the wallet's own stream. */
function touchWallet(state: State, event: Happened<"wallet", unknown>, changes: Changes): void {
  changeRow(state, event, changes, () => ({}));
}
