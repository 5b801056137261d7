import { expect, test } from "vitest";
import * as dataMart from "./datamart/fates.ts";
import {
  hostileDataMart,
  hostileHubnet,
  hostilePaystack,
  hostileReloadly,
  hostileSms,
} from "./hostile-shares.ts";
import * as hubnet from "./hubnet/fates.ts";
import { paymentKinds, requestKinds, transferKinds } from "./paystack/fates.ts";
import * as reloadly from "./reloadly/fates.ts";
import { smsKinds } from "./sms-phone/fates.ts";

test.each([
  ["payments", paymentKinds, hostilePaystack.payment],
  ["requests", requestKinds, hostilePaystack.request],
  ["transfers", transferKinds, hostilePaystack.transfer],
  ["SMS", smsKinds, hostileSms],
  ["orders at DataMart", dataMart.orderKinds, hostileDataMart.order],
  ["requests to DataMart", dataMart.requestKinds, hostileDataMart.request],
  ["orders at Hubnet", hubnet.orderKinds, hostileHubnet.order],
  ["requests to Hubnet", hubnet.requestKinds, hostileHubnet.request],
  ["top-ups at Reloadly", reloadly.orderKinds, hostileReloadly.order],
  ["requests to Reloadly", reloadly.requestKinds, hostileReloadly.request],
] as const)("a storm meets every fate of %s, and the usual one most often", (_, kinds, shares) => {
  for (const [question, answers] of Object.entries(kinds)) {
    const given = (shares as Record<string, Record<string, number>>)[question] ?? {};
    expect(Object.keys(given).toSorted()).toEqual(answers.slice(1).toSorted());
    expect(Object.values(given).reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.5);
  }
});
