/** Commands about payments that the shop gives itself, because of what a rail says. */
import type { CommandType, Intents } from "#ledger/decide/command.ts";
import { system } from "#ledger/decide/checks.ts";
import type { RejectionCode } from "#ledger/terms/rejections.ts";
import type { Shop } from "../context.ts";
import { performUnder } from "../http/command.ts";
import { ApiError } from "../http/errors.ts";

/**
 * Under a fresh id: whether there is still something to do follows from the payment's state. False if it is refused for one
 * of these reasons, because somebody else has done it or decided otherwise.
 */
export function actAsShop<T extends CommandType>(
  shop: Shop,
  type: T,
  intent: Intents[T],
  expected: readonly RejectionCode[],
): Promise<boolean> {
  return unlessRefused(
    () => performUnder(shop, undefined, { type, intent, actor: system, body: intent }),
    expected,
  );
}

export async function unlessRefused(
  act: () => Promise<unknown>,
  expected: readonly RejectionCode[],
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof ApiError && expected.some((code) => code === error.answer.code)) return false;
    throw error;
  }
}
