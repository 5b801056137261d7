import { expect, test } from "vitest";
import { nextAsk } from "./follow-answer.ts";

const hour_s = 3600;

test.each([
  ["is asked about soon, and then less and less", "accepted", false, 0, 3],
  ["has been asked about twice", "accepted", false, 2, 3 * 1.4 ** 2],
  ["will be reported is asked about late", "accepted", true, 0, 120],
  ["will be reported is asked about twice as late each time", "accepted", true, 1, 240],
  ["nobody has accepted may never be reported", "sent", true, 0, 3],
  ["got no answer may never be reported", "unknown", true, 0, 3],
  ["has been asked about often is asked about every ten minutes", "accepted", false, 50, 600],
  ["will be reported is asked about every ten minutes at last", "accepted", true, 3, 600],
] as const)("an order that %s", (_, state, isReporting, asks, delay_s) => {
  expect(asked({ state, isReporting, asks })).toEqual({ delay_s, asks: asks + 1 });
});

test("nothing is asked after three days", () => {
  const state = "accepted";
  expect(asked({ state, isReporting: true, asks: 9, age_s: 72 * hour_s - 10 }).delay_s).toBe(600);
  expect(asked({ state, isReporting: true, asks: 9, age_s: 72 * hour_s + 10 }).delay_s).toBeNull();
});

function asked(given: {
  state: "sent" | "accepted" | "unknown";
  isReporting: boolean;
  asks: number;
  age_s?: number;
}) {
  const { state, isReporting, asks, age_s = 0 } = given;
  const work = { hurry: 1, isReporting: () => isReporting };
  const attempt = {
    supplier: "datamart",
    sent_at: new Date(Date.now() - age_s * 1000).toISOString(),
  } as const;
  return nextAsk(work, { asks }, attempt, state);
}
