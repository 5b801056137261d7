import { money } from "../../lib/money.ts";

/** "+¢30.00": what a correction does, whichever way it goes. */
export function signed(cedis: number): string {
  return `${cedis > 0 ? "+" : ""}${money(cedis)}`;
}
