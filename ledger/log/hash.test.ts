import { createHash } from "node:crypto";
import type { LedgerEvent } from "#ledger/core/events.ts";
import canonicalize from "canonicalize";
import { houseAccounts } from "#contract/terms/rails.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalEvent, genesis, hashText } from "./hash.ts";

const text = fc.string({ unit: "grapheme" });
const event = fc.record({
  position: fc.maxSafeNat(),
  stream: text,
  version: fc.nat(),
  type: text,
  data: fc.dictionary(
    text,
    fc.oneof(text, fc.maxSafeInteger(), fc.constant(null), fc.array(fc.dictionary(text, text))),
  ),
  actor: text,
  command_id: fc.uuid(),
  fingerprint: fc.string({ unit: fc.constantFrom("0", "7", "a", "f"), minLength: 32, maxLength: 32 }),
  recorded_at: fc.constant("2026-11-21T10:42:00.123000Z"),
  wallet: fc.option(fc.uuid()),
  house: fc.option(fc.constantFrom(...houseAccounts)),
  counterparty: fc.option(fc.constantFrom(...houseAccounts)),
  amount: fc.option(fc.maxSafeInteger()),
  balance_after: fc.option(fc.maxSafeNat()),
}) as unknown as fc.Arbitrary<LedgerEvent>;

/** Events of wallets are hashed as they were before other movements existed. */
function hashed({ house, ...rest }: LedgerEvent): object {
  return house === null ? rest : { ...rest, house };
}

test("hashes the RFC 8785 canonical JSON of every column except the hash", () => {
  fc.assert(
    fc.property(event, (one) => {
      expect(canonicalEvent(one)).toBe(canonicalize(hashed(one)));
    }),
  );
});

test("the hash is SHA-256 over the previous hash and the canonical text of any length", () => {
  const expected = (previous: Buffer, one: LedgerEvent) =>
    createHash("sha256")
      .update(previous)
      .update(canonicalize(hashed(one)) ?? "", "utf8")
      .digest("hex");
  const [sample] = fc.sample(event, 1);
  const long = { ...sample, data: { notice: "☎".repeat(40_000) } } as unknown as LedgerEvent;
  fc.assert(
    fc.property(event, fc.uint8Array({ minLength: 32, maxLength: 32 }), (one, bytes) => {
      const previous = Buffer.from(bytes);
      expect(hashText(previous.toString("hex"), canonicalEvent(one))).toBe(expected(previous, one));
    }),
  );
  expect(hashText(genesis.toString("hex"), canonicalEvent(long))).toBe(expected(genesis, long));
});
