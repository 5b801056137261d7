/** What pages take from their address, the server takes too. */
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { walletAtQuery } from "#api/contract/audit.ts";
import { movementsQuery } from "#api/contract/audit.ts";
import { ordersQuery } from "#api/contract/order-lists.ts";
import { usersQuery } from "#api/contract/users.ts";
import {
  actorFrom,
  amountFrom,
  boundFrom,
  dayFrom,
  momentFrom,
  positionFrom,
  searchOf,
  typedFrom,
  userFrom,
} from "./address.ts";
import { trailFrom, userCursor } from "./keyset.ts";

const user = "0d8a57b5-6bd4-4a9e-8e8f-0c2f4e3b9a11";
const accepts = (schema: v.GenericSchema, query: object) => v.safeParse(schema, query).success;
const audit = (name: string) => (value: unknown) => accepts(movementsQuery, { [name]: value });

/** What reads it, what the server says to it, what is taken, and what is not. */
const fields: [
  string,
  (value: unknown) => string | number | undefined,
  (taken: string) => boolean,
  taken: unknown[],
  not: unknown[],
][] = [
  ["user", userFrom, audit("user"), [user], ["", "kofi", user.toUpperCase(), `${user}x`]],
  ["actor", actorFrom, audit("actor"), [user, "system"], ["", "System"]],
  [
    "day",
    dayFrom,
    audit("from"),
    ["2026-02-28", "2028-02-29"],
    ["", "2026-02-30", "2026-13-01", "0000-01-01", "28/02/2026"],
  ],
  ["least amount", amountFrom, audit("min"), ["12.50", 12, "0"], ["", "12.505", "-1", "1e3", "twelve"]],
  ["position", boundFrom, audit("after"), ["0", 17], ["", "-1", "1.5", "1".repeat(16)]],
  ["search", typedFrom, audit("search"), ["0244", 12, "a b "], ["", "  ", "a\0b", "\ud800"]],
  ["page", trailFrom, (taken) => accepts(ordersQuery, { cursor: taken }), ["120", 7], ["", "abc", "-1"]],
  [
    "page of users",
    (value) => trailFrom(value, userCursor),
    (taken) => accepts(usersQuery, { cursor: taken }),
    [`1700000000000000-${user}`],
    ["", "120", user],
  ],
  [
    "moment",
    momentFrom,
    (taken) => accepts(walletAtQuery, { user, at: `${taken}Z` }),
    ["2026-11-21T10:42", "2026-11-21T10:42:05"],
    ["", "2026-02-30T10:42", "2026-11-21T24:00", "2026-11-21T10:60", "2026-11-21 10:42"],
  ],
  [
    "position of a wallet",
    positionFrom,
    (taken) => accepts(walletAtQuery, { user, position: taken }),
    ["1", 17],
    ["", "0", "x"],
  ],
];

test.each(fields)("%s: what is well formed is taken", (_, read, accepted, taken) => {
  for (const value of taken) {
    expect(String(read(value))).toBe(String(value));
    expect(accepted(String(value))).toBe(true);
  }
});

test.each(fields)(
  "%s: what is empty or malformed is as if it were not there",
  (_, read, _accepted, __, not) => {
    const others = [undefined, null, true, {}, ["2026-02-28"]];
    for (const value of [...not, ...others]) expect(read(value)).toBeUndefined();
  },
);

test.each(fields)("%s: whatever is taken the server takes, too", (_, read, accepted, taken) => {
  const near = fc
    .tuple(fc.constantFrom(...taken.map(String)), fc.string({ unit: "binary", maxLength: 3 }), fc.nat(40))
    .map(([text, other, at]) => text.slice(0, at) + other + text.slice(at + other.length));
  const { counterexample } = fc.check(
    fc.property(fc.oneof(near, near, fc.string({ unit: "binary", maxLength: 300 })), (value) => {
      const given = read(value);
      return given === undefined || accepted(String(given));
    }),
    { numRuns: 500 },
  );
  expect(counterexample).toBeNull();
});

test("what a page did not read is undefined, whatever the address says: left out, the router would keep it", () => {
  const search = searchOf((given) => ({ day: dayFrom(given["from"]) }))({ from: "2026-02-30", other: "x" });
  expect({ from: "2026-02-30", other: "x", ...search }).toEqual({
    from: undefined,
    other: undefined,
    day: undefined,
  });
  expect(Object.keys(search)).toEqual(["from", "other", "day"]);
});
