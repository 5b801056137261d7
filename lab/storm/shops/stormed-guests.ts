/** What guests do in agents' shops: they order, pay by prompt or on the page, and send their request twice. */
import { randomUUID } from "node:crypto";
import type { GuestOrderStarted } from "../../../contract/guest-orders.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";
import type { Offered, ShopStage, StormedAgent } from "./stormed-agents.ts";

const hour_ms = 60 * 60_000;
const chances = { page: 0.3, "two tabs": 0.1, "page too": 0.05, "wrong code": 0.1 } as const;
/** On the page. The rest pays late. */
const onPage = { pays: 0.7, declines: 0.1, leaves: 0.1 } as const;
const late_h_max = 40;

/** Every seventh guest has Telecel, which needs a code. */
function payerOf(number: number): string {
  return `${number % 7 === 0 ? "020" : "024"}${String(1_000_000 + number)}`;
}

/** Sends each request until it has an answer. */
export async function buyAsGuest(
  stage: ShopStage,
  { seed, number }: { seed: number; number: number },
): Promise<void> {
  const random = randomOf(seed + 2, number);
  const agent = stage.agents[number % stage.agents.length]!;
  const offered = { ...agent.offers[random.whole(0, agent.offers.length - 1)]! };
  const rail = random.chance(chances.page) ? "page" : "prompt";
  const rails = random.chance(chances["page too"]) ? [rail, "page"] : [rail];
  for (const one of rails) {
    const inTabs = random.chance(chances["two tabs"]) ? 2 : 1;
    const started = await order(stage, agent, { offered, number, rail: one, tabs: inTabs });
    if (started.step === "otp") await enterCode(stage, started, random.chance(chances["wrong code"]));
    if (started.step === "page") await actOnPage(stage, started, random.next(), random.whole(1, late_h_max));
  }
}

interface Ordering {
  offered: Offered;
  number: number;
  rail: string;
  /** How often the same request is sent at once. */
  tabs: number;
}

async function order(
  { shop, guests, faults }: ShopStage,
  agent: StormedAgent,
  { offered, number, rail, tabs }: Ordering,
): Promise<GuestOrderStarted> {
  const receiver = `0241${String(100_000 + (number % 900_000))}`;
  const body = {
    packageId: offered.package,
    price: offered.price / 100,
    receiver,
    payer: payerOf(number),
    rail,
  };
  const request = { method: "POST", path: `/shop/${agent.name}/order`, body, key: randomUUID() } as const;
  const answers = await Promise.all(
    Array.from({ length: tabs }, (_, tab) => shop.ask<GuestOrderStarted>(undefined, request, number + tab)),
  );
  const [started] = answers;
  if (!started) throw new Error("an order without an answer");
  if (answers.some(({ token }) => token !== started.token))
    faults.push(`the order of ${body.payer}: doubled: the same request is two orders`);
  guests.push({ token: started.token, agent: agent.user, offered });
  return started;
}

async function referenceOf({ shop }: ShopStage, { token }: GuestOrderStarted): Promise<string> {
  const [row] = await shop.query<{ reference: string }>(
    `select c.reference from shop.charge c join shop.guest_order g on g.id = c.guest_order
     where g.token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return row?.reference ?? "";
}

async function enterCode(stage: ShopStage, started: GuestOrderStarted, isWrong: boolean): Promise<void> {
  const otp = isWrong ? "0000" : stage.paystack.voucherOf(await referenceOf(stage, started));
  const path = `/guest-order/${started.token}/otp`;
  await stage.shop.ask(undefined, { method: "POST", path, body: { otp } });
}

async function actOnPage(
  stage: ShopStage,
  started: GuestOrderStarted,
  drawn: number,
  late_h: number,
): Promise<void> {
  const { paystack } = stage;
  const { clock } = paystack;
  const reference = await referenceOf(stage, started);
  if (drawn < onPage.pays) clock.during(paystack.approve(reference));
  else if (drawn < onPage.pays + onPage.declines) paystack.decline(reference);
  else if (drawn >= onPage.pays + onPage.declines + onPage.leaves)
    clock.at(clock.now_ms + late_h * hour_ms, () => clock.during(paystack.approve(reference).then(() => {})));
}
