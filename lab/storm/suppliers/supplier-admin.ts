/** After a storm, its admin ends what suppliers have left open. */
import { randomUUID } from "node:crypto";
import type { AttemptRecord } from "../../../contract/fulfilment.ts";
import { stormedSuppliers, type SupplierStage } from "./stormed-suppliers.ts";
import { isOpen, isServed, readAttempts } from "./supplier-truth.ts";

/** Attempts are listed when they are open for an hour. */
const listed_ms = 2 * 60 * 60_000;

/**
 * Takes contradictions off the list, and settles what is listed as the supplier's support says, which knows the truth. Nothing
 * is sent meanwhile, because the suppliers' time has ended.
 * @returns the orders that were not listed, and those that the shop does not let the admin end
 */
export async function settleListed(stage: SupplierStage): Promise<string[]> {
  const { shop } = stage;
  shop.moveClock(listed_ms);
  const pausing = await shop.signInAdmin();
  for (const { name } of stormedSuppliers) {
    const path = `/supplier/${name}/pause`;
    await shop.ask(pausing, { method: "PUT", path, body: { isPaused: true } });
  }
  const faults: string[] = [];
  const failed = new Set<number>();
  for (;;) {
    const token = await shop.signInAdmin();
    const send = async (order: number, path: string, body: object) => {
      const error = await errorOf(shop.ask(token, { method: "POST", path, body, key: randomUUID() }));
      if (error === undefined) return;
      failed.add(order);
      faults.push(`order ${order}: lost: the admin cannot end it: ${error}`);
    };
    const listed = await shop.ask<AttemptRecord[]>(token, { method: "GET", path: "/supplier/attempts" });
    const open = (await readAttempts(stage)).filter((one) => isOpen(one) && !failed.has(one.order));
    const seen = open.filter((one) =>
      listed.some(({ order, attempt }) => order === one.order && attempt === one.attempt),
    );
    const contradicted = listed.filter(
      ({ order, contradiction }) => contradiction !== null && !failed.has(order),
    );
    for (const { order, attempt } of contradicted)
      await send(order, "/supplier/contradiction", { order, attempt, reason: "looked after" });
    if (seen.length + contradicted.length === 0)
      return [...faults, ...open.map(({ order }) => `order ${order}: lost: it is open, and not listed`)];
    for (const one of seen) {
      const outcome = isServed(one) ? "delivered" : "refused";
      const body = { order: one.order, attempt: one.attempt, outcome, reason: "as their support says" };
      await send(one.order, "/supplier/settle", body);
    }
  }
}

/**
 * Refunds what was refused, and completes by hand what was delivered after that, as far as the shop was told.
 * @returns the orders that the shop does not let the admin end
 */
export async function endRefused(stage: SupplierStage): Promise<string[]> {
  const { shop, bought } = stage;
  const byOrder = Map.groupBy(await readAttempts(stage), ({ order }) => order);
  const open = await shop.query<{ id: number }>(`select id from ledger."order" where status = 'processing'`);
  const ids = new Map(bought.map(({ id, _id }) => [id, _id]));
  const token = await shop.signInAdmin();
  const faults: string[] = [];
  for (const { id } of open) {
    const isDelivered = byOrder.get(id)?.some(({ contradiction }) => contradiction === "it was delivered");
    const body = isDelivered
      ? { status: "completed" }
      : { status: "rejected", reason: "the supplier has refused it" };
    const path = `/order/update-status/${ids.get(id)}`;
    const error = await errorOf(shop.ask(token, { method: "PUT", path, body, key: randomUUID() }));
    if (error !== undefined) faults.push(`order ${id}: lost: the admin cannot end it: ${error}`);
  }
  return faults;
}

function errorOf(asked: Promise<unknown>): Promise<string | undefined> {
  return asked.then(
    () => undefined,
    (error: unknown) => String(error),
  );
}
