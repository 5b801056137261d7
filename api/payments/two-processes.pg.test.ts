/** Two processes of the shop on one database settle the same charges of Paystack at the same time. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenOnLoopback, readBody } from "#tools/doubles/loopback.ts";
import { startTestPaystack, type TestPaystack } from "#tools/testing/test-paystack.ts";
import { TestShop, type TestShopOptions, type TestUser } from "#tools/testing/test-shop.ts";
import type { PromptState } from "#contract/payments.ts";
import { usualPaymentLimits } from "../rails/rail.ts";

/** As many as a process asks about at once, so that one of them is busy with all. */
const charges_count = 20;
const payers_count = 5;
/** In cedis. */
const amount = 60;
const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;

let paystack: TestPaystack;
let gate: Gate;
/** Checks the charges. */
let polling: TestShop;
/** Of the process that hears Paystack's reports. */
let hearing: TestShopOptions;

beforeEach(async () => {
  paystack = await startTestPaystack({ seed: 11 });
  gate = await openGate(paystack.url);
  const settings = { ...paystack.settings, url: gate.url, answer_ms: 30_000 };
  const payments = { paystack: settings, limits: usualPaymentLimits, isPlayMoney: false };
  hearing = { port: paystack.options.port, payments };
  polling = await TestShop.open({ payments });
});
afterEach(async () => {
  gate.open();
  await polling.close();
  await gate.close();
  await paystack.close();
});

interface Gate {
  url: string;
  /** The references that were asked about, by the answers that wait. */
  held: string[];
  /** From now on, every answer passes. */
  open(): void;
  close(): Promise<void>;
}

/** In front of Paystack. It holds what Paystack says about a payment, so that a second process can ask meanwhile. */
async function openGate(target: string): Promise<Gate> {
  const held: string[] = [];
  const opened = Promise.withResolvers<void>();
  const server = await listenOnLoopback((request, response) => {
    void (async () => {
      const { method = "GET", url = "/", headers } = request;
      const body = await readBody(request);
      const { authorization = "", "content-type": type = "application/json" } = headers;
      const answer = await fetch(target + url, {
        method,
        headers: { authorization, "content-type": type },
        ...(method === "GET" ? {} : { body }),
      });
      const text = await answer.text();
      const reference = /^\/transaction\/verify\/(.+)$/.exec(url)?.[1];
      if (reference !== undefined) {
        held.push(reference);
        await opened.promise;
      }
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    })();
  });
  return { url: server.url, held, open: opened.resolve, close: () => server.close() };
}

/** Paystack reports each payment when the other process is there to hear of it. */
async function prompt({ token }: TestUser, key: string): Promise<void> {
  paystack.forceNext({ webhook: "days late" });
  const { status } = await polling.call<PromptState>("POST", "/payment/prompt", { amount }, { token, key });
  expect(status).toBe(201);
}

async function selected(sql: string): Promise<unknown[]> {
  return (await polling.pool.query<object>(sql)).rows;
}

test("a report that one process hears while another one checks the same charges credits each of them once", async () => {
  const payers = await Promise.all(
    Array.from({ length: payers_count }, (_, n) => polling.addUser(`payer${n}`, `024100000${n}`)),
  );
  const prompts = Array.from({ length: charges_count / payers_count }, (_, n) => `prompt-${n}`);
  await Promise.all(payers.flatMap((payer) => prompts.map((key) => prompt(payer, key))));
  await paystack.clock.advance(3 * minute_ms);
  await polling.pool.query("update shop.charge set next_check_at = now()");
  const asked = () => gate.held.toSorted();
  await expect.poll(asked).toHaveLength(charges_count);
  expect(new Set(asked()).size).toBe(charges_count);
  // Now the first process waits for an answer about each charge, and can ask no more.
  const other = await polling.another(hearing);
  await paystack.clock.advance(4 * day_ms);
  await expect.poll(asked).toHaveLength(2 * charges_count);
  expect(new Set(asked()).size).toBe(charges_count);
  gate.open();
  const settled = "select count(*) from shop.charge where state = 'paid' and next_check_at is null";
  await expect.poll(() => selected(settled)).toEqual([{ count: charges_count }]);
  await other.close();

  expect(
    await selected(`select type, count(*) from ledger.event
      where type like 'payment_%' or type in ('topup_approved', 'wallet_funded') group by type order by type`),
  ).toEqual(
    ["payment_fee_charged", "payment_matched", "payment_received", "topup_approved"].map((type) => ({
      type,
      count: charges_count,
    })),
  );
  expect(await selected("select balance from ledger.wallet where balance <> 0")).toEqual(
    payers.map(() => ({ balance: prompts.length * amount * 100 })),
  );
  expect(await selected("select balance from ledger.house_account where name = 'suspense'")).toEqual([
    { balance: 0 },
  ]);
  expect(
    await selected("select -balance as balance from ledger.house_account where name = 'paystack'"),
  ).toEqual([{ balance: paystack.balance() }]);
  expect(await polling.findings()).toEqual([]);
});
