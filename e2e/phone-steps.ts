/** What phone.e2e.ts and phone.all.e2e.ts do on these pages. */
import { afterAll, beforeAll } from "vitest";
import type { SmsPhone } from "#tools/doubles/sms-phone/phone.ts";
import { openTestPhone } from "#tools/testing/test-phone.ts";
import type { TestShopOptions } from "#tools/testing/test-shop.ts";
import { openStage, type Stage } from "./stage.ts";

export const small = { width: 360, height: 780 };

export let phone: SmsPhone;

export const posted = () => phone.clock.advance(1000);

/** A stage whose shop takes the messages of `phone`. */
export function openPhoneStage(): Stage {
  const options: TestShopOptions = {};
  beforeAll(async () => {
    const opened = await openTestPhone();
    phone = opened.phone;
    Object.assign(options, opened.options);
  });
  const stage = openStage(options);
  afterAll(() => phone.close());
  beforeAll(async () => {
    const body = { from: null, balance: phone.balanceOf("mtn") / 100, reason: "read on the phone" };
    await stage.shop.as(stage.shop.admin).post("/payment/phone/momo/balance", body);
  });
  return stage;
}
