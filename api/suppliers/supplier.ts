/** What the shop asks of a supplier. What follows for orders and books is the same for all. */
import type { RefusalKind, SupplierName } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";

export interface Supplier {
  readonly name: SupplierName;
  /** Orders that it takes within a minute. */
  readonly per_minute: number;
  /** Questions about orders that it answers within a minute, beside those. */
  readonly asks_per_minute: number;
  /** Sends an order, or sends it once more as it was: the supplier tells by our reference that it is the same. */
  order(attempt: Attempt): Promise<Answer>;
  /** If it takes many orders in one request. */
  readonly bulk?: Bulk;
  /** For so long it is safe to send an order again that it does not know. */
  readonly remembers_ms: number;
  /** Whether its answers say what an order costs. If not, it is the price that the shop has for the package. */
  readonly namesCosts: boolean;
  /** What became of it. Never orders anything. */
  ask(attempt: Attempt): Promise<Answer>;
  /** What it holds for the shop; undefined if it does not say. */
  balance(): Promise<Balance | undefined>;
  /** Whether these bytes were signed with the key that it shares with the shop. Without it, it sends no reports. */
  hasSigned?(body: Uint8Array, header: (name: string) => string | undefined): boolean;
  /** Of which order a report says that it has ended; undefined for what does not matter. */
  readReport?(body: string): Reported | undefined;
  /** What it sells, and for how much; undefined if it does not say. Without it, an admin imports its list. */
  prices?(): Promise<Price[] | undefined>;
}

export interface Bulk {
  /** Orders of one request. */
  readonly max: number;
  /** The answer about each one. With the same key and orders, it is the same request once more. */
  order(key: string, attempts: readonly Attempt[]): Promise<Answer[]>;
}

/** By the supplier's own reference of the order, or by ours. */
export type Reported = { theirs: string } | { ours: string };

export interface Balance {
  held: Pesewas;
  /** The account has another currency: this is at the rate of the moment. */
  isConverted?: true;
}

export interface Attempt {
  /** Our own: 20 of [a-z0-9]. */
  reference: string;
  /** The supplier's own, if it has named one. */
  theirs: string | null;
  code: string;
  receiver: string;
  sent_at: string;
  /** Where the supplier may report about this order. */
  reportTo: string;
}

/**
 * Unknown is whatever does not say clearly what became of the order: no answer, a failure of the server, an answer about
 * another order. Nothing is concluded from it. `isFailure`: the supplier does not work as it should. `isMissing`: it does not
 * know the order by what it was asked by.
 */
export type Answer = (
  | { state: "accepted" | "delivered"; cost: Pesewas | null }
  | {
      state: "refused";
      reason: string;
      isReturned: boolean;
      isEmpty?: boolean;
      /** What it says about the number, if it says so clearly. */
      refusal?: RefusalKind | undefined;
      cost?: Pesewas;
      /** It had taken the order, and so its price. */
      isTaken?: true;
    }
  | { state: "unknown"; said: string; isFailure: boolean; isMissing?: true }
) & {
  /** The supplier's own reference, if it names one. */
  theirs?: string;
};

export interface Price {
  code: string;
  /** As the supplier calls it. */
  name: string;
  network: string;
  cost: Pesewas;
}
