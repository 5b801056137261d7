/** The numbers that people read out to each other. */

/** An order's reference is its number above this: eight digits, below the specification's 99999999, unique. */
export const orderReferenceBase = 10_000_000;

/** Stands before a request's number. */
export const rechargeReferencePrefix = "T-";

export function orderReference(id: number): string {
  return String(orderReferenceBase + id);
}

export function rechargeReference(id: number): string {
  return `${rechargeReferencePrefix}${id}`;
}
