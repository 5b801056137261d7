/** What a list page reads from its address. */
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { movementList } from "#contract/audit.ts";
import { queryOf } from "#contract/list.ts";
import { orderList } from "#contract/order-list.ts";
import { userList } from "#contract/user-list.ts";
import { chosenOf, trailOf } from "./list-state.ts";

const query = queryOf(orderList);
const user = "0d8a57b5-6bd4-4a9e-8e8f-0c2f4e3b9a11";

test("every filter, the search and the days are read as texts", () => {
  const address = { status: "all", network: "MTNup2u", batch: 12, search: "0244", from: "2026-11-01" };
  expect(chosenOf(orderList, address)).toEqual({ ...address, batch: "12" });
});

test.each([
  [{ status: "Pending" }],
  [{ batch: 0 }],
  [{ batch: "x" }],
  [{ network: "a\0b" }],
  [{ search: "  " }],
  [{ search: "\ud800" }],
  [{ from: "2026-02-30" }],
  [{ to: "28/02/2026" }],
  [{ other: "x" }],
  [{ status: ["pending"], search: true, from: null }],
])("%j counts as missing", (address: Record<string, unknown>) => {
  expect(chosenOf(orderList, address)).toEqual({});
});

test.each([
  { user: "kofi" },
  { user: `${user}x` },
  { actor: "System" },
  { min: "12.505" },
  { max: "-1" },
  { min: "twelve" },
  { kind: "sale" },
  { after: "1.5" },
  { before: "1".repeat(16) },
])("%j counts as missing in the audit", (address: Record<string, unknown>) => {
  expect(chosenOf(movementList, address)).toEqual({});
});

test("the audit takes an actor, a user, bounds of amounts and of positions", () => {
  const address = {
    user,
    actor: "system",
    min: "12.50",
    max: "20",
    after: "0",
    before: "17",
    kind: "refund",
  };
  expect(chosenOf(movementList, { ...address, max: 20, before: 17 })).toEqual(address);
});

test("days in the wrong order do not reach the server", () => {
  expect(chosenOf(orderList, { from: "2026-11-02", to: "2026-11-01" })).toEqual({ from: "2026-11-02" });
});

test("the trail of pages has only cursors that the server takes", () => {
  expect(trailOf(orderList, "120,90")).toBe("120,90");
  expect(trailOf(orderList, 7)).toBe("7");
  for (const trail of ["", "abc", "-1", "120,", "1".repeat(16)])
    expect(trailOf(orderList, trail)).toBeUndefined();
  expect(trailOf(userList, `1700000000000000-${user}`)).toBe(`1700000000000000-${user}`);
  for (const trail of ["", "120", user]) expect(trailOf(userList, trail)).toBeUndefined();
});

test("the server accepts whatever the page accepts", () => {
  const text = fc.oneof(
    fc.constantFrom("pending", "12", "2026-11-21", "MTNup2u", "0244 000", "all"),
    fc.string({ unit: "binary", maxLength: 300 }),
  );
  const address = fc.record(
    { status: text, network: text, batch: text, search: text, from: text, to: text },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(address, (given) => {
      const { status, ...chosen } = chosenOf(orderList, given);
      const asked = { ...chosen, ...(status !== undefined && status !== "all" && { status }) };
      expect(v.safeParse(query, asked).success).toBe(true);
    }),
    { numRuns: 120, seed: 32 },
  );
});
