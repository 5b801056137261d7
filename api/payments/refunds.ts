/**
 * Asks a rail to send back what the books say that the shop sends back. That it was asked is in the log before it hears of it. A
 * question that gets no answer is asked again, after a look at what refunds the rail knows: it refunds no payment beyond its
 * amount, so asking twice returns nothing twice. When its verification says that the payment went back, check-charges.ts books it.
 */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { RefundState } from "#contract/terms/payments.ts";
import { railNames } from "#contract/rails.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Shop } from "../shop.ts";
import { actAsShop } from "../rails/as-shop.ts";
import type { Charges } from "../rails/rail.ts";
import { workOnDue } from "../rails/work-due.ts";
import { checkNow, taken_s } from "./charge-rows.ts";
import type { RailName } from "#contract/terms/rails.ts";

interface DueRefund {
  rail: RailName;
  reference: string;
  payment: string;
  /** The rail's own id of the payment. */
  transaction: string;
  refund: RefundState;
  /** How often it was taken up. */
  asks: number;
}

export function refundDue(shop: Shop, charges: Charges, signal?: AbortSignal): Promise<void> {
  return workOnDue(
    shop,
    {
      take: (limit) => takeDueRefunds(shop.db, charges.rail, limit),
      work: (due) => follow(shop, charges, due),
      max: 10,
      failure: "what became of a refund could not be noted",
    },
    signal,
  );
}

/** While its payer disputes a payment, the rail decides where the money goes. */
async function takeDueRefunds(db: Database, rail: RailName, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    update shop.charge c set refund_next_at = now() + ${taken_s} * interval '1 second', refund_asks = refund_asks + 1
    from ledger.payment p
    where p.id = c.payment and p.refund in ('wanted', 'asked') and c.reference = any (array(
      select d.reference from shop.charge d join ledger.payment q on q.id = d.payment
      where q.refund in ('wanted', 'asked') and q.status = 'held' and not q.disputed and d.rail = ${rail}
        and coalesce(d.refund_next_at, '-infinity') <= now()
      order by q.received limit ${limit} for update of d skip locked))
    returning c.rail, c.reference, p.id as payment, p.transaction, p.refund, c.refund_asks as asks`.execute(
    db,
  );
  return rows;
}

async function follow(shop: Shop, charges: Charges, due: DueRefund): Promise<void> {
  const next_s = await step(shop, charges, due);
  await sql`
    update shop.charge set refund_next_at = now() + ${next_s} * interval '1 second'
    where reference = ${due.reference} and refund_asks = ${due.asks}`.execute(shop.db);
}

/** Returns in how many seconds to look again. */
async function step(shop: Shop, charges: Charges, due: DueRefund): Promise<number> {
  const { payment, transaction, reference } = due;
  const later = Math.min(3600, 10 * 1.3 ** Math.max(0, due.asks - 3));
  const found = await charges.verify(reference);
  if (!found || found.id !== transaction) return later;
  if (found.status === "reversed") {
    // The reversal is only the shop's own if the log says so first. An admin may have asked on the rail's page.
    if (due.refund === "wanted") await noteAsked(shop, payment);
    await checkNow(shop.db, due, { about: "reversal" });
    return later;
  }
  const known = await charges.refunds(transaction);
  if (known === undefined) return later;
  if (known.some((state) => state !== "failed")) {
    if (due.refund === "wanted") await noteAsked(shop, payment);
    return later;
  }
  if (known.length > 0 && due.refund === "asked") {
    await refuse(shop, payment, `${railNames[due.rail]} says that the refund failed`);
    return later;
  }
  if (due.refund === "wanted" && !(await noteAsked(shop, payment))) return later;
  const answer = await charges.refund(transaction);
  if (answer?.isRefused)
    await refuse(shop, payment, `${railNames[due.rail]} refuses the refund: ${answer.said}`);
  return later;
}

function noteAsked(shop: Shop, payment: string): Promise<boolean> {
  return actAsShop(shop, "ask_refund", { payment }, ["refund_unknown", "unchanged"]);
}

async function refuse(shop: Shop, payment: string, reason: string): Promise<void> {
  const cut = reason.slice(0, limits.reason_length_max);
  await actAsShop(shop, "refuse_refund", { payment, reason: cut }, ["refund_unknown"]);
}
