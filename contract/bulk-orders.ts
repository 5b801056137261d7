/** Buying several packages in one call. Each line is a command of its own. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { refusal } from "./errors.ts";
import { idempotencyKey } from "./fields.ts";
import { operationsOf } from "./operation.ts";
import { orderRecord } from "./order-list.ts";
import { newOrder } from "./orders.ts";
import { userRecord } from "./user-list.ts";

/**
 * What POST /order/create takes, and the line's own idempotency key. A line with a key and anything wrong elsewhere is
 * accepted here as it was `given`, because only this line is refused then and not the whole call.
 */
const orderLine = v.union(
  [
    v.pipe(
      v.object({ key: idempotencyKey, ...newOrder.entries }),
      v.transform(({ key, ...order }) => ({ key, order })),
    ),
    v.pipe(
      v.looseObject({ key: idempotencyKey }),
      v.transform((given) => ({ key: given.key, given })),
    ),
  ],
  `Each line needs a key of 1 to ${limits.idempotency_key_length_max} visible ASCII characters`,
);
export type OrderLine = v.InferOutput<typeof orderLine>;

const bulkOrder = v.object({
  lines: v.pipe(
    v.array(orderLine, "Please send the orders as an array of lines"),
    v.maxLength(limits.bulk_lines_max, `At most ${limits.bulk_lines_max} lines`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const lines = dataset.value;
      const first = new Map<string, number>();
      for (const [index, { key }] of lines.entries()) {
        const earlier = first.get(key);
        if (earlier === undefined) first.set(key, index);
        else
          addIssue({
            message: `Line ${index + 1} has the same key as line ${earlier + 1}`,
            path: [
              { type: "array", origin: "value", input: lines, key: index, value: lines[index] },
              { type: "object", origin: "value", input: { ...lines[index] }, key: "key", value: key },
            ],
          });
      }
    }),
  ),
});

const lineAnswer = v.variant("outcome", [
  v.object({
    outcome: v.literal("accepted"),
    key: v.string(),
    order: orderRecord,
    /** Of the wallet after this line, in cedis. */
    balance: v.number(),
  }),
  v.object({ outcome: v.literal("refused"), key: v.string(), error: refusal }),
]);
export type LineAnswer = v.InferOutput<typeof lineAnswer>;

/**
 * What became of each line, in the order of the lines. `account`: the buyer as the feed sends them; `balance`: the same
 * user's, in cedis. `position`: the highest position in the answer.
 */
const bulkAnswer = v.object({
  lines: v.array(lineAnswer),
  balance: v.number(),
  account: userRecord,
  position: v.number(),
});
export type BulkAnswer = v.InferOutput<typeof bulkAnswer>;

export const bulkOrderOperations = /* @__PURE__ */ operationsOf("Orders", {
  createOrders: {
    call: "POST /order/bulk",
    summary: "Buy several packages",
    description: `Up to ${limits.bulk_lines_max} lines in one call. Each line has the fields of POST /order/create and its own \`key\`, which is an idempotency key like the header's: a line that was sent before, alone or in a bulk call, gets its answer again and is not charged again. The lines are decided in their order, and each is accepted or refused by itself: the call answers 200 even if lines are refused. With an API key, each line counts as one request.`,
    access: "signed-in",
    byKey: true,
    body: bulkOrder,
    answer: bulkAnswer,
  },
});
