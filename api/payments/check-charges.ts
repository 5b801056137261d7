/** Asks a rail what became of charges: those that are due, each as often as its age deserves. */
import { sql } from "kysely";
import type { Shop } from "../shop.ts";
import { type DueCharge, setCharge, takeDueCharges } from "./charge-rows.ts";
import { notePaidTwice } from "./odd-payments.ts";
import type { Charges } from "../rails/rail.ts";
import { workOnDue } from "../rails/work-due.ts";
import { settleCharge } from "./settle-charge.ts";

/** After an answer that nobody understands, or none. */
const unknown_pause_s = 20;

export function checkDue(shop: Shop, charges: Charges, signal?: AbortSignal): Promise<void> {
  return workOnDue(
    shop,
    {
      take: (limit) => takeDueCharges(shop.db, charges.rail, limit),
      work: (row) => check(shop, charges, row),
      max: 20,
      failure: "what became of a payment could not be noted",
    },
    signal,
  );
}

async function check(shop: Shop, charges: Charges, { seen, ...row }: DueCharge): Promise<void> {
  const { reference, checks } = row;
  const found = await charges.verify(reference);
  if (found === undefined) {
    await setCharge(shop.db, reference, { state: row.state, check_s: unknown_pause_s }, { check: checks });
    return;
  }
  const settled = await settleCharge(shop, row, { found, seen }, charges.domain);
  if (settled.state === "strange" && row.state !== "strange")
    shop.log.warn({ reference }, "a payment is not what was asked for");
  const isPaid = settled.state === "paid" && row.user !== null;
  if ((await setCharge(shop.db, reference, settled, { check: checks, ifAlone: isPaid })) || !isPaid) return;
  await shop.db.transaction().execute(async (tx) => {
    // Of one user one after the other: otherwise neither of two payments would see the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`paid by ${row.user}`}, 0))`.execute(tx);
    await setCharge(tx, reference, settled, { check: checks });
    await notePaidTwice(tx, row, charges.domain);
  });
}
