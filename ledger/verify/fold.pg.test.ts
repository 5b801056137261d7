/** Mistakes that balance: hashes, projections and sums all agree with them, because the writer's own rules made them. */
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { paymentCommands } from "../payments/commands.ts";
import { orderCommands } from "../orders/commands.ts";
import { purchaseCommands } from "../orders/purchases.ts";
import { fulfilmentCommands } from "../suppliers/fulfilments.ts";
import { correctionCommands } from "../users/corrections.ts";
import { topupCommands } from "../topups/commands.ts";
import type { CommandFields, Decider } from "#ledger/core/checks.ts";
import type { Draft, Movement } from "#ledger/core/events.ts";
import { openLedgerPerTest, type TestLedger } from "#tools/testing/test-ledger.ts";
import { openShop, orderOf, type Shop } from "../log/testing/shop.ts";
import { tellStory } from "../log/testing/story.ts";
import { look, newMemory } from "./audit/look.ts";
import { verify } from "./verify.ts";

const ledger = openLedgerPerTest();
afterEach(() => void vi.restoreAllMocks());

/** Changes the movements that a decider makes. */
function moving<C extends CommandFields>(
  decider: Decider<C>,
  change: (movement: Movement) => Movement,
): void {
  const right = decider.events.bind(decider);
  vi.spyOn(decider, "events").mockImplementation((...given) =>
    right(...given).map((draft): Draft =>
      draft.movement ? { ...draft, movement: change(draft.movement) } : draft,
    ),
  );
}

/** The decider no longer sees this reason to refuse. */
function without<C extends CommandFields>(decider: Decider<C>, code: string): void {
  const right = decider.checks.bind(decider);
  vi.spyOn(decider, "checks").mockImplementation((...given) =>
    right(...given).filter(([name]) => name !== code),
  );
}

const twice = (movement: Movement): Movement => ({ ...movement, amount: movement.amount * 2 });
const run: TestLedger["run"] = (...given) => ledger.run(...given);

async function askedTopup(user: string, topup: number): Promise<void> {
  await run("request_topup", { topup, amount: 60_00, purpose: "topup", momo_transaction_id: null }, user);
}

async function received(amount = 60_00, transaction: string = randomUUID()): Promise<string> {
  const payment = randomUUID();
  await run("receive_payment", { payment, rail: "paystack", transaction, amount, fee: null });
  return payment;
}

const toDataMart = { supplier: "datamart", code: "YELLO 1" } as const;

async function atSupplier(user: string): Promise<number> {
  const order = orderOf(await ledger.buy(user));
  await run("send_fulfilment", { ...toDataMart, order, reference: randomUUID() });
  return order;
}

const mistakes: [name: string, rule: RegExp, make: (shop: Shop) => Promise<unknown>][] = [
  [
    "a refund of twice the charge",
    /refunds the charge/,
    async ({ customers: [ama = ""] }) => {
      moving(orderCommands.reject_order, twice);
      await run("reject_order", { order: orderOf(await ledger.buy(ama)), reason: null });
    },
  ],
  [
    "a refund to another customer",
    /in one wallet/,
    async ({ customers: [ama = "", kofi = ""] }) => {
      moving(orderCommands.reject_order, ({ counterparty, amount }) => ({
        wallet: kofi,
        counterparty,
        amount,
      }));
      await run("reject_order", { order: orderOf(await ledger.buy(ama)), reason: null });
    },
  ],
  [
    "an order rejected twice",
    /ended at most once/,
    async ({ customers: [ama = ""] }) => {
      without(orderCommands.reject_order, "order_decided");
      const order = orderOf(await ledger.buy(ama));
      await run("reject_order", { order, reason: null });
      await run("reject_order", { order, reason: null });
    },
  ],
  [
    "an order that another customer pays",
    /order_placed may move/,
    async ({ customers: [ama = "", kofi = ""] }) => {
      moving(purchaseCommands.place_order, ({ counterparty, amount }) => ({
        wallet: kofi,
        counterparty,
        amount,
      }));
      await ledger.buy(ama);
    },
  ],
  [
    "an order that costs less than it says",
    /order_placed may move/,
    async ({ customers: [ama = ""] }) => {
      moving(purchaseCommands.place_order, (movement) => ({ ...movement, amount: movement.amount + 1 }));
      await ledger.buy(ama);
    },
  ],
  [
    "a top-up approved twice",
    /decided at most once/,
    async ({ customers: [ama = ""] }) => {
      without(topupCommands.approve_topup, "recharge_decided");
      await askedTopup(ama, 10_001);
      await run("approve_topup", { topup: 10_001 });
      await run("approve_topup", { topup: 10_001 });
    },
  ],
  [
    "a top-up credited with more than was asked",
    /with its amount/,
    async ({ customers: [ama = ""] }) => {
      moving(topupCommands.approve_topup, (movement) => ({ ...movement, amount: movement.amount + 1 }));
      await askedTopup(ama, 10_001);
      await run("approve_topup", { topup: 10_001 });
    },
  ],
  [
    "a payment in two wallets",
    /leaves once, whole/,
    async ({ admin, customers: [ama = "", kofi = ""] }) => {
      without(paymentCommands.match_payment, "payment_decided");
      const payment = await received();
      await run("match_payment", { payment, user: ama, topup: null }, admin);
      await run("match_payment", { payment, user: kofi, topup: null }, admin);
    },
  ],
  [
    "a payment credited with more than was received",
    /leaves once, whole/,
    async ({ admin, customers: [ama = ""] }) => {
      moving(paymentCommands.match_payment, (movement) => ({ ...movement, amount: movement.amount + 1 }));
      await run("match_payment", { payment: await received(), user: ama, topup: null }, admin);
    },
  ],
  [
    "a correction beyond the movement that it names",
    /within the movement/,
    async ({ admin, customers: [ama = ""] }) => {
      without(correctionCommands.correct_balance, "entry_overcorrected");
      const [charge] = await ledger.buy(ama);
      const corrects = charge?.position ?? 0;
      await run("correct_balance", { user: ama, amount: 9_00, reason: "x", corrects }, admin);
    },
  ],
  [
    "a payment taken back twice from a customer who has it",
    /taken back once/,
    async ({ admin, customers: [ama = ""] }) => {
      without(paymentCommands.reverse_payment, "payment_decided");
      const payment = await received();
      await run("match_payment", { payment, user: ama, topup: null }, admin);
      await run("reverse_payment", { payment });
      moving(paymentCommands.reverse_payment, (movement) => ({ ...movement, counterparty: "corrections" }));
      await run("reverse_payment", { payment });
    },
  ],
  [
    "a payment that came from the shop's sales",
    /payment_received may move/,
    async () => {
      moving(paymentCommands.receive_payment, (movement) => ({ ...movement, counterparty: "sales" }));
      await received();
    },
  ],
  [
    "a refund of an order that is at a supplier",
    /refunded only after every supplier had refused it/,
    async ({ customers: [ama = ""] }) => {
      without(orderCommands.reject_order, "fulfilment_open");
      await run("reject_order", { order: await atSupplier(ama), reason: null });
    },
  ],
  [
    "an order that is sent again while it is at a supplier",
    /sent again only after every attempt before was refused/,
    async ({ customers: [ama = ""] }) => {
      without(fulfilmentCommands.send_fulfilment, "fulfilment_open");
      await run("send_fulfilment", { ...toDataMart, order: await atSupplier(ama), reference: randomUUID() });
    },
  ],
  [
    "an attempt that was refused and delivered",
    /ended at most once/,
    async ({ customers: [ama = ""] }) => {
      without(fulfilmentCommands.deliver_fulfilment, "fulfilment_settled");
      const about = { order: await atSupplier(ama), attempt: 1 };
      await run("refuse_fulfilment", { ...about, reason: "no" });
      await run("deliver_fulfilment", about);
    },
  ],
  [
    "an order that is paid for twice",
    /paid and returned at most once/,
    async ({ customers: [ama = ""] }) => {
      without(fulfilmentCommands.accept_fulfilment, "fulfilment_settled");
      const about = { order: await atSupplier(ama), attempt: 1, cost: 4_00 };
      await run("accept_fulfilment", about);
      await run("accept_fulfilment", about);
    },
  ],
  [
    "a cost that another supplier pays",
    /fulfilment_accepted may move/,
    async ({ customers: [ama = ""] }) => {
      moving(fulfilmentCommands.accept_fulfilment, (movement) => ({
        ...movement,
        house: "float:stock",
      }));
      await run("accept_fulfilment", { order: await atSupplier(ama), attempt: 1, cost: 4_00 });
    },
  ],
  [
    "a supplier that gives back more than it took",
    /fulfilment_returned may move/,
    async ({ customers: [ama = ""] }) => {
      moving(fulfilmentCommands.return_fulfilment, twice);
      const about = { order: await atSupplier(ama), attempt: 1 };
      await run("accept_fulfilment", { ...about, cost: 4_00 });
      await run("refuse_fulfilment", { ...about, reason: "no" });
      await run("return_fulfilment", about);
    },
  ],
];

test("a story with every type of event breaks no rule of the log", async () => {
  await tellStory(ledger.writer);
  expect((await verify(ledger.owner)).findings).toEqual([]);
});

test.each(mistakes)("verify and the auditor find %s", async (_, rule, make) => {
  const shop = await openShop(ledger.writer, 2, 200_00);
  const memory = newMemory();
  expect((await look(ledger.owner, memory)).findings).toEqual([]);
  await make(shop);
  const byRules = expect.objectContaining({
    what: "by the rules of the log",
    expected: expect.stringMatching(rule),
  });
  for (const { findings } of [await verify(ledger.owner), await look(ledger.owner, memory)]) {
    expect(findings).toContainEqual({ where: expect.any(String), differences: [byRules] });
    // Nothing else sees the mistake.
    expect(new Set(findings.flatMap(({ differences }) => differences.map(({ what }) => what)))).toEqual(
      new Set(["by the rules of the log"]),
    );
  }
  // Also after more events, about others.
  await ledger.buy(shop.customers[1] ?? "");
  expect((await look(ledger.owner, memory)).findings.length).toBeGreaterThan(0);
});
