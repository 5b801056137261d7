/** A stage whose shop takes payments through a double of Paystack. */
import { afterAll, beforeAll } from "vitest";
import type { PaystackDouble } from "#tools/doubles/paystack/double.ts";
import { startTestPaystack, type TestPaystack } from "#tools/testing/test-paystack.ts";
import type { TestShopOptions } from "#tools/testing/test-shop.ts";
import { openStage, type Stage } from "./stage.ts";

export const minute_ms = 60_000;
/** The width at which payments are tested. */
export const small = { width: 360, height: 780 };

/** `more`: what else the shop has. A file's own `beforeAll` can fill it in before. */
export function openPaystackStage(
  seed: number,
  more: TestShopOptions & { isPlayMoney?: boolean } = {},
): Stage & { paystack: PaystackDouble } {
  const options: TestShopOptions = {};
  const paystack = {} as TestPaystack;
  beforeAll(async () => {
    const { isPlayMoney = false, ...rest } = more;
    Object.assign(paystack, await startTestPaystack({ seed, domain: "test", isPlayMoney }));
    const publicUrl = `http://localhost:${paystack.options.port}`;
    Object.assign(options, { publicUrl }, paystack.options, rest);
  });
  const stage = openStage(options);
  afterAll(() => paystack.close());
  return Object.assign(stage, { paystack });
}
