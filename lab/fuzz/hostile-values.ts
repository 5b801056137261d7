/** Values that no honest client sends. */
import fc from "fast-check";

/** JSON.stringify cannot write some valid JSON numbers. toJson replaces this string with the number's text. */
export const asRaw = (text: string) => `§raw:${text}§`;

export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? "").replace(/"§raw:([^§]*)§"/g, "$1");
}

const strings = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "x\udfffy",
    "\u202egnp.exe",
    "\ufeff",
    "é".repeat(300),
    "💸".repeat(100),
    "'; drop table ledger.event; --",
    "' or '1'='1",
    "%' or 1=1",
    "$1",
    "{{7*7}}",
    "${process.exit(1)}",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "=cmd|' /C calc'!A0",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "-1",
    "1e5",
    "0x10",
    "0244 123 456",
    "__proto__",
    "constructor",
    "toString",
    "Admin",
    "a".repeat(10_000),
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ maxLength: 300 }),
);

const numbers = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    1,
    0.001,
    0.1 + 0.2,
    1.005,
    49.99,
    -50,
    1e9,
    1e21,
    2 ** 53,
    -(2 ** 53),
    1e300,
    5e-324,
  ),
  fc.constantFrom("1e999", "-1e999", "-0", "1e-999", "123456789012345678901234567890", "0.1e1").map(asRaw),
  fc.double(),
  fc.integer(),
);

export const hostileString = strings;

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: strings, weight: 4 },
  { arbitrary: numbers, weight: 4 },
  { arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1e9 }), weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 1 },
  { arbitrary: fc.array(strings, { maxLength: 20 }), weight: 1 },
  { arbitrary: fc.integer({ min: 2, max: 3000 }).map(nestedObject), weight: 1 },
);

function nestedObject(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

/** Invalid JSON that a careless parser might accept, and valid JSON of the wrong kind. */
export const malformedJson = fc.oneof(
  fc.constantFrom(
    "{",
    "}",
    "[",
    '{"a":1,}',
    "{'a':1}",
    '{"a":}',
    "undefined",
    "NaN",
    "\ufeff{}",
    '{"a":"\u0001"}',
    '{"amount":1,"amount":2}',
    `${"[".repeat(20_000)}`,
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
    `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
    '"text"',
    "17",
    "null",
    "true",
    "--boundary\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n",
    "amount=50&chosenId=1",
  ),
  fc.string({ unit: "binary", maxLength: 200 }),
);

/** Keys that are dangerous when objects are merged, and fields that only the server sets. */
export const hostileKey = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "_id",
    "user",
    "userId",
    "userLevel",
    "isAdmin",
    "balance",
    "status",
    "price",
    "totalAmount",
    "position",
    "password_hash",
    "",
    "\u0000",
    "a.b",
  ),
  fc.string({ maxLength: 20 }),
);
