/** The agents of a storm, what guests see in their shops on each day, and how agents take out what they have earned. */
import { randomUUID } from "node:crypto";
import type { PackageRecord } from "../../../contract/products.ts";
import type { ShopAnswer } from "../../../contract/shops.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import { type FeeBearer, feeBearers } from "../../../contract/terms/shops.ts";
import type { PaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import type { Shopper } from "../../shoppers.ts";
import { inLanes } from "../../waiting.ts";
import type { StormedShop } from "../stormed-shop.ts";
import type { WithdrawalAnswer, WithdrawalOffer } from "../../../contract/withdrawals.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";

/** What is sold to a guest today. */
export interface Offered {
  package: string;
  cost: Pesewas;
  /** What the agent asks. */
  own: Pesewas;
  /** What the guest pays: that, and the fee if guests bear it. */
  price: Pesewas;
  fee_by: FeeBearer;
}

export interface StormedAgent extends Shopper {
  name: string;
  offers: Offered[];
}

/** An order of a guest that the shop has acknowledged. */
export interface Started {
  token: string;
  agent: string;
  offered: Offered;
}

/** A shop in a storm, with the truth about it that no double knows. */
export interface ShopStage {
  shop: StormedShop;
  paystack: PaystackDouble;
  agents: StormedAgent[];
  guests: Started[];
  /** Withdrawals that the admin has really paid by hand, and those that their users have taken back. */
  byHand: Set<string>;
  takenBack: Set<string>;
  /** Withdrawals that were acknowledged. */
  withdrawals: string[];
  /** What has gone wrong on the way. */
  faults: string[];
}

const network = "MTNup2u";
const costs: readonly Pesewas[] = [4_60, 14_60];
const agents_at_once = 8;
/** The least of one withdrawal, and the shop's fee of it, in cedis. */
export const withdrawalRules = { min: 1, fee: 0.2 } as const;

export async function openAgents(shop: StormedShop, count: number): Promise<StormedAgent[]> {
  const token = await shop.signInAdmin();
  const packages = costs.map((cost, n) => {
    const price = (cost / 100).toFixed(2);
    return { offer: `${n + 1} GB`, priceCustomer: "19.00", priceAgent: price, priceSAg: price };
  });
  const send = <T>(method: "POST" | "PUT", path: string, body: object) =>
    shop.ask<T>(token, { method, path, body, key: randomUUID() });
  const { product } = await send<{ product: { packages: PackageRecord[] } }>("POST", "/product/create", {
    network,
    packages,
  });
  const rules = { isOn: true, who: "agents", what: "earnings", dayMax: 100_000, ...withdrawalRules };
  await send("PUT", "/withdrawal/rules", rules);
  await send("PUT", "/extra/shops", { isOn: true, highest: 3, feeBy: feeBearers[0] });
  const shoppers = await shop.register(count, (n) => `055${String(1_000_000 + n)}`, 0, "Agent");
  await shop.query(`update shop."user" set phone_proved_at = now()`);
  const ids = product.packages.map(({ _id }) => _id);
  const agents = shoppers.map((shopper, n) => ({
    ...shopper,
    name: `kofi-${n}`,
    offers: ids.map((id, at) => ({
      package: id,
      cost: costs[at] ?? 0,
      own: 0,
      price: 0,
      fee_by: feeBearers[0],
    })),
  }));
  await inLanes(agents_at_once, agents, async ({ token: own, name }) => {
    const body = { name, title: name, colour: "green", greeting: "", contact: "", isOpen: true };
    await shop.ask(own, { method: "PUT", path: "/user/shop", body, key: randomUUID() });
  });
  return agents;
}

/** Each day the owner lets somebody else bear the fee, and each agent asks other prices. */
export async function openDay({ shop, agents }: ShopStage, token: string, day: number): Promise<void> {
  // The day before is over, and with it what was attempted then.
  await shop.query("delete from shop.attempt");
  const feeBy = feeBearers[day % feeBearers.length] ?? "shop";
  const body = { isOn: true, highest: 2, feeBy };
  await shop.ask(token, { method: "PUT", path: "/extra/shops", body, key: randomUUID() });
  await shop.signInAgain(agents);
  await inLanes(agents_at_once, agents, async (agent) => {
    const at = agents.indexOf(agent);
    for (const offered of agent.offers) offered.own = offered.cost + 50 + ((at + day) % 10) * 37;
    const prices = agent.offers.map((one) => ({ package: one.package, price: one.own / 100 }));
    const request = {
      method: "PUT",
      path: "/user/shop/prices",
      body: { prices },
      key: randomUUID(),
    } as const;
    await shop.ask(agent.token, request);
    const seen = await shop.ask<ShopAnswer>(undefined, { method: "GET", path: `/shop/${agent.name}` });
    agent.offers = agent.offers.map((one) => {
      const price = seen.packages.find(({ _id }) => _id === one.package)?.price ?? 0;
      return { ...one, price: Math.round(price * 100), fee_by: feeBy };
    });
  });
}

const chances = { "two tabs": 0.2, "taken back": 0.15 } as const;
const cedis_max = 8;

/** By the first agent from there on who has earned enough: at times in two tabs at once, and at times it is taken back. */
export async function withdraw(
  stage: ShopStage,
  { seed, number }: { seed: number; number: number },
): Promise<void> {
  const random = randomOf(seed + 3, number);
  const { agents } = stage;
  for (let turn = 0; turn < agents.length; turn += 1) {
    const agent = agents[(number + turn) % agents.length]!;
    const path = "/withdrawal/offer";
    const { max } = await stage.shop.ask<WithdrawalOffer>(agent.token, { method: "GET", path }, number);
    if (max < withdrawalRules.min) continue;
    const [least, most] = [withdrawalRules.min * 100, Math.min(max, cedis_max) * 100];
    // Two tabs both ask for all that is there. Only one can have it, unless more is earned meanwhile: the wallets tell.
    const isInTabs = random.chance(chances["two tabs"]);
    const amount = isInTabs ? max : random.whole(least, Math.round(most)) / 100;
    const asked = await request(stage, agent, { amount, number, tabs: isInTabs ? 2 : 1 });
    if (asked.length === 0) continue;
    if (random.chance(chances["taken back"]))
      for (const id of asked) await takeBack(stage, agent, { id, number });
    return;
  }
}

/** @returns the ids of those that were acknowledged */
async function request(
  stage: ShopStage,
  { token }: StormedAgent,
  { amount, number, tabs }: { amount: number; number: number; tabs: number },
): Promise<string[]> {
  const body = { amount, fee: withdrawalRules.fee };
  const answers = await Promise.all(
    Array.from({ length: tabs }, (_, tab) => {
      const sent = { method: "POST", path: "/withdrawal", body, key: randomUUID() } as const;
      return stage.shop.askUnlessDecided<WithdrawalAnswer>(token, sent, number + tab);
    }),
  );
  const ids = answers.flatMap((answer) => answer?.withdrawal._id ?? []);
  stage.withdrawals.push(...ids);
  return ids;
}

/** In two tabs at once, while an admin may send it. */
async function takeBack(
  { shop, takenBack }: ShopStage,
  { token }: StormedAgent,
  { id, number }: { id: string; number: number },
): Promise<void> {
  const answers = await Promise.all(
    [0, 1].map((tab) => {
      const path = `/withdrawal/${id}/cancel`;
      const sent = { method: "PUT", path, body: {}, key: randomUUID() } as const;
      return shop.askUnlessDecided<WithdrawalAnswer>(token, sent, number + tab);
    }),
  );
  if (answers.some((answer) => answer !== undefined)) takenBack.add(id);
}
