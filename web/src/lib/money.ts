import { formatCedis, plainCedis, type Pesewas } from "#ledger/terms/money.ts";

/** The wire's cedis as pesewas; rounding undoes what binary fractions do to 4.8. */
export function pesewas(cedis: number): Pesewas {
  return Math.round(cedis * 100);
}

/** The wire's cedis as a file shows them: "1204.50"; nothing where there are none. */
export function plainMoney(cedis: number | undefined): string {
  return cedis === undefined ? "" : plainCedis(pesewas(cedis));
}

/** The wire's cedis as a page shows them: "¢1,204.50". */
export function money(cedis: number): string {
  return formatCedis(pesewas(cedis));
}

/**
 * An amount as people write it, "GHS 1,200.50" or "¢50", without its currency and thousands. Any other comma stays, and is
 * no amount: "50,00" may mean fifty, and read without its comma it is five thousand.
 */
export function plainAmount(typed: string): string {
  const bare = typed.replace(/ghs?|[¢₵\s]/gi, "");
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}

/** "+¢30.00": what a correction does, whichever way it goes. */
export function signedMoney(cedis: number): string {
  return `${cedis > 0 ? "+" : ""}${money(cedis)}`;
}
