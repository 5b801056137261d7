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
