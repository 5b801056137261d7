/** The server accepts every value that a page accepts from its address. */
import fc from "fast-check";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { walletAtQuery } from "#contract/audit.ts";
import { auditOperations } from "#contract/audit.ts";
import { orderListOperations } from "#contract/order-list.ts";
import {
  days,
  laterPage,
  moment,
  oneOf,
  ownPath,
  position,
  searchOf,
  sizeOf,
  trail,
  typed,
  userId,
} from "./address.ts";

const user = "0d8a57b5-6bd4-4a9e-8e8f-0c2f4e3b9a11";
const accepts = (schema: v.GenericSchema, query: object) => v.safeParse(schema, query).success;
const audit = (name: string) => (value: unknown) =>
  accepts(auditOperations.listAuditMovements.query, { [name]: value });

const reader = (schema: v.GenericSchema<string | number, string | number>) => (value: unknown) =>
  v.parse(searchOf({ value: schema }), { value }).value;

/**
 * For each field: its schema, whether the server accepts a value, values that are accepted, and values that are not.
 */
const fields: [
  string,
  v.GenericSchema<string | number, string | number>,
  (taken: string) => boolean,
  taken: unknown[],
  not: unknown[],
][] = [
  ["user", userId, audit("user"), [user], ["", "kofi", user.toUpperCase(), `${user}x`]],
  [
    "day",
    days.from,
    audit("from"),
    ["2026-02-28", "2028-02-29"],
    ["", "2026-02-30", "2026-13-01", "0000-01-01", "28/02/2026"],
  ],
  ["search", typed, audit("search"), ["0244", 12, "a b "], ["", "  ", "a\0b", "\ud800"]],
  [
    "page",
    trail,
    (taken) => accepts(orderListOperations.listOrders.query, { cursor: taken }),
    ["120", 7],
    ["", "abc", "-1"],
  ],
  [
    "moment",
    moment,
    (taken) => accepts(walletAtQuery, { user, at: `${taken}Z` }),
    ["2026-11-21T10:42", "2026-11-21T10:42:05"],
    ["", "2026-02-30T10:42", "2026-11-21T24:00", "2026-11-21T10:60", "2026-11-21 10:42"],
  ],
  [
    "position of a wallet",
    position,
    (taken) => accepts(walletAtQuery, { user, position: taken }),
    ["1", 17],
    ["", "0", "x"],
  ],
];

test.each(fields)("%s: accepts well-formed values", (_, schema, accepted, taken) => {
  const read = reader(schema);
  for (const value of taken) {
    expect(String(read(value))).toBe(String(value));
    expect(accepted(String(value))).toBe(true);
  }
});

test.each(fields)("%s: ignores empty and malformed values", (_, schema, _accepted, __, not) => {
  const read = reader(schema);
  const others = [undefined, null, true, {}, ["2026-02-28"]];
  for (const value of [...not, ...others]) expect(read(value)).toBeUndefined();
});

test.each(fields)(
  "%s: the server accepts every value that the page accepts",
  (_, schema, accepted, taken) => {
    const read = reader(schema);
    const near = fc
      .tuple(fc.constantFrom(...taken.map(String)), fc.string({ unit: "binary", maxLength: 3 }), fc.nat(40))
      .map(([text, other, at]) => text.slice(0, at) + other + text.slice(at + other.length));
    const { counterexample } = fc.check(
      fc.property(fc.oneof(near, near, fc.string({ unit: "binary", maxLength: 300 })), (value) => {
        const given = read(value);
        return given === undefined || accepted(String(given));
      }),
      { numRuns: 300 },
    );
    expect(counterexample).toBeNull();
  },
);

test("parameters that a page did not read become undefined, because the router would keep missing ones", () => {
  const given = { from: "2026-02-30", other: "x" };
  const search = v.parse(searchOf(days), given);
  expect({ ...given, ...search }).toEqual({ from: undefined, other: undefined });
  expect(Object.keys(search)).toEqual(["from", "other"]);
});

test("a page size, a status and a page number are only what the page offers", () => {
  const schema = searchOf({ size: sizeOf([5, 10]), status: oneOf(["pending"]), page: laterPage });
  const read = (given: object) => v.parse(schema, given);
  expect(read({ size: 10, status: "pending", page: 12 })).toEqual({ size: 10, status: "pending", page: 12 });
  for (const given of [
    { size: 7, status: "Pending", page: 1 },
    { size: "x", status: 1, page: 2.5 },
  ])
    expect(read(given)).toEqual({ size: undefined, status: undefined, page: undefined });
});

beforeEach(() => void vi.stubGlobal("location", { origin: "https://shop.example" }));
afterEach(() => void vi.unstubAllGlobals());

test.each(["/home", "/home/buy/AFA?to=0244123456&pkg=afa-1"])("keeps %s, a path of this site", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "home",
  "",
  undefined,
  7,
  ["/home"],
])("replaces %j, which is not a path of this site, by the default", (path) => {
  expect(ownPath(path)).toBe("/home");
});
