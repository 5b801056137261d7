import { expect, test } from "vitest";
import type { Closing } from "./reports.ts";
import { closingKinds } from "#contract/terms/payments.ts";
import { profitOf } from "./profit.ts";

type Account = Closing["accounts"][number];

const of = (account: Account["account"], values: Partial<Record<(typeof closingKinds)[number], number>>) =>
  ({
    account,
    opening: 0,
    closing: 0,
    moved: Object.fromEntries(
      closingKinds.map((kind) => [
        kind,
        { count: values[kind] === undefined ? 0 : 1, value: values[kind] ?? 0 },
      ]),
    ),
  }) as Account;

test("profit is sales less refunds, cost and fees, to the pesewa", () => {
  const accounts = [
    of("sales", { purchase: 31.5, refund: -4.8, correction: 9 }),
    of("cost", { cost: -12.6 }),
    of("fees", { fee: -0.39 }),
  ];
  expect(profitOf(accounts)?.total).toBe(13.71);
});

test("where no supplier has told a cost, no profit is known", () => {
  expect(profitOf([of("sales", { purchase: 31.5 }), of("cost", {})])).toBeUndefined();
});
