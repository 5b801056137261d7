/** What goes to suppliers: pending orders of one network as a numbered batch, and the columns of its file. */
import { orderStream, settingsStream } from "#contract/terms/streams.ts";
import { defaultLayout, type SupplierLayout } from "#contract/terms/supplier.ts";
import {
  actorOf,
  type CommandOf,
  type Deciders,
  hasHadTwoAdmins,
  isAdmin,
  needsActor,
} from "#ledger/core/checks.ts";
import type { Draft } from "#ledger/core/events.ts";
import type { Order } from "#ledger/core/rows/orders.ts";
import type { Settings } from "#ledger/core/rows/settings.ts";
import type { State } from "#ledger/core/state.ts";
import { changedSince, unchanged } from "../settings/change.ts";

export interface SupplierIntents {
  /** Those of the orders that are still pending go to the supplier, as one batch. */
  send_to_supplier: { network: string; orders: number[] };
  change_supplier_layout: { network: string; layout: SupplierLayout; seen?: SupplierLayout };
}

export const supplierCommands: Deciders<SupplierIntents> = {
  /** Orders that a colleague has just worked are left out. The rest goes, so an overtaken admin need not choose again. */
  send_to_supplier: {
    needs: (command) => ({ accounts: actorOf(command), orders: command.intent.orders }),
    find: pendingOf,
    checks: (command, state, pending: Order[]) => {
      const { network, orders } = command.intent;
      const found = orders.map((id) => state.orders.get(id));
      return [
        ...isAdmin(command, state),
        ["own_account", () => pending.length > 0 && pending.every((order) => isOwn(order, command, state))],
        ["order_unknown", () => found.includes(undefined)],
        ["orders_mixed", () => found.some((order) => order !== undefined && order.network !== network)],
        ["orders_not_pending", () => pending.length === 0],
      ];
    },
    events: (command, state, pending: Order[]) => {
      const { network } = command.intent;
      const batch = state.settings.supplier_batches + 1;
      const sent = pending.filter((order) => !isOwn(order, command, state));
      const layout = layoutOf(state.settings, network);
      return [
        {
          type: "supplier_batch_sent",
          stream: settingsStream,
          data: { batch, network, orders: sent.length, layout },
        },
        ...sent.map(({ id }): Draft => ({
          type: "order_processed",
          stream: orderStream(id),
          data: { batch },
        })),
      ];
    },
  },
  change_supplier_layout: {
    needs: needsActor,
    checks: (command, state) => {
      const { network, layout, seen } = command.intent;
      const present = layoutOf(state.settings, network);
      return [
        ...isAdmin(command, state),
        ["product_unknown", () => ![...state.products.values()].some((each) => each.network === network)],
        changedSince(seen, present),
        unchanged(layout, present),
      ];
    },
    events: ({ intent: { network, layout } }, { settings }) => [
      {
        type: "supplier_layout_changed",
        stream: settingsStream,
        data: { network, before: layoutOf(settings, network), after: layout },
      },
    ],
  },
};

export function layoutOf(
  { supplier_layouts }: Pick<Settings, "supplier_layouts">,
  network: string,
): SupplierLayout {
  // A network may have any name, such as that of something which every object has.
  const own = Object.hasOwn(supplier_layouts, network) ? supplier_layouts[network] : undefined;
  return own ?? defaultLayout(network);
}

/** Each once, in the order of their numbers: the oldest is at the top of the file. */
function pendingOf({ intent }: CommandOf<SupplierIntents, "send_to_supplier">, state: State): Order[] {
  const ids = [...new Set(intent.orders)].toSorted((a, b) => a - b);
  return ids
    .flatMap((id) => state.orders.get(id) ?? [])
    .filter(({ status, hidden }) => status === "pending" && !hidden);
}

/** Nobody serves their own orders once the shop has had two admins. */
function isOwn(order: Order, { actor }: CommandOf<SupplierIntents>, state: State): boolean {
  return order.user === actor && hasHadTwoAdmins(state);
}
