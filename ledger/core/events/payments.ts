import type { RailName } from "#contract/terms/rails.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import type { Payment, RailBalance } from "../rows/payments.ts";
import type { State } from "../state.ts";
import {
  changeRow,
  type Declaration,
  eventsOf,
  type Happened,
  type NoData,
  type Requested,
  type Traits,
} from "./declare.ts";
import { actOfShop } from "./settings.ts";

type Received = Pick<Payment, "rail" | "transaction">;

/** `margin`: what the agent earns on delivery; `borne`: what of it is for the shop's fees. */
export interface Spent {
  user: string;
  order: number;
  margin: number;
  borne: number;
}

export interface Covered {
  user: string;
  topup: number;
}

type PaymentEvent<Data> = Happened<"payment", Data>;

const ofPayment = eventsOf("payment");

export const paymentEvents = {
  /** A rail says that it received money: from `rail` to `suspense`. `transaction`: the rail's own id of it. */
  payment_received: ofPayment<Received>(receivePayment, { opens: true, books: "payment" }),
  /** What the rail kept of it: from `rail` to `fees`. */
  payment_fee_charged: changed<{ rail: RailName }>(
    ({ amount }, { fee }) => ({
      fee: (fee ?? 0) + (amount ?? 0),
    }),
    { books: "fee" },
  ),
  /** Nobody knows yet whose it is. `refund`: the shop sends it back, because nothing could be sold for it. */
  payment_held: changed<{ reason: string; refund?: true }>(({ data: { reason, refund } }, before) => ({
    status: "held",
    reason,
    refund: refund ? "wanted" : before.refund,
  })),
  /** A guest's order follows it in the log, and takes the rest: the margin goes from `suspense` to `held`. */
  payment_spent: changed<Spent>(
    ({ data, recorded_at }) => ({ ...data, status: "matched", reason: null, action_at: recorded_at }),
    { books: "hold" },
  ),
  /** What a guest paid on top, or the agent's margin lacks, for what the rail kept: to `fees`, or back from there. */
  payment_fee_borne: changed<NoData>(() => ({}), { books: "fee" }),
  /** The guest's order was rejected: the margin goes back too, and the rail is asked to return it all. */
  payment_reopened: changed<{ order: number; reason: string }>(reopen, { books: "hold" }),
  /** The order was delivered although the rail had taken the payment back: nothing was earned. */
  margin_lost: changed<{ order: number }>(() => ({}), { books: "hold" }),
  /** In the log before the rail hears of it. */
  payment_refund_asked: changed<NoData>(() => ({ refund: "asked" })),
  payment_refund_refused: changed<{ reason: string }>(({ data: { reason } }) => ({
    status: "held",
    refund: "refused",
    reason,
  })),
  /** Whose it is. The credit follows it in the log: of the top-up, or without one. */
  payment_matched: changed<{ user: string; topup: number | null } & Requested>(match),
  /** An admin had credited this top-up before the rail reported its payment: back from `suspense` to momo. */
  payment_covered: ofPayment<Covered>(coverPayment, { books: "payment" }),
  /** The shop sent it back: from `suspense` to the rail. */
  payment_returned: changed<{ reason: string }>(
    ({ data, recorded_at }) => ({
      status: "returned",
      reason: data.reason,
      action_at: recorded_at,
    }),
    { books: "return" },
  ),
  /** The payer or their bank disputes it. It stays where it is until the rail has decided. */
  payment_disputed: changed<NoData>(() => ({ disputed: true })),
  payment_dispute_won: changed<NoData>(() => ({ disputed: false })),
  /** The rail took it back. The loss is on `suspense`, or on `corrections` if a wallet has the money. */
  payment_reversed: changed<NoData>(
    ({ recorded_at }) => ({
      status: "reversed",
      disputed: false,
      action_at: recorded_at,
    }),
    { books: "reversal" },
  ),
  /**
   * The rail still has what was booked as returned or reversed: its refund failed. It goes the way back, to `suspense`, or to
   * `corrections` if a wallet has the money.
   */
  payment_return_failed: changed<{ reason: string }>(
    ({ data: { reason }, recorded_at }, { user, refund }) =>
      user === null
        ? { status: "held", reason, action_at: null, refund: refund && "refused" }
        : { status: "matched", reason, action_at: recorded_at },
    { books: "return" },
  ),
  /** Between a rail and the owner: withdrawn, settled to a bank, or put in. */
  rail_transferred: actOfShop<{ rail: RailName; reason: string }>({ books: "transfer" }),
  /** An admin says what a rail's wallet held, so that the messages of its phone go on from there. It moves no money. */
  rail_balance_confirmed: actOfShop<RailBalance & Requested>(),
};

function changed<Data>(
  change: (event: PaymentEvent<Data>, before: Payment) => Partial<Payment>,
  traits?: Traits<"payment", Data>,
): Declaration<"payment", Data> {
  return ofPayment<Data>(
    (state, event, changes) => changeRow(state, event, changes, (before) => change(event, before)),
    traits,
  );
}

function receivePayment(state: State, event: PaymentEvent<Received>, changes: Changes): void {
  const { version, position, recorded_at } = event;
  const id = idOfStream(event.stream);
  state.payments.set(id, {
    id,
    ...event.data,
    amount: event.amount ?? 0,
    fee: null,
    status: "received",
    disputed: false,
    reason: null,
    user: null,
    topup: null,
    received_at: recorded_at,
    received: position,
    action_at: null,
    order: null,
    margin: null,
    borne: null,
    refund: null,
    version,
    position,
  });
  changes.payments.add(id);
}

function match({
  data: { user, topup },
  recorded_at: action_at,
}: PaymentEvent<{ user: string; topup: number | null }>): Partial<Payment> {
  return { status: "matched", reason: null, user, topup, action_at };
}

/** What the rail has taken back meanwhile is not there to be returned. */
function reopen(
  { data: { reason } }: PaymentEvent<{ reason: string }>,
  { status }: Payment,
): Partial<Payment> {
  if (status !== "matched") return { user: null, reason };
  return { status: "held", user: null, reason, refund: "wanted", action_at: null };
}

function coverPayment(state: State, event: PaymentEvent<Covered>, changes: Changes): void {
  changeRow(state, event, changes, () => match(event));
  // From now on no other payment can stand for the same credit. The event is not of the top-up's stream.
  const { topup } = event.data;
  const before = state.topups.peek(topup);
  if (!before) return;
  state.topups.set(topup, { ...before, payment: idOfStream(event.stream), position: event.position });
  changes.topups.add(topup);
}
