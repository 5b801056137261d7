/** What every storm of payments is asked for, and what it says in the end. */
export interface PaymentStorm {
  seed: number;
  payments: number;
  onProgress?: (payments: number) => void;
}

export interface PaymentStormReport {
  /** How many payments met which fate. */
  counts: [what: string, count: number][];
  /** Everything that is lost, doubled or wrong. Empty if nothing is. */
  faults: string[];
}

/** Nobody may have more than ten requests that wait, so nobody pays often on one day. */
export function userCount(payments: number, day_payments: number): number {
  return Math.max(200, Math.ceil(payments / 20), Math.ceil(Math.min(payments, day_payments) / 2));
}
