/** Sums of days that the auditor keeps: what is read with them is what the log alone adds up to. */
import { randomUUID } from "node:crypto";
import { connect } from "#tools/testing/database.ts";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import type { CommandType, Intents } from "../../decide/command.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { DatabaseClient } from "../../connect/database-client.ts";
import { listDoneAlone } from "../../approvals/done-alone.ts";
import { readApprovedTopups } from "../../topups/paid-topups.ts";
import { type Shop } from "../../log/testing/shop.ts";
import { tellStory } from "../../log/testing/story.ts";
import { verify } from "../verify.ts";
import { forgetVerified } from "./auditor.ts";
import { look } from "./look.ts";

const ledger = openTestLedger();
let auditor: DatabaseClient;
let shop: Shop;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-10-01T10:00:00Z");
  auditor = await connect(ledger.database.auditorUrl);
  shop = await tellStory(ledger.writer);
  await ledger.owner.query(`insert into shop."user" (id, username, phone, email, password_hash)
    select user_id, 'user' || position, '0' || position, position || '@example.com', '' from ledger.account`);
});

afterAll(async () => {
  vi.useRealTimers();
  await auditor.end();
});

const spans = [
  { from: "2026-10-01", to: "2026-10-01" },
  { from: "2026-10-02", to: "2026-10-02" },
  { from: "2026-10-02", to: "2026-10-03" },
  { from: "2026-09-01", to: "2026-10-31" },
  { from: "2026-10-04", to: "2026-10-04" },
];

/** What the pages show for each span. */
async function shown() {
  const answers = spans.map(async (span) => {
    const { topups, count, amount } = await readApprovedTopups(ledger.db, span, { limit: 1000 });
    const listed = {
      count: topups.length,
      amount: topups.reduce((sum, topup) => sum + topup.amount, 0),
    };
    return { summed: { count, amount }, listed, alone: await listDoneAlone(ledger.db, span) };
  });
  return Promise.all(answers);
}

const asAdmin = <T extends CommandType>(type: T, intent: Intents[T]) => ledger.run(type, intent, shop.admin);

/** A credit, a debit and two top-ups that were approved by hand. */
async function trade(day: string, topup: number): Promise<void> {
  vi.setSystemTime(`${day}T12:00:00Z`);
  const [, user = ""] = shop.customers;
  await asAdmin("correct_balance", { user, amount: 3_00, reason: "r", corrects: null });
  await asAdmin("correct_balance", { user, amount: -1_00, reason: "r", corrects: null });
  for (const each of [topup, topup + 1]) {
    const asked = { topup: each, amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
    await ledger.run("request_topup", asked, user);
    await asAdmin("approve_topup", { topup: each });
  }
}

/** It turns out on a later day that Paystack had brought the money of a top-up. */
async function cover(day: string, topup: number): Promise<void> {
  vi.setSystemTime(`${day}T12:00:00Z`);
  const payment = randomUUID();
  const paid = { payment, rail: "paystack", transaction: "P1", amount: 60_00, fee: null } as const;
  await ledger.run("receive_payment", paid);
  await asAdmin("cover_payment", { payment, topup });
}

test("what is shown is the same with no sums, with sums of a part and with sums of everything", async () => {
  const steps = [
    () => trade("2026-10-02", 20_001),
    () => trade("2026-10-03", 20_003),
    () => cover("2026-10-04", 20_001),
  ];
  for (const step of steps) {
    await look(auditor);
    await step();
    const partly = await shown();
    await look(auditor);
    const wholly = await shown();
    expect(await forgetVerified(ledger.owner)).toBe(true);
    const fromLog = await shown();
    expect(partly).toEqual(fromLog);
    expect(wholly).toEqual(fromLog);
    for (const { summed, listed } of wholly) expect(summed).toEqual(listed);
    await look(auditor);
  }
  const [, second, both] = await shown();
  expect([second?.summed.count, both?.summed.count]).toEqual([1, 3]);
  expect(both?.alone.map(({ day, kind, count, amount }) => [day, kind, count, amount])).toEqual([
    ["2026-10-03", "credit", 1, 3_00],
    ["2026-10-03", "debit", 1, 1_00],
    ["2026-10-03", "top-up", 2, 120_00],
    ["2026-10-02", "credit", 1, 3_00],
    ["2026-10-02", "debit", 1, 1_00],
    ["2026-10-02", "top-up", 2, 120_00],
  ]);
});

test.each([
  [
    "changed",
    "update audit.alone_day set amount = amount - 1 where kind = 'refund'",
    /^audit\.alone_day 2026/,
  ],
  ["missing", "delete from audit.topup_day where day = '2026-10-03'", /^audit\.topup_day 2026-10-03$/],
  ["surplus", "insert into audit.topup_day values ('2026-10-09', 1, 5)", /^audit\.topup_day 2026-10-09$/],
])("verify names a sum that is %s, and the auditor makes it again", async (_, change, place) => {
  await look(auditor);
  expect((await verify(ledger.owner)).findings).toEqual([]);
  const before = await shown();
  await ledger.owner.query(change);
  expect((await verify(ledger.owner)).findings.map(({ where }) => where)).toEqual([
    expect.stringMatching(place),
  ]);
  expect(await forgetVerified(ledger.owner)).toBe(true);
  await look(auditor);
  expect((await verify(ledger.owner)).findings).toEqual([]);
  expect(await shown()).toEqual(before);
});
