/** The admin of a shop with a phone: looks which messages are missing, reads them out, and books what left the wallets. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PhoneReport } from "../../../contract/phone.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { PhoneRail } from "../../../contract/terms/rails.ts";
import type { Movement } from "../../../tools/doubles/sms-phone/phone.ts";
import { type Network, receiptText, reversalText } from "../../../tools/doubles/sms-phone/texts.ts";
import type { PhoneStage } from "./sms-payers.ts";
import type { StormedShop } from "../stormed-shop.ts";

const settled_ms_max = 60_000;
const poll_ms = 100;
export const railOf: Record<Network, PhoneRail> = { mtn: "momo", telecel: "telecel" };
const networks = ["mtn", "telecel"] as const;

export interface AdminCounts {
  gaps: number;
  typed: number;
  confirmed: number;
}

type Call = <T>(method: "GET" | "POST" | "PUT", path: string, body?: object) => Promise<T>;

/** Says what the wallets hold, and books that the owner had put it in. */
export async function openWallets({ shop, phone }: PhoneStage): Promise<void> {
  const call = callerFor(shop, await shop.signInAdmin());
  for (const network of networks) {
    const balance = phone.balanceOf(network) / 100;
    await confirm(call, railOf[network], null, balance);
    await call("POST", `/payment/rails/${railOf[network]}/transfer`, { amount: -balance, reason: "opening" });
  }
}

/**
 * After a day: what the phone did not forward, and what was forged, must be named. Then the admin sets it right.
 * @param since the first movement of the day @returns what is not named, or does not go on
 */
export async function closeDay(
  stage: PhoneStage,
  since: number,
  counts: AdminCounts,
  patience_ms = settled_ms_max,
): Promise<string[]> {
  const { shop, phone, truth } = stage;
  const call = callerFor(shop, await shop.signInAdmin());
  const today = phone.movements.slice(since);
  const gaps = networks.flatMap((network) => gapsOf(today.filter((one) => one.network === network)));
  const forged = today.filter(({ kind, delivery }) => kind === "forged" && delivery !== "missing");
  const faults = await untilNone(async () => {
    // What a killed process did not take is posted again, hours later in the end.
    await shop.passHours(phone.clock, 1);
    const report = await call<PhoneReport>("GET", "/payment/phone");
    return [
      ...gaps.flatMap((gap) => (isGapNamed(report, gap) ? [] : [`not named: ${gapText(gap)}`])),
      ...forged
        .filter(
          ({ transactionId: id }) => truth.forgeries.get(id) !== "no key" && !isForgeryNamed(report, id),
        )
        .map(({ transactionId }) => `not named: the forged ${transactionId}`),
    ];
  }, patience_ms);
  counts.gaps += gaps.length;
  for (const movement of gaps.flat()) {
    if (movement.kind === "sent") faults.push(...(await untilReached(stage, call, movement, patience_ms)));
    await fill(call, movement, counts);
  }
  for (const { kind, network, amount, fee } of today)
    if (kind === "sent")
      await call("POST", `/payment/rails/${railOf[network]}/transfer`, {
        amount: (amount + fee) / 100,
        reason: "paid out",
      });
  await dismissForged(call, truth.forgeries);
  return [
    ...faults,
    ...(await untilNone(async () => {
      await shop.passHours(phone.clock, 1);
      const { rails } = await call<PhoneReport>("GET", "/payment/phone");
      return networks.flatMap((network) => {
        const balance = rails.find(({ rail }) => rail === railOf[network])?.balance;
        const own = phone.balanceOf(network) / 100;
        return balance === own ? [] : [`${network} holds ${own}, and the shop follows it up to ${balance}`];
      });
    })),
  ];
}

/** Missing messages that follow each other are one gap. */
function gapsOf(movements: readonly Movement[]): Movement[][] {
  const gaps: Movement[][] = [];
  let open: Movement[] | undefined;
  for (const movement of movements) {
    if (movement.kind === "forged") continue;
    if (movement.delivery !== "missing") open = undefined;
    else if (open) open.push(movement);
    else gaps.push((open = [movement]));
  }
  return gaps;
}

/** Between what leads to the gap and what follows it, exactly the missing amount is missing. */
function isGapNamed({ rails }: PhoneReport, gap: readonly Movement[]): boolean {
  const [first, last] = [gap[0], gap.at(-1)];
  if (!first || !last) return true;
  const rail = rails.find((one) => one.rail === railOf[first.network]);
  const leads = [rail?.balance, ...(rail?.waiting.map(({ to }) => to) ?? [])];
  const follows = rail?.waiting.map(({ from }) => from) ?? [];
  return leads.includes(beforeOf(first) / 100) && follows.includes(last.balance / 100);
}

function isForgeryNamed({ rails, foreign }: PhoneReport, id: string): boolean {
  const waiting = rails.flatMap((rail) => rail.waiting.flatMap(({ messages }) => messages));
  return [...foreign, ...waiting].some(({ transaction }) => transaction === id);
}

function beforeOf({ kind, amount, fee, balance }: Movement): Pesewas {
  return kind === "received" ? balance - amount + fee : balance + amount + fee;
}

function gapText(gap: readonly Movement[]): string {
  const parts = gap.map(({ kind, amount, transactionId }) => `${kind} ${amount} (${transactionId})`);
  return `the gap of ${gap[0]?.network}: ${parts.join(", ")}`;
}

/** Waits for the messages before something that was sent: one that a killed process did not take is posted again later. */
function untilReached(
  { shop, phone }: PhoneStage,
  call: Call,
  movement: Movement,
  patience_ms: number,
): Promise<string[]> {
  const from = beforeOf(movement) / 100;
  return untilNone(async () => {
    const { rails } = await call<PhoneReport>("GET", "/payment/phone");
    if (rails.find(({ rail }) => rail === railOf[movement.network])?.balance === from) return [];
    await shop.passHours(phone.clock, 1);
    return [`${movement.network} is not followed up to ${from}, where something was sent`];
  }, patience_ms);
}

/** What came in and what was taken back is read out. That the owner has paid somebody is said by the new balance. */
async function fill(call: Call, movement: Movement, counts: AdminCounts): Promise<void> {
  const { kind, network, balance, reverses = "" } = movement;
  if (kind === "sent") {
    await confirm(call, railOf[network], beforeOf(movement) / 100, balance / 100);
    counts.confirmed += 1;
    return;
  }
  const message =
    kind === "reversed" ? reversalText(network, movement, reverses) : receiptText(network, movement);
  await call("POST", "/payment/phone/message", { message });
  counts.typed += 1;
}

async function confirm(call: Call, rail: PhoneRail, from: number | null, balance: number): Promise<void> {
  await call("POST", `/payment/phone/${rail}/balance`, { from, balance, reason: "read on the phone" });
}

async function dismissForged(call: Call, forgeries: ReadonlyMap<string, unknown>): Promise<void> {
  const { rails } = await call<PhoneReport>("GET", "/payment/phone");
  const messages = rails.flatMap((rail) => rail.waiting.flatMap((chain) => chain.messages));
  for (const { _id, transaction } of messages.filter((one) => forgeries.has(one.transaction)))
    await call("PUT", `/payment/phone/message/${_id}/dismiss`).catch((error: unknown) => {
      // The first attempt was done, and its answer was lost.
      if (!String(error).includes("message_not_waiting")) throw new Error(`${transaction}`, { cause: error });
    });
}

function callerFor(shop: StormedShop, token: string): Call {
  return (method, path, body) =>
    shop.ask(token, { method, path, ...(body && { body }), ...(method !== "GET" && { key: randomUUID() }) });
}

/** Messages may still be on their way. @returns what is wrong even then */
export async function untilNone(
  look: () => Promise<string[]>,
  patience_ms = settled_ms_max,
): Promise<string[]> {
  for (const end_ms = performance.now() + patience_ms; ; await sleep(poll_ms)) {
    const faults = await look();
    if (faults.length === 0 || performance.now() > end_ms) return faults;
  }
}
