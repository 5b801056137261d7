import { expect, test } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type Decision, decisionIn, summaryOf } from "./decisions.ts";

const order = (status: string, refunded = 0) =>
  ({
    event: "ordersUpdated",
    position: 7,
    data: { _id: "o", id: 12, userId: "ama", status, offer: "1 GB", receiver: "0244123456", refunded },
  }) as unknown as LiveEvent;

const topup = (status: string, reason: string | null = null) =>
  ({
    event: "rechargeUpdated",
    position: 7,
    data: { _id: "r", userId: "ama", status, amount: 60, reason },
  }) as unknown as LiveEvent;

const textOf = (event: LiveEvent) => decisionIn(event, "ama")?.text;

test("says what was decided about an order, and what came back", () => {
  expect(textOf(order("completed"))).toBe("Order 12 is completed: 1 GB for 024 412 3456");
  expect(textOf(order("rejected", 4.8))).toBe(
    "Order 12 was rejected: 1 GB for 024 412 3456. ¢4.80 is back in your wallet.",
  );
  expect(textOf(order("rejected"))).toBe("Order 12 was rejected: 1 GB for 024 412 3456.");
});

test("says what was decided about a top-up", () => {
  expect(textOf(topup("approved"))).toBe("Your top-up of ¢60.00 was approved");
  expect(textOf(topup("declined"))).toBe("Your top-up of ¢60.00 was declined. Your balance is unchanged.");
  expect(textOf(topup("declined", "No such payment."))).toBe(
    "Your top-up of ¢60.00 was declined. Your balance is unchanged. No such payment.",
  );
});

test("says nothing about what is still open, or belongs to somebody else", () => {
  for (const event of [order("pending"), order("processing"), topup("pending")])
    expect(decisionIn(event, "ama")).toBeUndefined();
  expect(decisionIn(order("completed"), "kofi")).toBeUndefined();
  expect(decisionIn(topup("approved"), "kofi")).toBeUndefined();
});

test("counts decisions that arrive together in one text", () => {
  const all = [order("completed"), order("completed"), topup("declined")].map((event) =>
    decisionIn(event, "ama"),
  ) as Decision[];
  expect(summaryOf([])).toBeUndefined();
  expect(summaryOf(all.slice(0, 1))?.text).toBe(all[0]?.text);
  expect(summaryOf(all)).toEqual({
    text: "News from the shop: orders completed 2, top-ups declined 1",
    variant: "warning",
  });
});
