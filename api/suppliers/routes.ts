/** Sending orders to suppliers. */
import { layoutOf } from "#ledger/suppliers/commands.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import {
  batchAt,
  batchByNumber,
  batchOrderIds,
  type BatchView,
  countBatches,
  listBatches,
  readLayouts,
  statusesOf,
} from "#ledger/suppliers/batches.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { orderStream } from "#contract/terms/streams.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { BatchRecord } from "#contract/supplier.ts";
import { perform } from "../serve/command.ts";
import { answerCsv, type Column } from "../serve/file-answer.ts";
import { ApiError } from "../serve/errors.ts";
import { answerPage } from "../serve/list-answer.ts";
import type { Portion } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { noteDetailsViewed } from "../orders/list.ts";
import { orderRecord } from "../orders/records.ts";
import { unsealDetails } from "../serve/sealed.ts";
import { internationalPhone } from "#contract/terms/phone.ts";
import { fieldOfCell, type SupplierCell, type SupplierLayout } from "#contract/terms/supplier.ts";
import type { OrderRecord } from "#contract/order-list.ts";

export function supplierRoutes(shop: Shop, serve: Serve): void {
  serve(operations.sendToSupplier, async (c, { body }) => {
    const { events, position } = await perform(shop, c, {
      type: "send_to_supplier",
      intent: body,
      body,
    });
    const [sent] = events;
    const view = sent && (await batchAt(shop.db, sent.position));
    if (!view) throw new Error("a batch that was just sent was not found");
    const inBatch = new Set(events.slice(1).map(({ stream }) => stream));
    const others = body.orders.filter((id) => !inBatch.has(orderStream(id)));
    const statuses = await statusesOf(shop.db, others);
    const leftOut = [...statuses].map(([id, status]) => ({ id, status })).toSorted((a, b) => a.id - b.id);
    return { batch: batchRecord(view), leftOut, position };
  });

  serve(operations.listBatches, (_, { query }) =>
    answerPage(
      {
        read: (of) => listBatches(shop.db, query, of),
        total: async () => ({ count: await countBatches(shop.db, query), isExact: true }),
        cursorOf: ({ position }: BatchView) => position,
        toRecord: batchRecord,
      },
      query,
    ),
  );

  serve(operations.exportBatch, async (c, { query: { batch } }) => {
    const view = await batchByNumber(shop.db, batch);
    if (!view) throw new ApiError("batch_unknown", "There is no such batch");
    const { layout, network } = view;
    const name = `batch-${batch}-${network.replace(/[^\w-]/g, "")}.csv`;
    return answerCsv(shop, c, name, supplierColumns(layout), {
      read: async (of: Portion) => {
        const views = await ordersById(shop.db, await batchOrderIds(shop.db, batch, of));
        noteDetailsViewed(shop, c, views);
        return views.toSorted((a, b) => a.id - b.id);
      },
      cursorOf: ({ id }) => id,
      toRecord: (order) => orderRecord(order, unsealDetails(shop.secrets, order)),
      withoutHeading: !layout.header,
    });
  });

  serve(operations.readSupplierLayouts, async () => {
    const { networks, ...settings } = await readLayouts(shop.db);
    return networks.map((network) => ({ network, layout: layoutOf(settings, network) }));
  });

  serve(operations.changeSupplierLayout, async (c, { body }) => {
    const { network, layout, seen } = body;
    await perform(shop, c, {
      type: "change_supplier_layout",
      intent: { network, layout, ...(seen && { seen }) },
      body,
    });
    return { network, layout: layoutOf(await readLayouts(shop.db), network) };
  });
}

function batchRecord(view: BatchView): BatchRecord {
  const { batch, network, orders, open, amount, recorded_at, actor, username, position } = view;
  return {
    batch,
    network,
    orders,
    amount: toCedis(amount),
    open,
    date: formatDateTime(recorded_at),
    createdAt: recorded_at,
    by: username ?? actor,
    byId: actor,
    position,
  };
}

/** The file that goes to a supplier. */
function supplierColumns({ columns, phones }: SupplierLayout): Column<OrderRecord>[] {
  const written = (phone: string) => (phones === "international" ? internationalPhone(phone) : phone);
  return columns.map(({ cell, title }) => [title, (order) => cellOf(order, cell, written)]);
}

function cellOf(order: OrderRecord, cell: SupplierCell, written: (phone: string) => string): string {
  switch (cell) {
    case "beneficiary":
      return written(order.receiver);
    case "package":
      return order.offer;
    case "network":
      return order.network;
    case "reference":
      return order.reference;
    default: {
      const field = fieldOfCell(order.network, cell);
      const value = (field && order.items?.[field.name]) ?? "";
      return field?.kind === "phone" && value !== "" ? written(value) : value;
    }
  }
}
