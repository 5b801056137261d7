import { setImmediate } from "node:timers/promises";

/** A few milliseconds of work. */
const turn_items = 500;

/** The items, with a pause after some of them, so that a shop that is selling answers meanwhile. */
export async function* takingTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const [index, item] of items.entries()) {
    if (index % turn_items === turn_items - 1) await setImmediate();
    yield item;
  }
}
