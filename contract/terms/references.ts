/** The numbers that people read out to each other. */

/** An order's reference is its number above this: eight digits, below the specification's 99999999, unique. */
export const orderReferenceBase = 10_000_000;

/** The prefix of a top-up's reference. */
export const topupReferencePrefix = "T-";

export function orderReference(id: number): string {
  return String(orderReferenceBase + id);
}

/** The order with this whole reference, if there can be one. */
export function orderOfReference(typed: string): number | undefined {
  const digits = typed.trim();
  const id = Number(digits) - orderReferenceBase;
  return /^\d{8}$/.test(digits) && id > 0 ? id : undefined;
}

export function topupReference(id: number): string {
  return `${topupReferencePrefix}${id}`;
}

/** The number of a whole reference, "T-10201". */
export function topupOfReference(reference: string): number {
  return Number(reference.slice(topupReferencePrefix.length));
}
