/** Orders that go to suppliers, in numbered batches: each has a file, whose columns the shop chooses by network. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { phoneForms, supplierCells } from "#contract/terms/supplier.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { text } from "./fields.ts";
import { declareList, queryOf } from "./list.ts";
import { numberCursor, pageOf } from "./lists.ts";
import { operationsOf } from "./operation.ts";

const network = text(limits.network_length_max);

const ordersText = `Please choose 1 to ${officeLimits.supplier_batch_orders_max} orders`;

/** POST /order/batch. `orders`: ids. */
export const batchBody = v.object({
  network,
  orders: v.pipe(
    v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1, ordersText)), ordersText),
    v.minLength(1, ordersText),
    v.maxLength(officeLimits.supplier_batch_orders_max, ordersText),
  ),
});

export const batchRecord = v.object({
  batch: v.number(),
  network: v.string(),
  orders: v.number(),
  /** Of all its orders, in cedis. */
  amount: v.number(),
  /** How many of them are still processing. */
  open: v.number(),
  /** dd/mm/yyyy hh:mm, UTC. */
  date: v.string(),
  createdAt: v.string(),
  /** Who sent it: the username and the id. */
  by: v.string(),
  byId: v.string(),
  position: v.number(),
});
export type BatchRecord = v.InferOutput<typeof batchRecord>;

/** `leftOut`: orders that stayed behind, because they were no longer pending or are the admin's own. */
export const batchAnswer = v.object({
  batch: batchRecord,
  leftOut: v.array(v.object({ id: v.number(), status: v.picklist(orderStatuses) })),
  position: v.number(),
});
export type BatchAnswer = v.InferOutput<typeof batchAnswer>;

export const batchList = /* @__PURE__ */ declareList<BatchRecord>()({
  name: "batches",
  noun: "batch",
  key: ({ batch }) => String(batch),
  path: "/order/batches",
  sizes: limits.page_sizes,
  fields: {
    batch: { title: "Batch", value: ({ batch }) => `Batch ${batch}` },
    network: { title: "Network" },
    createdAt: { title: "Sent", kind: "moment", card: "line" },
    by: { title: "By" },
    orders: { title: "Orders" },
    open: { title: "Processing", value: ({ open }) => (open === 0 ? "all decided" : `${open} processing`) },
    amount: { title: "Amount", kind: "cedis", card: "end" },
  },
  filters: {},
  days: ({ createdAt }) => createdAt,
});

const batchNumber = v.pipe(
  v.string("Please name the batch"),
  v.regex(/^[1-9]\d{0,14}$/, "Please name the batch"),
  v.transform(Number),
);

const columnsText = `Please choose 1 to ${officeLimits.supplier_columns_max} columns`;

export const supplierLayout = v.object({
  columns: v.pipe(
    v.array(
      v.object({
        cell: v.picklist(supplierCells, `A column is one of: ${supplierCells.join(", ")}`),
        title: text(officeLimits.supplier_title_length_max, "Please give each column a title"),
      }),
      columnsText,
    ),
    v.minLength(1, columnsText),
    v.maxLength(officeLimits.supplier_columns_max, columnsText),
  ),
  /** Whether the first line has the titles. */
  header: v.boolean(),
  /** 0244123456 or 233244123456 */
  phones: v.picklist(phoneForms),
});

/** PUT /order/supplier-layout. `seen`: the layout that the admin saw. If it has changed since, the call is refused. */
export const layoutBody = v.object({ network, layout: supplierLayout, seen: v.optional(supplierLayout) });

const networkLayout = v.object({ network: v.string(), layout: supplierLayout });

/** GET /order/supplier-layout: of each network that the shop sells. */
export const layoutsAnswer = v.array(networkLayout);
export type LayoutsAnswer = v.InferOutput<typeof layoutsAnswer>;

export const supplierOperations = /* @__PURE__ */ operationsOf("Orders", {
  sendToSupplier: {
    call: "POST /order/batch",
    summary: "Send pending orders of one network to the supplier, as a numbered batch",
    description:
      "The orders become processing. Those that are no longer pending, and the admin's own in a shop that has had two admins, are left out and named. No order is ever in two batches. The file of the batch is at `/order/batch.csv`.",
    body: batchBody,
    command: true,
    status: 201,
    answer: batchAnswer,
    refusals: ["own_account", "order_unknown", "orders_mixed", "orders_not_pending"],
  },
  listBatches: {
    call: `GET ${batchList.path}`,
    summary: "List the batches that went to suppliers, newest first",
    query: /* @__PURE__ */ queryOf(batchList),
    answer: pageOf(batchRecord, numberCursor),
  },
  exportBatch: {
    call: "GET /order/batch.csv",
    summary: "Download the file of a batch",
    description:
      "All its orders, whatever became of them, with the columns that it was sent with. The same file each time.",
    query: v.object({ batch: batchNumber }),
    download: true,
    answer: { media: "text/csv" },
    refusals: ["batch_unknown"],
  },
  readSupplierLayouts: {
    call: "GET /order/supplier-layout",
    summary: "Read the columns of the files for suppliers, by network",
    answer: layoutsAnswer,
  },
  changeSupplierLayout: {
    call: "PUT /order/supplier-layout",
    summary: "Change the columns of a network's files for suppliers",
    description: "Files of batches that were sent before keep their columns.",
    body: layoutBody,
    command: true,
    answer: networkLayout,
    refusals: ["product_unknown", "changed_meanwhile", "unchanged"],
  },
});
