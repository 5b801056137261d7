/** After a storm, its admin ends what suppliers have left open. */
import { randomUUID } from "node:crypto";
import type { AttemptRecord } from "../../../contract/fulfilment.ts";
import type { SupplierStage } from "./stormed-suppliers.ts";
import { isOpen, isServed, readAttempts } from "./supplier-truth.ts";

/** Attempts are listed when they are open for an hour. */
const listed_ms = 2 * 60 * 60_000;

/** Takes contradictions off the list, and settles what is listed as the supplier's support says, which knows the truth. @returns the orders that were not listed */
export async function settleListed(stage: SupplierStage): Promise<string[]> {
  const { shop } = stage;
  for (const app of shop.apps) app.setClock(listed_ms);
  for (;;) {
    const token = await shop.signInAdmin();
    const listed = await shop.ask<AttemptRecord[]>(token, { method: "GET", path: "/supplier/attempts" });
    const attempts = await readAttempts(stage);
    const open = attempts.filter(isOpen);
    const seen = open.filter((one) =>
      listed.some(({ order, attempt }) => order === one.order && attempt === one.attempt),
    );
    const contradicted = listed.filter(({ contradiction }) => contradiction !== null);
    for (const { order, attempt } of contradicted) {
      const body = { order, attempt, reason: "looked after" };
      await shop.ask(token, { method: "POST", path: "/supplier/contradiction", body, key: randomUUID() });
    }
    if (seen.length + contradicted.length === 0)
      return open.map(({ order }) => `order ${order}: lost: it is open, and not listed`);
    for (const one of seen) {
      const outcome = isServed(one) ? "delivered" : "refused";
      const body = { order: one.order, attempt: one.attempt, outcome, reason: "as their support says" };
      await shop.ask(token, { method: "POST", path: "/supplier/settle", body, key: randomUUID() });
    }
  }
}

/** Refunds what was refused, and completes by hand what was delivered after that, as far as the shop was told. */
export async function endRefused(stage: SupplierStage): Promise<void> {
  const { shop, bought } = stage;
  const attempts = await readAttempts(stage);
  const last = new Map(attempts.map((one) => [one.order, one]));
  const open = await shop.query<{ id: number }>(`select id from ledger."order" where status = 'processing'`);
  const ids = new Map(bought.map(({ id, _id }) => [id, _id]));
  const token = await shop.signInAdmin();
  for (const { id } of open) {
    const body =
      last.get(id)?.contradiction === "it was delivered"
        ? { status: "completed" }
        : { status: "rejected", reason: "the supplier has refused it" };
    const path = `/order/update-status/${ids.get(id)}`;
    await shop.ask(token, { method: "PUT", path, body, key: randomUUID() });
  }
}
