/** What became of an order at suppliers. */
import { attempts_max } from "#contract/terms/fulfilment.ts";
import { type Fulfilment, fulfilmentId, isOpen } from "#ledger/core/rows/fulfilments.ts";
import type { State } from "#ledger/core/state.ts";

/** The keys of all attempts that an order can have. */
export function attemptKeys(order: number): string[] {
  return Array.from({ length: attempts_max }, (_, at) => fulfilmentId(order, at + 1));
}

/** The attempts of an order so far, in their order. */
export function attemptsOf(state: State, order: number): Fulfilment[] {
  return attemptKeys(order).flatMap((id) => state.fulfilments.get(id) ?? []);
}

/** An attempt whose end nobody knows. */
export function openAttempt(state: State, order: number): Fulfilment | undefined {
  return attemptsOf(state, order).find(isOpen);
}
