/** What one admin may not do alone. */
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CommandType, Intents } from "./command.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { approvableCommands } from "#ledger/core/rows/approvals.ts";
import type { Package } from "#ledger/core/rows/products.ts";
import { asked, byTwo, lastApproval, second, third, twoAdmins } from "./testing/two-admins.ts";
import { admin, ama, kofi, mtn, oneGigabyte, openWorld, type World } from "./testing/world.ts";

const week = 7 * 24;

function withPrices(prices: Partial<Package>, id = "mtn-1") {
  const [first] = mtn.packages;
  return { product: "mtn", facts: { ...mtn, packages: [{ ...first!, ...prices, id }] } };
}

describe("limits", () => {
  test("limits bind nobody until the shop has two admins, and from then on also if one is banned", () => {
    const world = openWorld().given("change_correction_limit", { limit: 1_00 });
    const large = { user: ama, amount: 60_00, reason: "r", corrects: null };
    world.given("correct_balance", large);
    world.given("register_user", { user: second, level: "Admin" }, "system");
    expect(world.submit("correct_balance", large)).toMatchObject(asked);
    world.given("change_status", { user: second, status: "Banned" }, "system");
    expect(world.submit("correct_balance", { ...large, amount: 61_00 })).toMatchObject(asked);
    world.given("change_level", { user: second, level: "Customer" }, "system");
    expect(world.submit("correct_balance", { ...large, amount: 62_00 })).toMatchObject(asked);
    expect(world.balance(ama)).toBe(160_00);
  });

  test.each(["change_correction_limit", "change_topup_limit"] as const)(
    "%s: setting and lowering takes one admin, raising and removing two",
    (type) => {
      const world = twoAdmins().given(type, { limit: 50_00 }).given(type, { limit: 40_00 });
      for (const limit of [41_00, null]) expect(world.submit(type, { limit })).toMatchObject(asked);
      byTwo(world, type, { limit: 45_00 });
      expect(world.events.at(-1)).toMatchObject({
        data: { before: 40_00, after: 45_00, requested_by: admin },
      });
    },
  );
});

describe("top-ups", () => {
  const request = (topup: number, amount: number) =>
    ({ topup, amount, purpose: "topup", momo_transaction_id: null }) as const;

  test("a top-up above the limit takes two, of an account younger than a week above a fifth of it", () => {
    const world = twoAdmins().given("change_topup_limit", { limit: 500_00 });
    for (const [topup, amount] of [
      [1, 100_00],
      [2, 100_01],
      [3, 500_00],
      [4, 500_01],
    ] as const)
      world.given("request_topup", request(topup, amount), kofi);
    world.given("approve_topup", { topup: 1 });
    expect(world.submit("approve_topup", { topup: 2 })).toMatchObject(asked);
    expect(world.balance(kofi)).toBe(100_00);
    world.hours = week + 1;
    world.given("approve_topup", { topup: 3 });
    expect(world.submit("approve_topup", { topup: 4 })).toMatchObject(asked);
    expect(world.balance(kofi)).toBe(600_00);
  });

  test("the second admin's approval credits it, and the log names both", () => {
    const world = twoAdmins().given("change_topup_limit", { limit: 500_00 });
    world.given("request_topup", { ...request(1, 900_00), purpose: "agent-upgrade" }, kofi);
    byTwo(world, "approve_topup", { topup: 1, level: "Agent" });
    expect(world.events.slice(-3)).toMatchObject([
      { type: "approval_granted", actor: second },
      { type: "topup_approved", actor: second, wallet: kofi, amount: 900_00, data: { requested_by: admin } },
      { type: "user_level_changed", data: { before: "Customer", after: "Agent", requested_by: admin } },
    ]);
    expect(world.submit("approve_topup", { topup: 1 })).toMatchObject({ code: "recharge_decided" });
  });

  test("a second admin who says something else about the same payment grants the first one's request", () => {
    const world = twoAdmins().given("change_topup_limit", { limit: 50_00 });
    world.given("request_topup", request(1, 60_00), kofi).given("request_topup", request(2, 60_00), kofi);
    const same = { topup: 1, seen: [{ topup: 2, status: "pending" as const }], others: [2] };
    world.given("approve_topup", { ...same, reason: "Two payments" });
    world.given("approve_topup", { ...same, reason: "He called" }, second);
    expect(world.events.slice(-3)).toMatchObject([
      { type: "approval_granted" },
      {
        type: "duplicate_accepted",
        data: { requested_by: admin, topups: [2], reason: "Two payments" },
      },
      { type: "topup_approved", data: { requested_by: admin } },
    ]);
    expect(world.balance(kofi)).toBe(60_00);
  });

  test("one that was declined meanwhile cannot be granted", () => {
    const world = twoAdmins().given("change_topup_limit", { limit: 50_00 });
    world.given("request_topup", request(1, 60_00), kofi).given("approve_topup", { topup: 1 });
    const approval = lastApproval(world);
    world.given("decline_topup", { topup: 1 });
    expect(world.submit("grant_approval", { approval }, second)).toMatchObject({ code: "recharge_decided" });
  });
});

describe("prices", () => {
  const limited = () => twoAdmins().given("change_correction_limit", { limit: 10_00 });
  const buy = (world: World, user = ama) => world.given("place_order", oneGigabyte, user);

  test("a price may be cut by a fifth alone, also in several steps within a day; the next day starts anew", () => {
    const world = limited().given("change_product", withPrices({ customer: 4_81 }));
    expect(world.submit("change_product", withPrices({ customer: 4_79 }))).toMatchObject(asked);
    world.given("change_product", withPrices({ customer: 4_80 }));
    expect(world.submit("change_product", withPrices({ customer: 1 }))).toMatchObject(asked);
    world.hours = 25;
    world.given("change_product", withPrices({ customer: 3_84 }));
  });

  test("a rise takes one admin, however far", () => {
    const world = limited().given("change_product", withPrices({ customer: 600_00 }));
    expect(world.events.at(-1)).toMatchObject({ type: "product_changed" });
  });

  test("a price that was raised first can only be cut to a fifth below what it is then", () => {
    const world = limited().given("change_product", withPrices({ customer: 60_00 }));
    expect(world.submit("change_product", withPrices({ customer: 6_00 }))).toMatchObject(asked);
  });

  test.each([
    ["a new package", withPrices({ customer: 1 }, "mtn-2")],
    ["another offer at the old price", withPrices({ offer: "100 GB" })],
    ["an agent's price", withPrices({ agent: 1 })],
    ["the price of a Super Agent", withPrices({ superAgent: 1 })],
  ])("%s takes two", (_, change) => {
    const world = limited();
    expect(world.submit("change_product", change)).toMatchObject(asked);
    expect(openWorld().submit("change_product", change)).toMatchObject([{ type: "product_changed" }]);
    byTwo(world, "change_product", { ...change, facts: { ...change.facts, note: "other" } });
    expect(world.state.products.get("mtn")?.note).toBe("other");
  });

  test("a new product takes two, and what the log says of it is the product alone", () => {
    const product = { product: "telecel", facts: { ...mtn, network: "Telecel" } };
    const world = byTwo(limited(), "create_product", product);
    expect(world.state.products.get("telecel")).not.toHaveProperty("requested_by");
  });

  test("a product that was changed after the request is not changed by granting it", () => {
    const world = limited().given("change_product", withPrices({ customer: 1 }));
    const approval = lastApproval(world);
    world.given("change_product", withPrices({ customer: 5_90 }), second);
    expect(world.submit("grant_approval", { approval }, second)).toEqual({ code: "changed_meanwhile" });
  });

  test("what is bought below a price that an admin has just cut counts as given by that admin alone", () => {
    const world = limited().given("change_product", withPrices({ customer: 5_00 }));
    for (let n = 0; n < 10; n++) buy(world);
    expect(world.events.at(-1)).toMatchObject({
      type: "order_placed",
      data: { amount: 5_00, below: { by: admin, amount: 1_00 } },
    });
    const small = { user: kofi, amount: 1, reason: "r", corrects: null };
    expect(world.submit("correct_balance", small)).toMatchObject(asked);
    world.given("correct_balance", { ...small, amount: 10_00 }, second);
    world.hours = 25;
    world.given("correct_balance", small);
    buy(world);
    expect(world.events.at(-1)?.data).not.toHaveProperty("below");
  });

  test("restoring the price ends the cut, and what two admins cut counts for neither", () => {
    const world = limited().given("change_product", withPrices({ customer: 5_00 }));
    world.given("change_product", withPrices({ customer: 5_50 }), second);
    buy(world);
    expect(world.events.at(-1)?.data).toMatchObject({ below: { by: admin, amount: 50 } });
    world.given("change_product", withPrices({ customer: 6_00 }));
    buy(world);
    expect(world.events.at(-1)?.data).not.toHaveProperty("below");
    byTwo(world, "change_product", withPrices({ customer: 1_00 }));
    buy(world);
    expect(world.events.at(-1)?.data).not.toHaveProperty("below");
    expect(world.state.orders.get(world.state.orders_placed)).not.toHaveProperty("below");
  });

  test("an admin cannot buy below a price that they have just cut, unless they are the only one there ever was", () => {
    const ownPrice = withPrices({ superAgent: 4_50 });
    for (const [world, answer] of [
      [twoAdmins(), { code: "own_price" }],
      [openWorld(), [{ type: "order_placed" }]],
    ] as const) {
      world.given("correct_balance", { user: admin, amount: 50_00, reason: "r", corrects: null }, "system");
      world.given("change_product", ownPrice);
      expect(world.submit("place_order", oneGigabyte, admin)).toMatchObject(answer);
    }
  });
});

test("an admin's own order is served by another one, unless there never was another", () => {
  for (const [world, answer] of [
    [twoAdmins(), { code: "own_account" }],
    [openWorld(), [{ type: "order_processed" }]],
  ] as const) {
    world.given("correct_balance", { user: admin, amount: 50_00, reason: "r", corrects: null }, "system");
    world.given("place_order", oneGigabyte, admin);
    expect(world.submit("process_order", { order: 1 })).toMatchObject(answer);
  }
});

test("payment details take two once a limit is set", () => {
  const details = { momo_phone_number: "0244000001", momo_account_name: "Ama's Data Shop" };
  const world = twoAdmins().given("change_payment_details", details);
  world.given("change_topup_limit", { limit: 500_00 });
  const other = { ...details, momo_phone_number: "0244000002" };
  expect(world.submit("change_payment_details", other)).toMatchObject(asked);
  expect(world.state.settings).toMatchObject(details);
  byTwo(world, "change_payment_details", { ...other, momo_account_name: "Kofi" });
  expect(world.state.settings).toMatchObject({ ...other, momo_account_name: "Kofi" });
});

test("a move-in takes two without any limit, and only one if there never was another admin", () => {
  const moveIn = { move_in: "m", users: 2, products: 1, amount: 30_00 };
  expect(openWorld().submit("start_move_in", moveIn)).toMatchObject([
    { type: "move_in_started", actor: admin, data: moveIn },
  ]);
  const world = twoAdmins();
  expect(world.submit("start_move_in", moveIn)).toMatchObject(asked);
  expect(world.events.some(({ type }) => type === "move_in_started")).toBe(false);
  expect(world.submit("start_move_in", moveIn, second)).toMatchObject([
    { type: "approval_granted" },
    { type: "move_in_started", actor: second, data: { ...moveIn, requested_by: admin } },
  ]);
});

describe("the same again by another admin", () => {
  const topup = { topup: 1, amount: 900_00, purpose: "topup", momo_transaction_id: null } as const;
  const details = { momo_phone_number: "0244000001", momo_account_name: "Ama's Data Shop" };
  const limited = () =>
    twoAdmins()
      .given("register_user", { user: third, level: "Admin" }, "system")
      .given("place_order", oneGigabyte, ama)
      .given("send_fulfilment", { order: 1, supplier: "datamart", code: "YELLO 1", reference: "r" }, "system")
      .given("change_topup_limit", { limit: 500_00 })
      .given("change_correction_limit", { limit: 1_00 })
      .given("request_topup", topup, kofi)
      .given(
        "receive_payment",
        { payment: "p", rail: "momo", transaction: "t", amount: 900_00, fee: null },
        "system",
      );
  /** Kofi has asked for a payment to a new number, and Paystack says nothing about another one. */
  const withdrawing = () => {
    const world = limited();
    const asked = { amount: 20_00, fee: 0, first: true, earned: 0 };
    world
      .given("correct_balance", { user: kofi, amount: 90_00, reason: "r", corrects: null }, "system")
      .given("change_withdrawal_rules", {
        ...usualWithdrawalRules,
        isOn: true,
        who: "everyone",
        what: "everything",
      })
      .given("request_withdrawal", { ...asked, first: false }, kofi);
    const sent = idOfStream(world.events.at(-1)!.stream as Stream<"withdrawal">);
    world.given("send_withdrawal", { withdrawal: sent, rail: "paystack" }).hours = 25;
    world.given("request_withdrawal", asked, kofi);
    return { world, sent, requested: idOfStream(world.events.at(-1)!.stream as Stream<"withdrawal">) };
  };
  const { sent: silent, requested: toNewNumber } = withdrawing();
  const withOffer = (id: string) => ({
    product: "mtn",
    facts: { ...mtn, packages: [...mtn.packages, { ...mtn.packages[0]!, id, offer: "2 GB" }] },
  });
  const newProduct = (product: string) => ({
    product,
    facts: { ...mtn, network: "Telecel", packages: [{ ...mtn.packages[0]!, id: product }] },
  });

  const moveIn = { move_in: "m", users: 2, products: 1, amount: 30_00 };

  const settled = { order: 1, attempt: 1, outcome: "refused", reason: "they said so" } as const;

  const byMomo = { withdrawal: toNewNumber, rail: "momo" } as const;
  const paidOut = { withdrawal: silent, transaction: "TRF_1", fee: null };
  const notPaid = { withdrawal: silent, reason: "their support says so" };

  const onPhone = { rail: "momo", from: 10_00, balance: 15_00, reason: "read on the phone" } as const;

  /** What both ask for. The server makes up the ids of new products and packages, for each call others. */
  const asks = {
    topup: { type: "approve_topup", intents: [{ topup: 1 }, { topup: 1 }] },
    payment: {
      type: "match_payment",
      intents: [
        { payment: "p", user: kofi, topup: null },
        { payment: "p", user: kofi, topup: null },
      ],
    },
    "topup limit": {
      type: "change_topup_limit",
      intents: [{ limit: 600_00 }, { limit: 600_00, seen: 500_00 }],
    },
    limit: { type: "change_correction_limit", intents: [{ limit: 5_00 }, { limit: 5_00 }] },
    "payment details": { type: "change_payment_details", intents: [details, details] },
    product: { type: "change_product", intents: [withOffer("a"), withOffer("b")] },
    "new product": { type: "create_product", intents: [newProduct("a"), newProduct("b")] },
    admin: {
      type: "change_level",
      intents: [
        { user: kofi, level: "Admin", makesAdmin: true },
        { user: kofi, level: "Admin", makesAdmin: true, seen: "Customer" },
      ],
    },
    "admin status": {
      type: "change_status",
      intents: [
        { user: third, status: "Banned" },
        { user: third, status: "Banned", seen: "Active" },
      ],
    },
    "admin deletion": { type: "delete_user", intents: [{ user: third }, { user: third }] },
    "move in": { type: "start_move_in", intents: [moveIn, moveIn] },
    "rail balance": { type: "confirm_rail_balance", intents: [onPhone, onPhone] },
    fulfilment: { type: "settle_fulfilment", intents: [settled, settled] },
    withdrawal: { type: "send_withdrawal", intents: [byMomo, byMomo] },
    "paid withdrawal": { type: "pay_withdrawal", intents: [paidOut, paidOut] },
    "failed withdrawal": { type: "fail_withdrawal", intents: [notPaid, notPaid] },
  } as const;
  type Ask = { type: CommandType; intents: readonly [Intents[CommandType], Intents[CommandType]] };
  const all = Object.entries(asks) as [string, Ask][];

  test("covers every kind but corrections", () => {
    expect([...Object.keys(asks), "correction"].sort()).toEqual(Object.keys(approvableCommands).sort());
  });

  test.each(all)("%s: it grants the first request, and the log names both", (_, { type, intents }) => {
    const { world } = withdrawing();
    const { stream } = world.given(type, intents[0]).events.at(-1)!;
    expect(world.submit(type, intents[1])).toEqual({ code: "approval_open" });
    expect(world.submit(type, intents[1], second)).toMatchObject([
      { type: "approval_granted", stream, actor: second },
      ...(type === "change_level" ? [{ type: "sessions_ended" }] : []),
      ...(type === "match_payment" ? [{ type: "payment_matched", data: { requested_by: admin } }] : []),
      { actor: second, data: { requested_by: admin } },
    ]);
    expect(world.state.requests.get(admin)).toEqual([]);
  });

  test("two equal corrections are two, and each waits for a second admin", () => {
    const world = limited();
    const credit = { user: ama, amount: 60_00, reason: "r", corrects: null };
    for (const by of [admin, second])
      expect(world.submit("correct_balance", credit, by)).toMatchObject(asked);
    expect(world.balance(ama)).toBe(94_00);
  });

  test("what differs in anything is a request of its own", () => {
    const world = limited();
    const agent = { topup: 1, level: "Agent" } as const;
    expect(world.submit("approve_topup", { topup: 1 })).toMatchObject(asked);
    expect(world.submit("approve_topup", agent, second)).toMatchObject(asked);
    expect(world.submit("change_topup_limit", { limit: null })).toMatchObject(asked);
    expect(world.submit("change_topup_limit", { limit: 900_00 }, second)).toMatchObject(asked);
    expect(world.submit("change_product", withPrices({ customer: 1 }))).toMatchObject(asked);
    expect(world.submit("change_product", withPrices({ customer: 2 }), second)).toMatchObject(asked);
    expect(world.balance(kofi)).toBe(0);
  });

  test("a request of an admin who is banned, or of something that changed since, grants nothing", () => {
    const world = limited().given("approve_topup", { topup: 1 }, third);
    world.given("change_status", { user: third, status: "Banned" }, "system");
    expect(world.submit("approve_topup", { topup: 1 }, second)).toMatchObject(asked);
    expect(world.submit("approve_topup", { topup: 1 })).toMatchObject([{ type: "approval_granted" }, {}]);
    world.given("change_product", withPrices({ customer: 1 }));
    world.given("change_product", withPrices({ customer: 5_90 }), second);
    expect(world.submit("change_product", withPrices({ customer: 1 }), second)).toMatchObject(asked);
  });

  test("nobody's own requests are granted by themselves, and nothing is carried out by one admin alone", () => {
    const step = fc.record({
      ask: fc.constantFrom(...all.map(([, each]) => each)),
      which: fc.constantFrom(0, 1),
      by: fc.constantFrom(admin, second, third),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const world = limited();
        const before = world.events.length;
        for (const { ask, which, by } of steps) world.submit(ask.type, ask.intents[which]!, by);
        const askers = new Map<string, string>();
        let granted: string | undefined;
        const alone: string[] = [];
        for (const event of world.events.slice(before)) {
          const { type, stream, actor } = event;
          if (type === "approval_requested") askers.set(stream, actor);
          else if (type === "approval_granted") granted = askers.get(stream);
          const isByTwo = granted !== undefined && granted !== actor;
          if (type !== "approval_requested" && !isByTwo && !changesNothing(event)) alone.push(type);
        }
        expect(alone).toEqual([]);
      }),
    );
  });

  /** A product that is saved as it is takes one admin. */
  function changesNothing({ type, data }: LedgerEvent): boolean {
    return type === "product_changed" && JSON.stringify(data.before) === JSON.stringify(data.after);
  }
});
