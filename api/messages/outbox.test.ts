import { expect, test } from "vitest";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { usualPatience } from "./options.ts";
import { retryDelay_ms } from "./outbox.ts";

test("pauses between attempts grow to three hours, vary randomly, and spread some fifteen attempts over a day", () => {
  const base_ms = [5000, 15_000, 45_000, 135_000, 405_000, 1_215_000, 3_645_000, 10_800_000, 10_800_000];
  for (const [n, expected_ms] of base_ms.entries()) {
    const delays = Array.from({ length: 500 }, () => retryDelay_ms(n + 1, usualPatience));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(expected_ms * 0.5);
    expect(Math.max(...delays)).toBeLessThan(expected_ms * 1.5);
    expect(new Set(delays).size).toBeGreaterThan(400);
  }
  let attempts = 1;
  for (let at_ms = 0; at_ms < serverLimits.message_age_ms_max; attempts++)
    at_ms += retryDelay_ms(attempts, usualPatience);
  expect(attempts).toBeGreaterThan(11);
  expect(attempts).toBeLessThan(24);
});
