import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import {
  bigintArray,
  booleanArray,
  dateArray,
  hexArray,
  integerArray,
  jsonbArray,
  textArray,
  timestampArray,
  uuidArray,
} from "./binary-array.ts";

const ledger = openTestLedger();

interface Sample {
  parameter: Buffer;
  /** As JSON has them. */
  expected: unknown[];
}

function samples<T>(
  element: fc.Arbitrary<T>,
  toParameter: (values: T[]) => Buffer,
  expected: (value: T) => unknown = (value) => value,
): fc.Arbitrary<Sample> {
  return fc
    .array(element, { maxLength: 40 })
    .map((values) => ({ parameter: toParameter(values), expected: values.map((value) => expected(value)) }));
}

const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, -(2 ** 32), -(2 ** 32) - 1),
);
const uuid = fc.tuple(fc.uuid(), fc.boolean()).map(([one, upper]) => (upper ? one.toUpperCase() : one));
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((one) => Buffer.from(one).toString("hex"));
/** From 1970 to 2200, to the microsecond. */
const moment = fc.integer({ min: 0, max: Date.UTC(2200, 0) * 1000 }).map((us) => {
  const ms = Math.floor(us / 1000);
  return new Date(ms).toISOString().replace("Z", `${String(us - ms * 1000).padStart(3, "0")}Z`);
});
const day = moment.map((one) => one.slice(0, 10));
/** Postgres stores every character except this one. */
const text = fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", ""));
const json = fc.dictionary(text, fc.oneof(text, whole, fc.constant(null))).map((one) => JSON.stringify(one));

/** Without the zeros at the end. */
function asPostgres(at: string | null): string | null {
  return at && `${at.slice(0, -1).replace(/\.?0+$/, "")}+00:00`;
}

const types: [string, fc.Arbitrary<Sample>][] = [
  ["bigint", samples(fc.option(whole), bigintArray)],
  ["integer", samples(fc.integer(), integerArray)],
  ["boolean", samples(fc.boolean(), booleanArray)],
  ["uuid", samples(fc.option(uuid), uuidArray, (one) => one && one.toLowerCase())],
  [
    "bytea",
    samples(
      bytes,
      (values) => hexArray(values, 16),
      (one) => `\\x${one}`,
    ),
  ],
  ["timestamptz", samples(fc.option(moment), timestampArray, asPostgres)],
  ["date", samples(day, dateArray)],
  ["text", samples(fc.option(text), textArray)],
  ["jsonb", samples(fc.option(json), jsonbArray, (one) => one && JSON.parse(one))],
];

test.each(types)("Postgres reads the values that were encoded: %s[]", async (type, sample) => {
  await fc.assert(
    fc.asyncProperty(sample, async ({ parameter, expected }) => {
      const { rows } = await ledger.owner.query<{ read: unknown[] }>(
        `select to_jsonb($1::${type}[]) as read`,
        [parameter],
      );
      expect(rows[0]?.read).toEqual(expected);
    }),
  );
});

test.each<[string, () => Buffer]>([
  ["a UUID without its dashes", () => uuidArray(["00000000000000000000000000000000"])],
  ["a UUID with a digit too few", () => uuidArray(["00000000-0000-0000-0000-00000000000"])],
  ["a UUID with another letter", () => uuidArray(["g0000000-0000-0000-0000-000000000000"])],
  ["a UUID with a character beyond ASCII", () => uuidArray(["0000000é-0000-0000-0000-000000000000"])],
  ["a fifth dash", () => uuidArray(["00000000-0000-0000-0000-0000-0000000"])],
  ["somebody who is no user", () => uuidArray(["system"])],
  ["hex of another length", () => hexArray(["ab"], 16)],
  ["what is not hex", () => hexArray(["zz"], 1)],
  ["a fraction", () => bigintArray([0.5])],
  ["no number", () => bigintArray([Number.NaN])],
  ["a number too large", () => bigintArray([2 ** 53])],
  ["a number too large for 32 bits", () => integerArray([2 ** 31])],
  ["no moment", () => timestampArray(["soon"])],
  ["no day", () => dateArray(["2026-13-01"])],
])("%s is refused before Postgres would take it for something else", (_, make) => {
  expect(make).toThrow(/^not /);
});
