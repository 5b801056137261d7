import { expect, test } from "vitest";
import { orderKinds, requestKinds as dataMartRequestKinds } from "./datamart/fates.ts";
import { hostileDataMart, hostilePaystack, hostileSms } from "./hostile-shares.ts";
import { paymentKinds, requestKinds } from "./paystack/fates.ts";
import { smsKinds } from "./sms-phone/fates.ts";

test.each([
  ["payments", paymentKinds, hostilePaystack.payment],
  ["requests", requestKinds, hostilePaystack.request],
  ["SMS", smsKinds, hostileSms],
  ["orders", orderKinds, hostileDataMart.order],
  ["requests of orders", dataMartRequestKinds, hostileDataMart.request],
] as const)("a storm meets every fate of %s, and the usual one most often", (_, kinds, shares) => {
  for (const [question, answers] of Object.entries(kinds)) {
    const given = (shares as Record<string, Record<string, number>>)[question] ?? {};
    expect(Object.keys(given).toSorted()).toEqual(answers.slice(1).toSorted());
    expect(Object.values(given).reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.5);
  }
});
