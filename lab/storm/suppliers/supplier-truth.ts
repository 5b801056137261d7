/** Compares the shop's books with what the doubles of its suppliers really did. */
import type { FulfilmentState, SupplierName } from "../../../contract/terms/fulfilment.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { SupplierDouble } from "../../../tools/doubles/supplier/double.ts";
import type { SupplierOrder } from "../../../tools/doubles/supplier/order.ts";
import { stormedSupplier, type SupplierStage } from "./stormed-suppliers.ts";

interface AttemptRow {
  order: number;
  attempt: number;
  supplier: SupplierName;
  reference: string;
  state: FulfilmentState;
  cost: Pesewas | null;
  /** What its supplier lists for it. */
  listed: Pesewas | null;
  contradiction: string | null;
  receiver: string;
  theirs: string | null;
  /** The shop will ask about its order again. */
  isAsked: boolean;
  /** What the supplier has said last that led to nothing. */
  said: string | null;
}

/** An attempt, and what its supplier did with it, if it has bought anything. */
export interface TrueAttempt extends AttemptRow {
  done: SupplierOrder | undefined;
  /** The shop has taken a webhook about it after its supplier had said the last word. */
  isTold: boolean;
  /** Its supplier has answered with the reference of another order, and the shop cannot tell. */
  isMisled: boolean;
  /** How often its supplier was asked to buy it. */
  tries: number;
  /** It was answered with the price of another order, which is in the books. No later answer changes that. */
  isMispriced: boolean;
}

type Ends = SupplierOrder["fate"]["ends"];

/** What the API of a supplier says at some time, with each end. */
const saysDelivered: readonly Ends[] = ["completed", "completed, later failed", "failed, later completed"];
const saysFailed: readonly Ends[] = [
  "failed",
  "delivered, says failed",
  "completed, later failed",
  "failed, later completed",
];

/** All attempts but those at the shop's own stock, in the order of their orders. */
export async function readAttempts({ shop, doubles }: SupplierStage): Promise<TrueAttempt[]> {
  const rows = await shop.query<AttemptRow>(
    `select f.order_id as order, f.attempt, f.supplier, f.reference, f.state, f.cost, p.cost as listed, f.contradiction, d.receiver,
       case when w.their_attempt = f.attempt then w.their_reference end as theirs, w.next_at is not null as "isAsked", w.said
     from ledger.fulfilment f join shop.fulfilment w on w.order_id = f.order_id
     left join shop.order_detail d on d.order_id = f.order_id
     left join shop.supplier_price p on p.supplier = f.supplier and p.code = f.code
     where f.supplier <> 'stock' order by f.order_id, f.attempt`,
  );
  const done = new Map<string, SupplierOrder>();
  const told = new Set<SupplierOrder>();
  const tries = new Map<string, number>();
  const mispriced = new Set<string>();
  const prices = new Set<Pesewas>();
  for (const double of doubles.values()) {
    for (const one of double.orders.values()) {
      done.set(one.key ?? "", one);
      prices.add(one.price);
    }
    for (const one of toldAfterEnd(double)) told.add(one);
    for (const { key = "", body, isAboutAnother } of double.journal.requests) {
      const named = [...body.matchAll(/"(?:reference|customIdentifier|ref)":"(\w+)"/g)].flatMap(
        ([, one]) => one ?? [],
      );
      for (const reference of [key, ...named]) {
        tries.set(reference, (tries.get(reference) ?? 0) + 1);
        if (isAboutAnother) mispriced.add(reference);
      }
    }
  }
  return rows.map((row) => {
    const its = done.get(row.reference);
    // Of one that was sent with others, it is at first the shop's own.
    const isMisled = row.theirs !== null && row.theirs !== row.reference && row.theirs !== its?.reference;
    const isTold = its !== undefined && told.has(its) && !isMisled;
    const isMispriced = mispriced.has(row.reference) && prices.has(row.cost ?? 0);
    return { ...row, done: its, isMisled, isMispriced, isTold, tries: tries.get(row.reference) ?? 0 };
  });
}

/** The orders about which the shop took a webhook after their last change. */
function toldAfterEnd({ orders, journal }: SupplierDouble): SupplierOrder[] {
  return journal.webhooks.flatMap(({ body, at_ms, outcome, isForged }) => {
    if (outcome !== 200 || isForged) return [];
    const named = [...body.matchAll(/[\w-]{6,}/g)].flatMap(([word]) => orders.get(word) ?? []);
    return named.filter(({ updated_ms }) => at_ms >= updated_ms);
  });
}

/** What is wrong at suppliers and with attempts, each by its order or reference. */
export function attemptFaults({ doubles }: SupplierStage, attempts: readonly TrueAttempt[]): string[] {
  const known = new Set(attempts.map(({ reference }) => reference));
  const atSuppliers = [...doubles].flatMap(([name, { orders, journal }]) => {
    const strays = [...orders.values()].filter(({ key }) => !known.has(key ?? ""));
    const { signs } = stormedSupplier(name);
    const believed = journal.webhooks.filter(
      ({ forgery, outcome }) =>
        signs && forgery !== undefined && forgery !== "other reference" && outcome === 200,
    );
    return [
      ...journal.doublePurchases.map(({ key }) => `${key}: doubled: ${name} was paid twice for one attempt`),
      ...strays.map(({ reference }) => `${reference}: doubled: ${name} has bought for no attempt`),
      ...believed.map(({ body }) => `a forged webhook of ${name} was believed: ${body}`),
    ];
  });
  const faults = attempts.flatMap((one) => {
    const fault = endFault(one) ?? costFault(one) ?? lateFault(one);
    const next = one.isAsked ? "it is asked again" : "it is not asked any more";
    return fault === undefined
      ? []
      : [
          `order ${one.order}, attempt ${one.attempt} at ${one.supplier} (${one.reference}, ${JSON.stringify(one.done?.fate)}): ${fault}; ${next}, and has said: ${one.said}`,
        ];
  });
  return [...atSuppliers, ...faults, ...servedTwice(attempts)];
}

export function isOpen({ state }: Pick<TrueAttempt, "state">): boolean {
  return state === "sent" || state === "accepted";
}

/** An end that its supplier never said, or that the shop has not heard although it asked. */
function endFault(attempt: TrueAttempt): string | undefined {
  const { state, done, receiver, tries } = attempt;
  if (!done) {
    // It was asked once more, and has refused: that says nothing about the first time.
    const isListed = isOpen(attempt) && tries > 1;
    return state === "refused" || isListed ? undefined : `lost: it is ${state}, and nothing was bought`;
  }
  if (done.phone !== receiver) return `wrong: bought for ${done.phone} instead of ${receiver}`;
  const { ends } = done.fate;
  if (state === "delivered" && !saysDelivered.includes(ends)) return `wrong: delivered, and it was ${ends}`;
  if (state === "refused" && !saysFailed.includes(ends)) return `wrong: refused, and it was ${ends}`;
  return isStillOpen(attempt) ? `lost: still ${state}, and it was ${ends}` : undefined;
}

/** It is open, although its supplier says how it ended. */
export function isStillOpen({ state, done, isMisled }: TrueAttempt): boolean {
  if (!done || !isOpen({ state })) return false;
  const { ends, lookup } = done.fate;
  const isSaid = saysDelivered.includes(ends) || saysFailed.includes(ends);
  return isSaid && lookup !== "never" && !isMisled;
}

/** Its supplier would say more if it were asked once more, and the shop will ask. */
export function isUnheardYet(attempt: TrueAttempt): boolean {
  return isStillOpen(attempt) || (attempt.isAsked && costFault(attempt) !== undefined);
}

/** It was lost before its supplier got it, and was not sent once more. */
export function isUnsent(attempt: TrueAttempt): boolean {
  return isOpen(attempt) && !attempt.done && attempt.tries < 2;
}

function costFault(attempt: TrueAttempt): string | undefined {
  if (surplusOf(attempt) === 0 || isExplained(attempt)) return undefined;
  const { state, done } = attempt;
  return `lost: ${surplusOf(attempt)} too much are in the books for it (${state}, ${done?.state})`;
}

/** What the books say that its supplier has taken, less what they should say. */
export function surplusOf({ supplier, cost, done }: TrueAttempt): Pesewas {
  return (cost ?? 0) - (!done || done.isRefunded ? 0 : stormedSupplier(supplier).costOf(done));
}

/** Money about which the shop could not know. */
export function isExplained(attempt: TrueAttempt): boolean {
  return (
    attempt.isMisled || isWrongPrice(attempt) || isUnheard(attempt) || isKept(attempt) || isUnnamed(attempt)
  );
}

/** The shop cannot tell at DataMart, whose answer to an order has no reference of ours. The others' answers have one. */
function isWrongPrice({ supplier, isMispriced, done }: TrueAttempt): boolean {
  return stormedSupplier(supplier).isAskedByItsOwn && isMispriced && done?.isRefunded === false;
}

/** Money that came back and of which the shop could not hear: no answer says so, or nobody has told it to ask again. */
export function isUnheard({ supplier, cost, done, state, isTold }: TrueAttempt): boolean {
  if (!done?.isRefunded || cost !== stormedSupplier(supplier).costOf(done)) return false;
  const isSilent = done.state !== "refunded" || done.fate.lookup === "never";
  return isSilent || (state === "delivered" && !isTold);
}

/** It has failed, at once or after it was delivered, and its supplier has kept the money against its own documents. */
export function isKept({ supplier, cost, done, state }: TrueAttempt): boolean {
  const hasFailed = state === "refused" || done?.state === "failed";
  const isFree = stormedSupplier(supplier).isFreeIfFailed && hasFailed;
  return isFree && done?.isRefunded === false && (cost ?? 0) === 0;
}

/**
 * The answer to the order was lost, and nothing that its supplier has said since is clear, or names a price. If an admin settles it
 * as delivered, it costs what is listed.
 */
export function isUnnamed({ supplier, reference, theirs, cost, listed, done }: TrueAttempt): boolean {
  if (!done || (cost ?? listed) !== listed) return false;
  // It is asked about by its own reference, which came with the price. Only one that was sent with others is known by ours.
  if (stormedSupplier(supplier).isAskedByItsOwn && theirs !== reference) return false;
  const { ends, lookup } = done.fate;
  return ends === "partial" || ends === "unknown word" || lookup === "never";
}

/** What a supplier says after the end is listed, if the shop was told of it. */
function lateFault({ state, done, contradiction, isTold }: TrueAttempt): string | undefined {
  if (!done || !isTold || contradiction !== null || done.fate.lookup === "never") return undefined;
  const isFailed = done.state === "failed" || done.state === "refunded";
  if (state === "delivered" && isFailed)
    return `lost: it was told that it failed after the end, and lists nothing`;
  if (state === "refused" && done.state === "completed")
    return `lost: it was told that it was delivered after the end, and lists nothing`;
  return undefined;
}

/** Whether the number has something, whatever its supplier says. */
export function isServed({ done }: TrueAttempt): boolean {
  return done !== undefined && done.delivered !== "nothing";
}

/** It was refused, and the number has something. */
export function isLie({ state, done }: TrueAttempt): boolean {
  return state === "refused" && done?.delivered === "all" && saysFailed.includes(done.fate.ends);
}

/** An order may go to another supplier only after the one before has refused it, even if that was a lie. */
function servedTwice(attempts: readonly TrueAttempt[]): string[] {
  return [...Map.groupBy(attempts, ({ order }) => order)].flatMap(([order, its]) => {
    const served = its.filter(isServed);
    const liars = served.filter(isLie);
    return served.length - liars.length > 1 ? [`order ${order}: doubled: its number was served twice`] : [];
  });
}

/** How many orders and requests met which fate, so that a storm shows what it was. */
export function countsOf(
  { doubles, bought }: SupplierStage,
  attempts: readonly TrueAttempt[],
): [what: string, count: number][] {
  const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
  const all = attempts.flatMap(({ done }) => done ?? []);
  const requests = [...doubles.values()].flatMap(({ journal }) => journal.requests);
  const webhooks = [...doubles.values()].flatMap(({ journal }) => journal.webhooks);
  const ends = (end: Ends) => count(all, ({ fate }) => fate.ends === end);
  return [
    ["orders", bought.length],
    ["attempts", attempts.length],
    ...[...doubles].map(([name, { orders }]): [string, number] => [`bought by ${name}`, orders.size]),
    ["delivered", count(attempts, isServed)],
    ["known to the shop as delivered", count(attempts, ({ state }) => state === "delivered")],
    ["refused", count(attempts, ({ state }) => state === "refused")],
    [
      "refused before anything was bought",
      count(attempts, ({ state, done }) => state === "refused" && !done),
    ],
    ["unknown, and open until an admin asks", count(attempts, isOpen)],
    ["delivered, and said to have failed", ends("delivered, says failed")],
    ["completed, and later failed", ends("completed, later failed")],
    ["failed, and later completed", ends("failed, later completed")],
    ["delivered in part", ends("partial")],
    ["never found when asked about", count(all, ({ fate }) => fate.lookup === "never")],
    ["answered with another order's reference", count(attempts, ({ isMisled }) => isMisled)],
    [
      "booked at the price of another order",
      count(attempts, (one) => isWrongPrice(one) && surplusOf(one) !== 0),
    ],
    ["sent to a second supplier", count(attempts, ({ attempt }) => attempt > 1)],
    [
      "asked for again, and then refused",
      count(attempts, (one) => isOpen(one) && !one.done && one.tries > 1),
    ],
    ["contradictions listed", count(attempts, ({ contradiction }) => contradiction !== null)],
    ["prices given back", count(all, ({ isRefunded }) => isRefunded)],
    ["prices given back without a word", count(attempts, isUnheard)],
    ["prices kept of what has failed", count(attempts, isKept)],
    ["prices that no answer names", count(attempts, isUnnamed)],
    [
      "prices that differ from the list",
      count(
        attempts,
        ({ supplier, done }) =>
          supplier === "hubnet" &&
          done !== undefined &&
          stormedSupplier(supplier).costOf(done) !== done.price,
      ),
    ],
    ["requests of the shop", requests.length],
    ["requests of many orders", count(requests, ({ path }) => path === "/bulk-purchase")],
    ["requests that got a failure", count(requests, ({ outcome }) => outcome === 502)],
    ["requests without a whole answer", count(requests, ({ outcome }) => typeof outcome === "string")],
    ["requests that were too many", count(requests, ({ outcome }) => outcome === 429)],
    ["webhooks", webhooks.length],
    ["webhooks forged", count(webhooks, ({ isForged }) => isForged)],
    ["webhooks that nobody answered", count(webhooks, ({ outcome }) => typeof outcome === "string")],
  ];
}
