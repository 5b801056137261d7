/** A believable history, written through the ledger's own writer: users, products, top-ups, orders worked to their end. */
import { randomUUID } from "node:crypto";
import type { Command, Intents } from "#ledger/decide/command.ts";
import { Writer } from "#ledger/store/writer.ts";

export const offers = ["1 GB", "2 GB", "5 GB", "10 GB"];
const fingerprint = "ab".repeat(16);

export function command<T extends keyof Intents>(type: T, intent: Intents[T], actor = "system"): Command {
  return { type, intent, id: randomUUID(), fingerprint, actor } as Command;
}

export interface Shop {
  admin: string;
  customers: string[];
}

/** An admin, one product, customers with plenty of money. */
export async function openShop(writer: Writer, customersCount: number): Promise<Shop> {
  const admin = randomUUID();
  await accepted(writer, command("register_user", { user: admin, level: "Admin" }));
  const packages = offers.map((offer, index) => ({
    id: `mtn-${index}`,
    offer,
    customer: 500 + index * 100,
    agent: 450 + index * 100,
    superAgent: 400 + index * 100,
  }));
  const facts = { network: "MTNup2u", status: "available" as const, note: "", image: null, packages };
  await accepted(writer, command("create_product", { product: "mtn", facts }));
  const customers = Array.from({ length: customersCount }, () => randomUUID());
  await Promise.all(
    customers.map(async (user) => {
      await accepted(writer, command("register_user", { user, level: "Customer" }));
      await accepted(
        writer,
        command("correct_balance", { user, amount: 1_000_000_00, reason: "opening", corrects: null }),
      );
    }),
  );
  return { admin, customers };
}

export function purchase(shop: Shop, index: number): Command {
  const user = shop.customers[index % shop.customers.length] ?? "";
  const offer = offers[index % offers.length] ?? "";
  return command(
    "place_order",
    { package: { network: "MTNup2u", offer }, expected_price: null, receiver: "0244123456", form: null },
    user,
  );
}

/**
 * Brings the log to `target` events or a few more. Of ten orders nine are processed and completed and one is
 * rejected with its refund; every fifth brings a top-up that is asked for and approved.
 */
export async function writeHistory(
  writer: Writer,
  shop: Shop,
  from: number,
  target: number,
): Promise<number> {
  let position = from;
  let next = from;
  const workOne = async () => {
    while (position < target) {
      const index = next++;
      const placed = await accepted(writer, purchase(shop, index));
      const order = Number(placed.stream.slice("order/".length));
      await accepted(writer, command("process_order", { order }, shop.admin));
      const last =
        index % 10 === 0
          ? command("reject_order", { order, reason: "out of bundles" }, shop.admin)
          : command("complete_order", { order }, shop.admin);
      position = Math.max(position, (await accepted(writer, last)).position);
      if (index % 5 === 0) await topUp(writer, shop, index);
    }
  };
  await Promise.all(Array.from({ length: 600 }, workOne));
  return position;
}

async function topUp(writer: Writer, shop: Shop, index: number): Promise<void> {
  const user = shop.customers[index % shop.customers.length] ?? "";
  const recharge = 10_001 + index;
  const asked = { recharge, amount: 100_00, purpose: "topup", momo_transaction_id: `${index}` } as const;
  await accepted(writer, command("request_topup", asked, user));
  await accepted(writer, command("approve_topup", { recharge }, shop.admin));
}

async function accepted(writer: Writer, given: Command): Promise<{ position: number; stream: string }> {
  const outcome = await writer.submit(given);
  const event = outcome.accepted ? outcome.events[0] : undefined;
  if (!outcome.accepted) throw new Error(`${given.type} was refused: ${outcome.rejection.code}`);
  return { position: outcome.position, stream: event?.stream ?? "" };
}
