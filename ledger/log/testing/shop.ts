/** For tests and benchmarks: commands with new ids, and a shop to submit them in. */
import { randomUUID } from "node:crypto";
import { type Command, type CommandType, type Intents, makeCommand } from "../../decide/command.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import type { ProductFacts } from "#ledger/core/rows/products.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import type { Writer } from "../writer.ts";

export const offers = ["1 GB", "2 GB", "5 GB", "10 GB"];
/** What a customer pays for the first offer. */
export const price = 5_00;

/** The shop's one product. */
export const mtn: ProductFacts = {
  network: "MTNup2u",
  status: "available",
  note: "",
  image: null,
  packages: offers.map((offer, index) => ({
    id: `mtn-${index}`,
    offer,
    customer: price + index * 100,
    agent: 4_50 + index * 100,
    superAgent: 4_00 + index * 100,
  })),
};

export interface Shop {
  admin: string;
  customers: string[];
}

export function command<T extends CommandType>(type: T, intent: Intents[T], actor = "system"): Command {
  return makeCommand({ type, intent, id: randomUUID(), fingerprint: "ab".repeat(16), actor });
}

/** An admin, one product, and customers with this balance each, in pesewas. */
export async function openShop(writer: Writer, customersCount: number, balance: number): Promise<Shop> {
  const admin = randomUUID();
  await accepted(writer, command("register_user", { user: admin, level: "Admin" }));
  await accepted(writer, command("create_product", { product: "mtn", facts: mtn }));
  const customers = Array.from({ length: customersCount }, () => randomUUID());
  await Promise.all(customers.map((user) => openCustomer(writer, user, balance)));
  return { admin, customers };
}

async function openCustomer(writer: Writer, user: string, balance: number): Promise<void> {
  await accepted(writer, command("register_user", { user, level: "Customer" }));
  const opening = { user, amount: balance, reason: "opening", corrects: null };
  if (balance > 0) await accepted(writer, command("correct_balance", opening));
}

/** The first offer, for this customer. */
export function purchaseBy(user: string, offer = "1 GB"): Command {
  const item = { network: mtn.network, offer };
  return command(
    "place_order",
    { package: item, expected_price: null, receiver: "0244123456", form: null },
    user,
  );
}

/** The events of a command that must be accepted. */
export async function accepted(writer: Writer, given: Command): Promise<LedgerEvent[]> {
  const outcome = await writer.submit(given);
  if (!outcome.accepted) throw new Error(`${given.type} was refused: ${outcome.rejection.code}`);
  return outcome.events;
}

/** The number of the order that these events placed. */
export function orderOf(events: LedgerEvent[]): number {
  const [event] = events;
  if (event?.type !== "order_placed") throw new Error("these events placed no order");
  return numberOfStream(event.stream);
}
