import type { MovementKind } from "#ledger/terms/statuses.ts";
import { idOfStream } from "#ledger/terms/streams.ts";
import type { Changes } from "../evolve/changes.ts";
import { addAlone, type State } from "../state.ts";
import { changeRow, type Declaration, type Happened, type NoData, type Requested } from "./declare.ts";

export type Correction = { reason: string; corrects: number | null } & Requested;

export const walletEvents = {
  wallet_opened: { stream: "wallet", evolve: openWallet, opens: true } satisfies Declaration<
    "wallet",
    NoData
  >,
  wallet_corrected: {
    stream: "wallet",
    books: "correction",
    takesBack: ({ data }) => data.corrects,
    evolve(state, event, changes) {
      touchWallet(state, event, changes);
      const { actor, data, wallet, amount, recorded_at } = event;
      if (data.requested_by !== undefined || wallet === null || amount === null) return;
      addAlone(state, actor, { wallet, amount, recorded_at });
    },
  } satisfies Declaration<"wallet", Correction>,
  /** What the wallet held in the shop that its user comes from. `move_in`: the id in move_in_started. */
  wallet_moved_in: ofWallet<{ move_in: string }>("opening"),
  /** What a payment without a top-up brought. */
  wallet_funded: ofWallet<{ payment: string } & Requested>("topup"),
};

function openWallet(state: State, event: Happened<"wallet", NoData>, changes: Changes): void {
  const { version, position } = event;
  const user = idOfStream(event.stream);
  state.wallets.set(user, { user, balance: 0, version, position });
  changes.wallets.add(user);
}

function ofWallet<Data>(books: MovementKind): Declaration<"wallet", Data> {
  return { stream: "wallet", books, evolve: touchWallet };
}

/** The balance has been changed with the movement; the version belongs to the wallet's own stream. */
function touchWallet(
  { wallets: rows }: State,
  event: Happened<"wallet", unknown>,
  { wallets: changed }: Changes,
): void {
  changeRow({ rows, changed }, idOfStream(event.stream), event, () => ({}));
}
