/** Who carries Ghana's numbers, and their prefixes (product.md). */
export const carriers = ["MTN", "Telecel", "AT"] as const;
export type Carrier = (typeof carriers)[number];

/** Numbers are ported: a prefix that does not match is worth a warning, never a refusal. */
export const prefixes: Record<Carrier, readonly string[]> = {
  MTN: ["024", "025", "053", "054", "055", "059"],
  Telecel: ["020", "050"],
  AT: ["023", "026", "027", "056", "057"],
};

/** The carrier that issued a number, once its first three digits are typed. */
export function carrierOf(phone: string): Carrier | undefined {
  return carriers.find((carrier) => prefixes[carrier].includes(phone.slice(0, 3)));
}
