/** The office: an admin ends orders and withdrawals, sometimes in two tabs at once, and in the end what no rail has told. */
import { randomUUID } from "node:crypto";
import type { Page } from "../../../contract/lists.ts";
import { payoutReference } from "../../../contract/terms/withdrawals.ts";
import type { WithdrawalAnswer, WithdrawalRecord } from "../../../contract/withdrawals.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";
import { inLanes } from "../../waiting.ts";
import type { ShopStage } from "./stormed-agents.ts";

const at_once = 8;
const network = "MTNup2u";
const batch_max = 200;
/** Of orders: rejected, or completed and rejected at once. */
const orderShares = { rejected: 0.22, both: 0.05 } as const;
/** Of withdrawals. The others are sent by Paystack. */
const payoutShares = { byHand: 0.15, rejected: 0.08, both: 0.07 } as const;
const handedOut = 0.7;
/** From then on, admins may say what became of it. */
const settled_ms = 25 * 60 * 60_000;

interface Admin {
  stage: ShopStage;
  token: string;
  seed: number;
}

/** Ends whatever waits. @returns how much that was */
export async function workOffice(stage: ShopStage, token: string, seed: number): Promise<number> {
  const admin = { stage, token, seed };
  const orders = await stage.shop.query<{ id: number; status: string }>(
    `select id, status from ledger."order" where status in ('pending', 'processing') order by id limit 1000`,
  );
  const pending = orders.filter(({ status }) => status === "pending").map(({ id }) => id);
  for (let from = 0; from < pending.length; from += batch_max) {
    const body = { network, orders: pending.slice(from, from + batch_max) };
    await act(admin, "POST", "/order/batch", body);
  }
  await inLanes(at_once, orders, ({ id }) => endOrder(admin, id));
  const requested = await stage.shop.query<{ id: string; requested: number }>(
    "select id, requested from ledger.withdrawal where status = 'requested' limit 1000",
  );
  await inLanes(at_once, requested, (one) => decide(admin, one));
  return orders.length + requested.length;
}

/** Undefined if it was decided otherwise by now. */
function act<T>({ stage, token }: Admin, method: "POST" | "PUT", path: string, body: object, turn = 0) {
  return stage.shop.askUnlessDecided<T>(token, { method, path, body, key: randomUUID() }, turn);
}

async function endOrder(admin: Admin, id: number): Promise<void> {
  const drawn = randomOf(admin.seed + 5, id).next();
  const end = (status: "completed" | "rejected", turn: number) =>
    act(admin, "PUT", `/order/update-status/${id}`, { status, reason: "tried" }, turn);
  if (drawn < orderShares.rejected) await end("rejected", id);
  else if (drawn < orderShares.rejected + orderShares.both)
    await Promise.all([end("completed", id), end("rejected", id + 1)]);
  else await end("completed", id);
}

async function decide(admin: Admin, { id, requested }: { id: string; requested: number }): Promise<void> {
  const drawn = randomOf(admin.seed + 6, requested).next();
  const { byHand, rejected, both } = payoutShares;
  const send = (rail: "momo" | "paystack", turn = requested) =>
    act<WithdrawalAnswer>(admin, "PUT", `/withdrawal/${id}/send`, { rail }, turn);
  if (drawn < byHand) {
    if (await send("momo")) await payByHand(admin, id, drawn < byHand * handedOut);
  } else if (drawn < byHand + rejected)
    await act(admin, "PUT", `/withdrawal/${id}/reject`, { reason: "not now" });
  else if (drawn < byHand + rejected + both) {
    const [byMomo] = await Promise.all([send("momo"), send("paystack", requested + 1)]);
    if (byMomo) await payByHand(admin, id, true);
  } else await send("paystack");
}

/** Only after the shop has said that nobody else pays it. */
async function payByHand(admin: Admin, id: string, isPaid: boolean): Promise<void> {
  if (isPaid) admin.stage.byHand.add(id);
  const body = isPaid ? { transaction: `MM${admin.stage.byHand.size}` } : { reason: "The phone is off" };
  await act(admin, "PUT", `/withdrawal/${id}/${isPaid ? "paid" : "failed"}`, body);
}

/**
 * A day later, an admin ends the withdrawals about which the rail says nothing clear, as its support says, which knows the truth.
 * @returns those that the list does not show
 */
export async function settleOpen({ shop, paystack }: ShopStage): Promise<string[]> {
  shop.moveClock(settled_ms);
  const token = await shop.signInAdmin();
  const listed = new Set<string>();
  for (let cursor: number | null = 0; cursor !== null;) {
    const path = `/withdrawal?status=open&limit=100&cursor=${cursor}`;
    const page: Page<WithdrawalRecord> = await shop.ask(token, { method: "GET", path });
    for (const { _id } of page.items) listed.add(_id);
    cursor = page.next;
  }
  const open = await shop.query<{ id: string; status: string }>(
    "select id, status from ledger.withdrawal where status in ('requested', 'sent')",
  );
  for (const { id } of open) {
    const transfer = paystack.transfers.get(payoutReference(id));
    if (transfer?.stage === "otp") transfer.stage = "failed";
    if (transfer?.stage === "pending") transfer.stage = "success";
    const isPaid = transfer?.stage === "success";
    const body = isPaid ? { transaction: transfer.code } : { reason: "as Paystack's support says" };
    const path = `/withdrawal/${id}/${isPaid ? "paid" : "failed"}`;
    await shop.askUnlessDecided(token, { method: "PUT", path, body, key: randomUUID() });
  }
  return open.filter(({ id }) => !listed.has(id)).map(({ id }) => `${id}: lost: it is open, and not listed`);
}
