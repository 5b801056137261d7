/** Compares the shop's books with what the double of Paystack really took from guests, returned to them and paid to agents. */
import { hash } from "node:crypto";
import type { Pesewas } from "../../../contract/terms/money.ts";
import { payoutReference, type WithdrawalStatus } from "../../../contract/terms/withdrawals.ts";
import { type Booked, bookedOn } from "../payments/books.ts";
import { outcomeOf, type Truth } from "../payments/paystack-truth.ts";
import type { ShopStage, Started } from "./stormed-agents.ts";

/** A guest's order, from what was asked for to what came of it. */
interface GuestRow {
  token: string;
  agent: string;
  reference: string;
  payer: string;
  order: number | null;
  status: string | null;
  margin: Pesewas | null;
  borne: Pesewas | null;
  refund: string | null;
  earned: number;
  lost: number;
}

export interface TrueGuest extends GuestRow {
  truth: Truth | undefined;
  booked: Booked | undefined;
  asked: Started | undefined;
}

export async function readGuests({ shop, paystack, guests }: ShopStage): Promise<TrueGuest[]> {
  const rows = await shop.query<GuestRow>(
    `with ended as (
       select data ->> 'payment' as payment, 1 as earned, 0 as lost from ledger.event where type = 'margin_earned'
       union all select o.payment::text, 0, 1 from ledger.event e join ledger."order" o on o.id = (e.data ->> 'order')::bigint
       where e.type = 'margin_lost'
     )
     select encode(g.token_hash, 'hex') as token, g.user_id as agent, c.reference, g.payer, o.id as "order", o.status, p.margin,
       p.borne, p.refund, coalesce(sum(e.earned), 0)::int as earned, coalesce(sum(e.lost), 0)::int as lost
     from shop.guest_order g join shop.charge c on c.guest_order = g.id left join ledger.payment p on p.id = c.payment
     left join ledger."order" o on o.payment = p.id left join ended e on e.payment = p.id::text
     group by g.id, c.reference, o.id, p.id`,
  );
  const booked = await bookedOn(shop, "paystack");
  const asked = new Map(guests.map((one) => [hashOf(one.token), one]));
  return rows.map((row) => {
    const truth = paystack.payments.get(row.reference);
    return { ...row, truth, booked: truth && booked.get(String(truth.id)), asked: asked.get(row.token) };
  });
}

function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}

/** What the shop has of it in cedis, as long as it has it. */
export function paidIn(truth: Truth | undefined): Pesewas {
  if (!truth?.paid || outcomeOf(truth) === "nothing") return 0;
  return outcomeOf(truth) === "other" ? truth.paid.amount : truth.asked;
}

export function isDelivered({ status }: Pick<GuestRow, "status">): boolean {
  return status === "completed";
}

/** What is wrong with guests' orders, each by its reference. */
export function guestFaults({ paystack, guests }: ShopStage, all: readonly TrueGuest[]): string[] {
  const known = new Set(all.map(({ reference }) => reference));
  const strays = [...paystack.payments.keys()].filter((reference) => !known.has(reference));
  const orders = all.flatMap(({ order }) => order ?? []);
  const faults = all.flatMap((one) => {
    const found = [unpaidFault(one), moneyFault(one), marginFault(one)].filter(
      (fault) => fault !== undefined,
    );
    return found.map((fault) => `${one.reference}: ${fault}`);
  });
  return [
    ...strays.map((reference) => `${reference}: doubled: a guest was asked to pay for no order`),
    ...(all.length === guests.length
      ? []
      : [`lost: ${guests.length} orders of guests were answered, and ${all.length} are stored`]),
    ...(new Set(orders).size === orders.length ? [] : ["doubled: an order was paid by two payments"]),
    ...faults,
  ];
}

/** Nothing is delivered unpaid. */
function unpaidFault(one: TrueGuest): string | undefined {
  const { order, truth, asked } = one;
  if (!asked) return "doubled: nobody has asked for it";
  if (order === null) return undefined;
  const paid = paidIn(truth);
  if (paid === 0) return `unpaid: order ${order} was placed, and nothing was paid`;
  return paid === asked.offered.price
    ? undefined
    : `unpaid: order ${order} was placed for ${asked.offered.price}, and ${paid} were paid`;
}

/** What is paid is in the books once, and delivered, refunded or listed; never two of these. */
function moneyFault(one: TrueGuest): string | undefined {
  const { truth, booked } = one;
  const paid = paidIn(truth);
  if (!truth || paid === 0)
    return booked && `doubled: nothing was paid, and ${booked.amount} are in the books`;
  if (!booked) return `lost: ${paid} were paid, and are not in the books`;
  if (booked.amount !== paid) return `wrong: ${paid} were paid, and ${booked.amount} are in the books`;
  const isBack = truth.stage === "reversed";
  const isLost = truth.fate.dispute === "lost";
  if (isDelivered(one) && isBack && !isLost) return "doubled: it is delivered and refunded";
  const expected = isDelivered(one)
    ? [isBack ? "reversed" : "matched"]
    : isBack
      ? ["returned", "reversed"]
      : ["held", "received"];
  if (!expected.includes(booked.status))
    return `lost: it is ${booked.status}, and should be ${expected.join(" or ")}`;
  const isOnItsWay = booked.status === "held" && (one.refund === "wanted" || one.refund === "asked");
  return isOnItsWay ? `lost: its refund is ${one.refund}, and never came` : undefined;
}

/** The agent earns the difference once, when it is delivered. */
function marginFault(one: TrueGuest): string | undefined {
  const { asked, truth, margin, borne, earned, lost } = one;
  const ends = earned + lost;
  if (!asked || !isDelivered(one))
    return ends === 0 ? undefined : "doubled: its margin is earned, and it is not delivered";
  if (ends !== 1)
    return `${ends === 0 ? "lost" : "doubled"}: it is delivered, and its margin was earned ${ends} times`;
  if (lost > 0 && truth?.stage !== "reversed") return "lost: its margin was not earned";
  const { own, cost, price, fee_by } = asked.offered;
  const least = fee_by === "guest" ? price - own : 0;
  const most = fee_by === "agent" ? Math.min(truth?.paid?.fee ?? 0, own - cost) : least;
  const isShared = borne !== null && borne >= least && borne <= most;
  const due = own - cost - (fee_by === "agent" ? (borne ?? 0) : 0);
  return isShared && margin === due
    ? undefined
    : `wrong: its margin is ${margin} with ${borne} for the fee, of ${JSON.stringify(asked.offered)}`;
}

export interface TrueWithdrawal {
  id: string;
  user: string;
  amount: Pesewas;
  fee: Pesewas;
  status: WithdrawalStatus;
  /** The books have what Paystack took for it. */
  isCharged: boolean;
  wasPaid: boolean;
  by: string | null;
  /** An admin sees that it was paid after it was back in the wallet. */
  isListed: boolean;
  transfer: ReturnType<ShopStage["paystack"]["transfers"]["get"]>;
}

export async function readWithdrawals({ shop, paystack }: ShopStage): Promise<TrueWithdrawal[]> {
  const rows = await shop.query<Omit<TrueWithdrawal, "transfer">>(
    `select w.id, w.user_id as "user", w.amount, w.fee, w.status, a.actor as by,
       exists (select from ledger.event c where c.type = 'withdrawal_charged' and c.stream = r.stream) as "isCharged",
       a.actor is not null as "wasPaid",
       exists (select from shop.odd_payment d where d.kind = 'paid after all' and d.reference = 'w' || replace(w.id::text, '-', ''))
         as "isListed"
     from ledger.withdrawal w join ledger.event r on r.position = w.requested
     left join lateral (select actor from ledger.event p where p.type = 'withdrawal_paid' and p.stream = r.stream limit 1) a on true`,
  );
  return rows.map((row) => ({ ...row, transfer: paystack.transfers.get(payoutReference(row.id)) }));
}

/** What is wrong with withdrawals, each by its id: nothing is paid out twice, or paid out and back in the wallet. */
export function payoutFaults(stage: ShopStage, all: readonly TrueWithdrawal[]): string[] {
  const { paystack, withdrawals, byHand, takenBack, agents } = stage;
  const known = new Set(all.map(({ id }) => payoutReference(id)));
  const phones = new Map(agents.map(({ user, phone }) => [user, phone]));
  const faultOf = ({ id, user, amount, fee, status, transfer, isListed }: TrueWithdrawal) => {
    const isOut = transfer?.stage === "success" || transfer?.stage === "pending";
    const ways = (isOut ? 1 : 0) + (byHand.has(id) ? 1 : 0);
    if (ways > 1) return "doubled: it was paid out twice";
    if (takenBack.has(id) && (status !== "rejected" || transfer || ways > 0))
      return `doubled: it was taken back, and is ${status}`;
    if (status === "requested" || status === "sent") return `lost: it is still ${status}`;
    if (status === "paid" && ways === 0) return "lost: it is booked as paid, and nothing was paid";
    if (status !== "paid" && ways > 0 && !isListed)
      return `doubled: it is ${status}, and was paid; nobody is told`;
    const isRight =
      transfer?.amount === amount - fee && transfer.recipient.account_number === phones.get(user);
    return transfer && !isRight ? "wrong: another amount was paid, or to another number" : undefined;
  };
  return [
    ...[...paystack.transfers.keys()]
      .filter((reference) => !known.has(reference))
      .map((reference) => `${reference}: doubled: it was paid out for nobody`),
    ...withdrawals
      .filter((id) => !known.has(payoutReference(id)))
      .map((id) => `${id}: lost: it is not stored`),
    ...(all.length > withdrawals.length ? ["doubled: a withdrawal was asked for by nobody"] : []),
    ...all.flatMap((one) => {
      const fault = faultOf(one);
      return fault === undefined ? [] : [`${one.id}: ${fault}`];
    }),
  ];
}
