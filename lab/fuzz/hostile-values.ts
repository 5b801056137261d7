/** Values that no honest client sends. */
import fc from "fast-check";

/** JSON.stringify cannot write some valid JSON numbers. toJson replaces this string with the number's text. */
export const asRaw = (text: string) => `§raw:${text}§`;

export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? "").replace(/"§raw:([^§]*)§"/g, "$1");
}

/** The words of a text, which is shorter than a list of strings. */
export function words(text: string): string[] {
  return text.split(" ");
}

/** One of these, as often as its weight says. */
export function weighted<T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
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
    ...words("null undefined NaN Infinity -1 1e5 0x10 __proto__ constructor toString Admin"),
    "0244 123 456",
    "a".repeat(10_000),
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ maxLength: 300 }),
);

const oddNumbers = [
  0, -1, 1, 0.001, 0.30000000000000004, 1.005, 49.99, -50, 1e9, 1e21, 9007199254740992, -9007199254740992,
  1e300, 5e-324,
];

const numbers = fc.oneof(
  fc.constantFrom(...oddNumbers),
  fc.constantFrom("1e999", "-1e999", "-0", "1e-999", "123456789012345678901234567890", "0.1e1").map(asRaw),
  fc.double(),
  fc.integer(),
);

export const hostileString = strings;

export const hostileValue: fc.Arbitrary<unknown> = weighted(
  [4, strings],
  [4, numbers],
  [2, fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1e9 })],
  [1, fc.jsonValue({ maxDepth: 4 })],
  [1, fc.array(strings, { maxLength: 20 })],
  [1, fc.integer({ min: 2, max: 3000 }).map(nestedObject)],
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
    ...words(
      "__proto__ constructor prototype toString hasOwnProperty _id user userId userLevel isAdmin balance",
    ),
    ...words("status price totalAmount position password_hash a.b"),
    "",
    "\u0000",
  ),
  fc.string({ maxLength: 20 }),
);
