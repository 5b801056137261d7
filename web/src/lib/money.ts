import { formatCedis, parseCedis, plainCedis, type Pesewas } from "#contract/terms/money.ts";

/** Converts the wire's cedis to pesewas. Rounding removes the binary error of numbers such as 4.8. */
export function pesewas(cedis: number): Pesewas {
  return Math.round(cedis * 100);
}

/** The wire's cedis as in a file: "1204.50", or an empty text if undefined. */
export function plainMoney(cedis: number | undefined): string {
  return cedis === undefined ? "" : plainCedis(pesewas(cedis));
}

/** The wire's cedis as on a page: "¢1,204.50". */
export function money(cedis: number): string {
  return formatCedis(pesewas(cedis));
}

/**
 * Removes the currency and thousands separators from a typed amount such as "GHS 1,200.50" or "¢50". Any other comma
 * stays and makes it invalid: "50,00" may mean fifty, but without its comma it would be five thousand.
 */
export function plainAmount(typed: string): string {
  const bare = typed.replace(/gh[sc]?|[¢₵\s]/gi, "");
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}

/**
 * A price in a list. Two digits after a comma are pesewas: a list has no "50,00" that means five thousand, and in "1.200,50"
 * the dot groups thousands.
 */
export function listedAmount(text: string): Pesewas | undefined {
  const plain = plainAmount(text);
  const [, whole, decimals] = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/.exec(plain) ?? [];
  return parseCedis(whole === undefined ? plain : `${whole.replaceAll(".", "")}.${decimals}`);
}

/** A correction with its sign, for example "+¢30.00". */
export function signedMoney(cedis: number): string {
  return `${cedis > 0 ? "+" : ""}${money(cedis)}`;
}
