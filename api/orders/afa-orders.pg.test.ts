/** The registration form of an order for AFA is checked wherever one can be bought. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";
import type { BulkAnswer } from "#contract/bulk-orders.ts";
import type { OrderRecord } from "#contract/order-list.ts";

const shop = openTestShop();
const agent = shop.userOfFile("ama", "0245550101", "Agent", 1000_00);

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const orderFor = (dob: string) => ({
  packageId: "afa-1",
  receiver: "0245550777",
  items: { name: "Ama B", phone: "0244123456", card: "GHA-7-1", dob, location: "Tema" },
});

async function ordered(): Promise<string[]> {
  const { body } = await shop.as(agent).get<OrderRecord[]>("/order/allorders");
  return body.map(({ items }) => items?.dob ?? "");
}

test.each([
  ["the past", () => "1/2/1990", undefined],
  ["the future", () => daysFromNow(2), "The date of birth is in the future"],
  ["the calendar's gaps", () => "31/04/1990", "Please enter a real date of birth, such as 17/05/1990"],
  ["the century before last", () => "1899-12-31", "The date of birth is before 1900"],
])("a date of birth from %s gets the same answer from every way to buy", async (_, given, message) => {
  const dob = given();
  const before = (await ordered()).length;
  const error = { code: "input_invalid", message, fields: { "items.dob": message } };
  for (const caller of [{ token: agent.token }, { apiKey: agent.apiKey }]) {
    const one = await shop.call("POST", "/order/create", orderFor(dob), caller);
    expect(one).toMatchObject(message === undefined ? { status: 201 } : { status: 400, body: error });
    const lines = [{ key: randomUUID(), ...orderFor(dob) }];
    const bulk = await shop.call<BulkAnswer>("POST", "/order/bulk", { lines }, caller);
    expect(bulk.body.lines).toMatchObject([
      message === undefined ? { outcome: "accepted" } : { outcome: "refused", error },
    ]);
  }
  const made = (await ordered()).slice(0, -before || undefined);
  expect(made).toEqual(message === undefined ? [dob, dob, dob, dob] : []);
});
