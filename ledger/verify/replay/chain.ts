/** Walks the log's hash chain: positions without gaps, each hash over the one before, time never backwards. */
import type { LedgerEvent } from "#ledger/core/events.ts";
import { canonicalEvent, genesis, hashText } from "../../log/hash.ts";
import type { Difference } from "./finding.ts";

export class Chain {
  position = 0;
  hash = genesis.toString("hex");
  recorded_at = "1970-01-01T00:00:00.000000Z";

  /** What is wrong with the next stored event; nothing if it continues the chain. */
  next(event: LedgerEvent, hash: string): Difference[] {
    const { position } = this;
    if (event.position !== position + 1)
      return [{ what: "position", expected: `${position + 1}`, found: `${event.position}` }];
    const differences: Difference[] = [];
    const computed = computedHash(this.hash, event);
    if (computed !== hash) {
      differences.push({ what: "hash", expected: `${computed} (computed from its columns)`, found: hash });
    }
    if (event.recorded_at < this.recorded_at) {
      const expected = `${this.recorded_at} or later`;
      differences.push({ what: "recorded_at", expected, found: event.recorded_at });
    }
    this.position = event.position;
    this.hash = hash;
    this.recorded_at = event.recorded_at;
    return differences;
  }
}

function computedHash(previous: string, event: LedgerEvent): string {
  try {
    return hashText(previous, canonicalEvent(event));
  } catch (error) {
    // A stored 1e400 has no canonical form.
    return `none, ${String(error)}`;
  }
}

/** Finds what JSON.parse hides in stored data: 1.0 instead of 1, digits beyond 2^53. */
export function dataDifferences(event: LedgerEvent, stored: string): Difference[] {
  if (stored === "{}" || plainData.test(stored)) return [];
  const expected = jsonbText(event.data);
  return expected === stored ? [] : [{ what: "data", expected, found: stored }];
}

/** One level of whole numbers and of strings without escapes: JSON.parse hides nothing in these. */
const plainData =
  /^\{"[a-z_]+": (?:"[^"\\]*"|-?[1-9]\d{0,14}|0|null|true|false)(?:, "[a-z_]+": (?:"[^"\\]*"|-?[1-9]\d{0,14}|0|null|true|false))*\}$/;

/**
 * The text that Postgres gives for a jsonb holding this value, keys in the value's own order (which is jsonb's where
 * the value was parsed from such a text). A stored 1.0 or an integer beyond 2^53 parses to a value whose text differs
 * from the stored one: JSON.parse alone, and so the hash, would not notice. The ledger's own data has whole numbers
 * only, and no key that looks like a number (JavaScript would move it to the front).
 */
export function jsonbText(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(", ")}]`;
  let text = "";
  for (const [key, item] of Object.entries(value)) {
    text += `${text === "" ? "{" : ", "}${JSON.stringify(key)}: ${jsonbText(item)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}
