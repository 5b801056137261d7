/** Commands about payments that the shop gives itself, because of what a rail says. */
import type { CommandType, Intents } from "#ledger/decide/command.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import type { Paying } from "./rail.ts";
import { commandId, type Envelope, performUnder } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";

/**
 * False if it is refused for one of the `expected` reasons, because somebody else has done it or decided otherwise. Without a
 * key, whether there is still something to do follows from the payment's state.
 */
export async function actAsShop<T extends CommandType>(
  shop: Paying,
  type: T,
  intent: Intents[T],
  expected: readonly RejectionCode[],
  { key, ...given }: { key?: string } & Partial<Envelope<T>> = {},
): Promise<boolean> {
  const scope = key === undefined ? {} : { scope: "payment" };
  try {
    await performUnder(shop, key, { type, intent, actor: system, body: intent, ...scope, ...given });
    return true;
  } catch (error) {
    if (error instanceof ApiError && expected.some((code) => code === error.answer.code)) return false;
    throw error;
  }
}

export interface SeenPayment {
  payment: string;
  /** The log's position when the shop looked, or the rail was asked. An admin may have decided since. */
  seen: number;
}

/** It follows from the rail's own id, so whoever reports a payment first, it is received once. */
export function paymentId(rail: RailName, transaction: string): string {
  return commandId("payment", `${rail} ${transaction}`);
}

/** False if another amount was received under the same id before. Told again, it credits nothing. */
export function receivePayment(
  shop: Paying,
  { fee, credit, ...body }: Omit<Intents["receive_payment"], "payment">,
): Promise<boolean> {
  const { rail, transaction } = body;
  const intent = { payment: paymentId(rail, transaction), fee, ...body, ...(credit && { credit }) };
  return actAsShop(shop, "receive_payment", intent, ["key_reused"], {
    key: `${rail} ${transaction}`,
    body: { ...body, currency: "GHS" },
  });
}
