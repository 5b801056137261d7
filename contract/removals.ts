/** Removing decided orders and top-up requests from the lists. The log keeps them. */
import * as v from "valibot";
import { serial } from "./fields.ts";
import { operationsOf, positionedMessage } from "./operation.ts";

/**
 * DELETE /order/del-all-orders and /recharge/del-all-requests: how many were removed, and how many open ones were kept.
 */
export const removalAnswer = v.object({ message: v.string(), removed: v.number(), kept: v.number() });
export type RemovalAnswer = v.InferOutput<typeof removalAnswer>;

const removesDecided =
  "Open ones are kept, and the answer says how many. A retry under the same Idempotency-Key removes nothing that was decided since, and gives the same answer.";

export const removalOperations = /* @__PURE__ */ operationsOf("Orders", {
  removeOrder: {
    call: "DELETE /order/delete/{id}",
    summary: "Remove a decided order from the lists",
    params: { id: serial },
    command: true,
    answer: positionedMessage,
    refusals: ["order_unknown", "order_open"],
  },
  removeAllOrders: {
    call: "DELETE /order/del-all-orders",
    summary: "Remove all decided orders from the lists",
    description: removesDecided,
    command: true,
    answer: removalAnswer,
  },
  removeTopup: {
    call: "DELETE /recharge/delete/{id}",
    tag: "Top-ups",
    summary: "Remove a decided request from the lists",
    params: { id: serial },
    command: true,
    answer: positionedMessage,
    refusals: ["recharge_unknown", "recharge_open"],
  },
  removeAllTopups: {
    call: "DELETE /recharge/del-all-requests",
    tag: "Top-ups",
    summary: "Remove all decided requests from the lists",
    description: removesDecided,
    command: true,
    answer: removalAnswer,
  },
});
