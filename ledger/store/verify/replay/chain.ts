/** Walks the log's hash chain: positions without gaps, each hash over the one before, time never backwards. */
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { canonicalEvent, genesis, hashText } from "../../hash.ts";
import type { Difference } from "./finding.ts";
import { jsonbText } from "./jsonb-text.ts";

export class Chain {
  position = 0;
  hash = genesis.toString("hex");
  recorded_at = "1970-01-01T00:00:00.000000Z";

  /** What is wrong with the next event as stored; nothing where it is the chain's next link. */
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

/** What JSON.parse hides in stored data: 1.0 for 1, digits beyond 2^53. */
export function dataDifferences(event: LedgerEvent, stored: string): Difference[] {
  const expected = stored === "{}" ? stored : jsonbText(event.data);
  return expected === stored ? [] : [{ what: "data", expected, found: stored }];
}
