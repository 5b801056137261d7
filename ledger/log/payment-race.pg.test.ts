/** Two writers on one database, as two processes have them, settle the same payments at the same time. */
import { randomUUID } from "node:crypto";
import type { Command } from "../decide/command.ts";
import { openLedgerPerTest } from "#tools/testing/test-ledger.ts";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accepted, command, openShop, type Shop } from "./testing/shop.ts";
import { verify } from "../verify/verify.ts";
import type { Outcome } from "./batch.ts";
import { Writer } from "./writer.ts";

const payments_count = 50;
const round_payments = 10;
const amount = 60_00;
const fee = 1_17;

const ledger = openLedgerPerTest();
let writers: [Writer, Writer];
let shop: Shop;
let payments: string[];

beforeEach(async () => {
  writers = [ledger.writer, new Writer({ url: ledger.database.apiUrl })];
  shop = await openShop(writers[0], 10, 0);
  payments = Array.from({ length: payments_count }, () => randomUUID());
});

afterEach(() => writers[1].close());

/** Of the payment at this index. */
const payerOf = (index: number) => shop.customers[index % shop.customers.length] ?? "";
const topupOf = (index: number) => 10_001 + index;

function receive(payment: string): Command {
  return command("receive_payment", { payment, rail: "paystack", transaction: payment, amount, fee });
}

/**
 * For each payment both commands at the same moment, each at its own writer; every other payment changes the sides. In
 * rounds, so that each writer also meets what the other one has written before.
 */
async function race(make: (payment: string, index: number) => [Command, Command]) {
  const pairs: [Outcome, Outcome][] = [];
  while (pairs.length < payments_count) {
    const from = pairs.length;
    const round = payments.slice(from, from + round_payments).map((payment, index) => {
      const [one, other] = make(payment, from + index);
      const [first, second] = index % 2 === 0 ? writers : ([writers[1], writers[0]] as const);
      return Promise.all([first.submit(one, { remember: true }), second.submit(other, { remember: true })]);
    });
    pairs.push(...(await Promise.all(round)));
  }
  return pairs;
}

const codesOf = (pairs: [Outcome, Outcome][]) =>
  pairs.map((pair) => pair.flatMap((outcome) => (outcome.accepted ? [] : outcome.rejection.code)));

/** What the losing command of each payment was told; nothing if both got the same answer. */
const each = (...codes: string[]) => payments.map(() => codes);

/** Each payment's payer asks for a top-up of its amount. */
async function askForTopups(): Promise<void> {
  const asked = { amount, purpose: "topup", momo_transaction_id: null } as const;
  const ask = (index: number) =>
    command("request_topup", { topup: topupOf(index), ...asked }, payerOf(index));
  await Promise.all(payments.map((_, index) => accepted(writers[0], ask(index))));
}

async function receiveAll(): Promise<void> {
  await Promise.all(payments.map((payment) => accepted(writers[0], receive(payment))));
}

async function rowsOf<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
  return (await ledger.owner.query<R>(sql)).rows;
}

/** Each payment is received once and its fee charged once; each payer was credited once for each of their payments. */
async function expectCreditedOnce(credit: "topup_approved" | "wallet_funded"): Promise<void> {
  const counted = await rowsOf<{ type: string; count: number }>(
    `select type, count(*) from ledger.event
     where type like 'payment_%' or type in ('topup_approved', 'wallet_funded') group by type order by type`,
  );
  const types = ["payment_fee_charged", "payment_matched", "payment_received", credit].sort();
  expect(counted).toEqual(types.map((type) => ({ type, count: payments_count })));
  await expectWalletsAnd({
    fees: -fee * payments_count,
    paystack: (fee - amount) * payments_count,
  });
}

/** Each payer has the money of each of their payments once, and these house accounts are not zero. The books are whole. */
async function expectWalletsAnd(houses: Record<string, number>): Promise<void> {
  const share = (payments_count / shop.customers.length) * amount;
  const wallets = await rowsOf<{ user: string; balance: number }>(
    `select user_id as "user", balance from ledger.wallet where balance <> 0`,
  );
  expect(Object.fromEntries(wallets.map(({ user, balance }) => [user, balance]))).toEqual(
    Object.fromEntries(shop.customers.map((user) => [user, share])),
  );
  const balances = await rowsOf<{ name: string; balance: number }>(
    "select name, balance from ledger.house_account where balance <> 0",
  );
  expect(Object.fromEntries(balances.map(({ name, balance }) => [name, balance]))).toEqual(houses);
  expect((await verify(ledger.owner)).findings).toEqual([]);
}

test("a report and a check under the same ids receive and match each payment once, with equal answers", async () => {
  await askForTopups();
  const received = await race((payment) => {
    const same = receive(payment);
    return [same, same];
  });
  const matched = await race((payment, index) => {
    const same = command("match_payment", { payment, user: payerOf(index), topup: topupOf(index) });
    return [same, same];
  });
  for (const pairs of [received, matched]) {
    expect(codesOf(pairs)).toEqual(each());
    // A retry does not say how its user's rows were then.
    for (const [one, other] of pairs) expect({ ...one, owner: null }).toEqual({ ...other, owner: null });
  }
  await expectCreditedOnce("topup_approved");
});

test("under two ids, one of both receives each payment and one of both matches it", async () => {
  const received = await race((payment) => [receive(payment), receive(payment)]);
  expect(codesOf(received)).toEqual(each("payment_known"));
  const match = (payment: string, index: number) =>
    command("match_payment", { payment, user: payerOf(index), topup: null });
  const matched = await race((payment, index) => [match(payment, index), match(payment, index)]);
  expect(codesOf(matched)).toEqual(each("payment_decided"));
  await expectCreditedOnce("wallet_funded");
});

test("the rail's match and an admin's match to the wallet credit each payment once", async () => {
  await askForTopups();
  await receiveAll();
  const pairs = await race((payment, index) => {
    const intent = { payment, user: payerOf(index) };
    return [
      command("match_payment", { ...intent, topup: topupOf(index) }),
      command("match_payment", { ...intent, topup: null }, shop.admin),
    ];
  });
  for (const codes of codesOf(pairs)) expect(["payment_decided", "recharge_decided"]).toContain(codes.join());
  await expectWalletsAnd({ fees: -fee * payments_count, paystack: (fee - amount) * payments_count });
});

test("the rail's match and an admin's approval by hand credit each request once", async () => {
  await askForTopups();
  await receiveAll();
  const pairs = await race((payment, index) => [
    command("match_payment", { payment, user: payerOf(index), topup: topupOf(index) }),
    command("approve_topup", { topup: topupOf(index) }, shop.admin),
  ]);
  expect(codesOf(pairs)).toEqual(each("recharge_decided"));
  // What an admin approved came from momo. Its payment is still in suspense, and can be covered.
  const approved = pairs.filter(([, other]) => other.accepted).length;
  expect(approved).toBeGreaterThan(0);
  expect(approved).toBeLessThan(payments_count);
  await expectWalletsAnd({
    fees: -fee * payments_count,
    paystack: (fee - amount) * payments_count,
    momo: -approved * amount,
    suspense: approved * amount,
  });
});
