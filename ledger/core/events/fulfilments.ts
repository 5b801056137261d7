import type { RefusalKind, Route, SupplierName } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { Fulfilment } from "../rows/fulfilments.ts";
import {
  type Changed,
  changeRow,
  type Declaration,
  eventsOf,
  type Happened,
  type NoData,
  type Traits,
} from "./declare.ts";
import { actOfShop, ofSettings } from "./settings.ts";
import type { SupplierLayout } from "#contract/terms/supplier.ts";

/** Null: it is not in the list. */
export interface CostChange {
  code: string;
  before: Pesewas | null;
  after: Pesewas | null;
}

type FulfilmentEvent<Data> = Happened<"fulfilment", Data>;

const ofFulfilment = eventsOf("fulfilment");

export const fulfilmentEvents = {
  /** In the log before the supplier hears of it. */
  fulfilment_sent: ofFulfilment<Pick<Fulfilment, "order" | "attempt" | "supplier" | "code" | "reference">>(
    (state, { data, stream, version, position, recorded_at }, changes) => {
      const id = idOfStream(stream);
      const nothing = {
        cost: null,
        reason: null,
        refusal: null,
        contradiction: null,
        seen_at: null,
        settled_at: null,
      };
      state.fulfilments.set(id, {
        id,
        ...data,
        ...nothing,
        state: "sent",
        sent_at: recorded_at,
        version,
        position,
      });
      changes.fulfilments.add(id);
    },
    { opens: true },
  ),
  /** Moves what the supplier takes, if it says so. It may say so after the end of the attempt. */
  fulfilment_accepted: changed<{ supplier: SupplierName }>(
    ({ amount }, { state, cost }) => ({ state: state === "sent" ? "accepted" : state, cost: amount ?? cost }),
    { books: "cost" },
  ),
  fulfilment_delivered: changed<NoData>(ended("delivered")),
  fulfilment_refused: changed<{ reason: string; refusal?: RefusalKind }>(ended("refused")),
  /** By an admin, who has asked the supplier. */
  fulfilment_settled: changed<{ outcome: "delivered" | "refused"; reason: string }>(
    ({ data: { outcome, reason }, recorded_at }) => ({ state: outcome, reason, settled_at: recorded_at }),
  ),
  /** The supplier gave back what it had taken. */
  fulfilment_returned: changed<{ supplier: SupplierName }>(() => ({ cost: 0 }), { books: "cost" }),
  /** The supplier says something else than the end that is known. It changes no money: an admin looks at it. */
  fulfilment_contradicted: changed<{ said: string }>(({ data }) => ({
    contradiction: data.said,
    seen_at: null,
  })),
  contradiction_seen: changed<{ reason: string }>(({ recorded_at }) => ({ seen_at: recorded_at })),
  /** Money for a supplier, from a rail or from the owner; negative: it came back. */
  supplier_funded: actOfShop<{ supplier: SupplierName; from: RailName | "owner"; reason: string }>({
    books: "float",
  }),
  /** To the stock. Their PINs are sealed and outside the log. `cost`: of each, in pesewas. */
  vouchers_added: actOfShop<{ package: string; cost: Pesewas; count: number }>(),
  supplier_prices_imported: actOfShop<{ supplier: SupplierName; count: number; changed: CostChange[] }>(),
  package_routes_changed: ofSettings<{ package: string } & Changed<Route[]>>(
    ({ package: id, after }, { package_routes }) => ({ package_routes: { ...package_routes, [id]: after } }),
  ),
};

function changed<Data>(
  change: (event: FulfilmentEvent<Data>, before: Fulfilment) => Partial<Fulfilment>,
  traits?: Traits<"fulfilment", Data>,
): Declaration<"fulfilment", Data> {
  return ofFulfilment<Data>(
    (state, event, changes) => changeRow(state, event, changes, (before) => change(event, before)),
    traits,
  );
}

function ended(state: "delivered" | "refused") {
  return ({
    data,
    recorded_at,
  }: FulfilmentEvent<{ reason?: string; refusal?: RefusalKind }>): Partial<Fulfilment> => ({
    state,
    reason: data.reason ?? null,
    refusal: data.refusal ?? null,
    settled_at: recorded_at,
  });
}

export interface Sent {
  batch: number;
  network: string;
  orders: number;
  /** Of the file, so that it is the same whenever it is made. */
  layout: SupplierLayout;
}

export const supplierEvents = {
  /** The orders, this many, follow it in the log. */
  supplier_batch_sent: ofSettings<Sent>(({ batch }) => ({ supplier_batches: batch })),
  supplier_layout_changed: ofSettings<{ network: string } & Changed<SupplierLayout>>(
    ({ network, after }, { supplier_layouts }) => ({
      supplier_layouts: { ...supplier_layouts, [network]: after },
    }),
  ),
};
