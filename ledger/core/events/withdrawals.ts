import type { RailName } from "#contract/terms/rails.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { WithdrawalStatus } from "#contract/terms/withdrawals.ts";
import type { Changes } from "../changes.ts";
import type { Withdrawal } from "../rows/withdrawals.ts";
import { addOpen, addWithdrawn, type State } from "../state.ts";
import {
  changeRow,
  type Declaration,
  eventsOf,
  type Happened,
  type NoData,
  type Requested,
  type Traits,
} from "./declare.ts";

type WithdrawalEvent<Data> = Happened<"withdrawal", Data>;
type Asked = Pick<Withdrawal, "user" | "fee" | "first">;

const ofWithdrawal = eventsOf("withdrawal");

export const withdrawalEvents = {
  /** From the wallet to `payouts`, with the shop's fee. */
  withdrawal_requested: ofWithdrawal<Asked>(requestWithdrawal, { opens: true, books: "withdrawal" }),
  /** In the log before the rail hears of it, or before an admin pays it by hand. */
  withdrawal_sent: changed<{ rail: RailName; reference: string; attempt: number } & Requested>(
    ({ data: { rail, attempt }, recorded_at }) => ({
      status: "sent",
      rail,
      attempt,
      reason: null,
      sent_at: recorded_at,
    }),
  ),
  /** The rail did not take it, so it waits for an admin again. */
  withdrawal_refused: changed<{ reason: string }>(({ data }) => ({
    status: "requested",
    rail: null,
    reason: data.reason,
    sent_at: null,
  })),
  /** From the rail to the user: what is on `payouts`, less the shop's fee. */
  withdrawal_paid: ended<{ rail: RailName; transaction: string } & Requested>(
    "paid",
    ({ data: { transaction } }) => ({ transaction, reason: null }),
    { books: "payout" },
  ),
  /** The shop's own fee, from `payouts` to `fees`; back if it is negative. */
  withdrawal_fee_taken: changed<NoData>(() => ({}), { books: "fee" }),
  /** What the rail took for it. */
  withdrawal_charged: changed<{ rail: RailName }>(() => ({}), { books: "fee" }),
  /** It is back on the rail. Its end follows in the log. */
  withdrawal_reversed: changed<{ rail: RailName }>(() => ({ status: "sent" }), { books: "payout" }),
  /** Back to the wallet, as whole as it left. */
  withdrawal_failed: ended<{ reason: string } & Requested>("failed", reasonOf, { books: "withdrawal" }),
  withdrawal_rejected: ended<{ reason: string }>("rejected", reasonOf, { books: "withdrawal" }),
};

function reasonOf({ data }: WithdrawalEvent<{ reason: string }>): Partial<Withdrawal> {
  return { reason: data.reason };
}

function changed<Data>(
  change: (event: WithdrawalEvent<Data>, before: Withdrawal) => Partial<Withdrawal>,
  traits?: Traits<"withdrawal", Data>,
): Declaration<"withdrawal", Data> {
  return ofWithdrawal<Data>(
    (state, event, changes) => changeRow(state, event, changes, (before) => change(event, before)),
    traits,
  );
}

function ended<Data>(
  status: WithdrawalStatus,
  change: (event: WithdrawalEvent<Data>) => Partial<Withdrawal>,
  traits: Traits<"withdrawal", Data>,
): Declaration<"withdrawal", Data> {
  return ofWithdrawal<Data>(
    (state, event, changes) =>
      changeRow(state, event, changes, (before) => {
        // It was counted as decided when it was paid.
        if (before.action_at === null) addOpen(state, before.user, -1);
        if (status !== "paid") addWithdrawn(state, before, -1);
        return { status, action_at: event.recorded_at, ...change(event) };
      }),
    traits,
  );
}

function requestWithdrawal(state: State, event: WithdrawalEvent<Asked>, changes: Changes): void {
  const { data, version, position, recorded_at } = event;
  const id = idOfStream(event.stream);
  const withdrawal: Withdrawal = {
    id,
    ...data,
    amount: 0 - (event.amount ?? 0),
    status: "requested",
    rail: null,
    attempt: 0,
    transaction: null,
    reason: null,
    created_at: recorded_at,
    requested: position,
    sent_at: null,
    action_at: null,
    version,
    position,
  };
  state.withdrawals.set(id, withdrawal);
  changes.withdrawals.add(id);
  addOpen(state, data.user, 1);
  addWithdrawn(state, withdrawal, 1);
}
