import { expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { searchOrders } from "./search-orders.ts";

function order(id: number, receiver: string, status: OrderRecord["status"]): OrderRecord {
  return {
    _id: String(id),
    id,
    items: null,
    voucher: null,
    totalAmount: 4.8,
    date: "21/11/2026 10:42",
    reference: `1000${id}`,
    receiver,
    offer: "1 GB",
    network: "MTNup2u",
    packageId: "p",
    user: "ama",
    userId: "u",
    agent: "ama",
    agentPhoneNumber: "",
    status,
    reason: null,
    refundedAt: null,
    refunded: 0,
    chargedAt: 1,
    actionTimestamp: null,
    createdAt: "",
    position: 1,
  };
}

const orders = [order(7, "0244123456", "pending"), order(8, "0205550102", "completed")];

test.each([
  ["", undefined, [7, 8]],
  ["0244123456", undefined, [7]],
  ["024 412 3456", undefined, [7]],
  ["+233 24-412-3456", undefined, [7]],
  ["mtnUP2u gb", undefined, [7, 8]],
  ["4.80 completed", undefined, [8]],
  ["10007", undefined, [7]],
  ["", "pending" as const, [7]],
  ["020", "pending" as const, []],
])("%j with status %s finds %j", (typed, status, ids) => {
  expect(searchOrders(orders, typed, status).map(({ id }) => id)).toEqual(ids);
});
