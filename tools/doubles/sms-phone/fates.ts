/** What a phone with mobile money can receive, and how the forwarder can lose or repeat it. */
import type { FateOf, SharesOf } from "../fate.ts";

export const smsKinds = {
  /** All of them mean the same. Only the first was seen for MTN; the others are what a parser must not stumble over. */
  text: ["usual", "spaced", "thousands", "no cents", "lower case"],
  /**
   * "posted twice": the same id. "received twice": the network has sent the SMS twice, so only the messageId is the same.
   * "missing": the forwarder never got it, so the next balance jumps.
   */
  delivery: ["once", "posted twice", "received twice", "late", "missing"],
} as const;

export type SmsFate = FateOf<typeof smsKinds>;
export type SmsShares = SharesOf<typeof smsKinds>;
