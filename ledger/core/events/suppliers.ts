import type { SupplierLayout } from "#contract/terms/supplier.ts";
import type { Changed } from "./declare.ts";
import { ofSettings } from "./settings.ts";

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
