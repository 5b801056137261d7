import { officeLimits } from "#contract/terms/office-limits.ts";
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import { describe, expect, test } from "vitest";
import { admin, ama, kofi, mtn, oneGigabyte, openWorld, type World } from "./testing/world.ts";

const esi = "00000000-0000-4000-8000-000000000003";

describe("top-ups", () => {
  const asked = { topup: 10_001, amount: 50_00, purpose: "topup", momo_transaction_id: "77" } as const;

  test("request_topup moves no money", () => {
    const world = openWorld();
    expect(world.submit("request_topup", asked, kofi)).toMatchObject([
      {
        type: "topup_requested",
        stream: "topup/10001",
        amount: null,
        data: { user: kofi, amount: 50_00 },
      },
    ]);
    expect(world.balance(kofi)).toBe(0);
  });

  test("request_topup respects the limits and accepts each reference once", () => {
    const world = openWorld().given("request_topup", asked, kofi);
    expect(world.submit("request_topup", { ...asked, topup: 2, amount: 49_99 }, kofi)).toEqual({
      code: "amount_too_small",
    });
    expect(world.submit("request_topup", { ...asked, topup: 2, amount: 1_000_000_01 }, kofi)).toEqual({
      code: "amount_too_large",
    });
    expect(world.submit("request_topup", { ...asked, topup: 2, amount: 60.5 }, kofi)).toEqual({
      code: "amount_invalid",
    });
    expect(world.submit("request_topup", asked, ama)).toEqual({ code: "reference_taken" });
  });

  test("approve_topup credits the wallet from momo, once", () => {
    const world = openWorld().given("request_topup", asked, kofi);
    expect(world.submit("approve_topup", { topup: 10_001 })).toMatchObject([
      {
        type: "topup_approved",
        wallet: kofi,
        counterparty: "momo",
        amount: 50_00,
        balance_after: 50_00,
        version: 2,
      },
    ]);
    expect(world.state.houses.momo.balance).toBe(-50_00);
    expect(world.submit("approve_topup", { topup: 10_001 })).toEqual({
      code: "recharge_decided",
      status: "approved",
    });
  });

  test("approving an agent request also changes the level", () => {
    const world = openWorld().given("request_topup", { ...asked, purpose: "agent-upgrade" }, kofi);
    world.given("approve_topup", { topup: 10_001, level: "Agent" });
    expect(world.state.accounts.get(kofi)?.level).toBe("Agent");
    expect(world.events.at(-1)).toMatchObject({ type: "user_level_changed", data: { after: "Agent" } });
  });

  test.each(["Agent", "Super Agent", "Admin"] as const)(
    "request_topup lets no %s ask to become an Agent, but still top up",
    (level) => {
      const world = openWorld().given("register_user", { user: esi, level }, "system");
      const request = { ...asked, purpose: "agent-upgrade" } as const;
      expect(world.submit("request_topup", request, esi)).toEqual({ code: "customers_only" });
      world.given("request_topup", asked, esi);
    },
  );

  test("request_topup accepts one agent request of each user at a time, and another one after the decision", () => {
    const world = openWorld();
    const request = (topup: number, user: string) =>
      world.submit("request_topup", { ...asked, topup, purpose: "agent-upgrade" }, user);
    world.given("request_topup", { ...asked, topup: 1 }, kofi);
    expect(request(2, kofi)).toMatchObject([{ type: "topup_requested" }]);
    expect(request(3, kofi)).toEqual({ code: "agent_request_open" });
    world.given("request_topup", { ...asked, topup: 4 }, kofi);
    expect(request(5, ama)).toMatchObject([{ type: "topup_requested" }]);
    // The decision on another request, also one of the same user, opens nothing.
    for (const topup of [1, 5]) world.given("decline_topup", { topup });
    expect(request(6, kofi)).toEqual({ code: "agent_request_open" });
    world.given("decline_topup", { topup: 2 });
    expect(request(7, kofi)).toMatchObject([{ type: "topup_requested" }]);
    world.given("approve_topup", { topup: 7 });
    expect(request(8, kofi)).toMatchObject([{ type: "topup_requested" }]);
  });

  test("approving an agent request never lowers a level", () => {
    const world = openWorld().given("request_topup", { ...asked, purpose: "agent-upgrade" }, kofi);
    world.given("change_level", { user: kofi, level: "Super Agent" });
    world.given("approve_topup", { topup: 10_001, level: "Agent" });
    expect(world.state.accounts.get(kofi)?.level).toBe("Super Agent");
    world.given("request_topup", { ...asked, topup: 10_002 }, kofi);
    world.given("approve_topup", { topup: 10_002, level: "Customer" });
    expect(world.state.accounts.get(kofi)?.level).toBe("Super Agent");
  });

  test("declining a top-up moves no money, and only a decided one can be removed", () => {
    const world = openWorld().given("request_topup", asked, kofi);
    expect(world.submit("remove_topup", { topup: 10_001 })).toEqual({ code: "recharge_open" });
    world.given("decline_topup", { topup: 10_001 });
    expect(world.balance(kofi)).toBe(0);
    expect(world.submit("approve_topup", { topup: 10_001 })).toEqual({
      code: "recharge_decided",
      status: "declined",
    });
    world.given("remove_topup", { topup: 10_001 });
    expect(world.submit("remove_topup", { topup: 10_001 })).toEqual({ code: "recharge_unknown" });
  });
});

describe("orders", () => {
  test("placing an order charges the wallet in the same event", () => {
    const world = openWorld();
    expect(world.submit("place_order", oneGigabyte, ama)).toMatchObject([
      {
        type: "order_placed",
        stream: "order/1",
        wallet: ama,
        counterparty: "sales",
        amount: -6_00,
        balance_after: 94_00,
        data: { user: ama, product: "mtn", package: "mtn-1", amount: 6_00 },
      },
    ]);
    expect(world.state.orders.get(1)).toMatchObject({
      status: "pending",
      amount: 6_00,
      charged_at: world.state.position,
    });
  });

  test("each level pays its own price, and a package is found by id too", () => {
    const world = openWorld().given("change_level", { user: ama, level: "Agent" });
    world.given("place_order", { ...oneGigabyte, package: { id: "mtn-1" } }, ama);
    expect(world.balance(ama)).toBe(94_50);
  });

  test("an offer named beside a package's id must still match", () => {
    const world = openWorld();
    const by = (seen: { network?: string; offer?: string }) => ({
      ...oneGigabyte,
      package: { id: "mtn-1", ...seen },
    });
    expect(world.submit("place_order", by({ offer: "5 GB" }), ama)).toEqual({ code: "package_unknown" });
    expect(world.submit("place_order", by({ network: "Telecel" }), ama)).toEqual({ code: "package_unknown" });
    world.given("place_order", by({ network: "MTNup2u", offer: "1 GB" }), ama);
    expect(world.balance(ama)).toBe(94_00);
  });

  test("an order takes the form of its own product, and of no other", () => {
    const [item] = mtn.packages;
    const world = openWorld().given("create_product", {
      product: "afa",
      facts: { ...mtn, network: "AFA", packages: [{ ...item!, id: "afa-1" }] },
    });
    const filled = (form_title: string) =>
      world.submit(
        "place_order",
        { ...oneGigabyte, package: { id: "afa-1" }, form: "sealed", form_title },
        ama,
      );
    expect(filled("Electricity")).toEqual({ code: "form_required" });
    expect(filled("AFA registration")).toMatchObject([{ type: "order_placed" }]);
  });

  test("an order in the log has no personal data", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    expect(JSON.stringify(world.events)).not.toContain(oneGigabyte.receiver);
  });

  test("refusals contain what the buyer needs to know", () => {
    const world = openWorld();
    expect(world.submit("place_order", oneGigabyte, kofi)).toEqual({
      code: "insufficient_balance",
      price: 6_00,
      missing: 6_00,
    });
    expect(world.submit("place_order", { ...oneGigabyte, expected_price: 5_00 }, ama)).toEqual({
      code: "price_changed",
      price: 6_00,
    });
    world.given("change_product_status", { product: "mtn", status: "out of stock" });
    expect(world.submit("place_order", oneGigabyte, ama)).toEqual({
      code: "product_out_of_stock",
      network: "MTNup2u",
    });
  });

  test("a wallet with one pesewa too little buys nothing, and one with exactly the price is empty afterwards", () => {
    const world = openWorld();
    const give = (amount: number) =>
      world.given("correct_balance", { user: kofi, amount, reason: "gift", corrects: null });
    give(5_99);
    expect(world.submit("place_order", oneGigabyte, kofi)).toEqual({
      code: "insufficient_balance",
      price: 6_00,
      missing: 1,
    });
    give(1);
    world.given("place_order", oneGigabyte, kofi);
    expect(world.balance(kofi)).toBe(0);
  });

  test("an order goes from pending to processing to completed, with no way back and no refund", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    expect(world.submit("complete_order", { order: 1 })).toEqual({
      code: "order_decided",
      status: "pending",
      wanted: "completed",
    });
    world.given("process_order", { order: 1 }).given("complete_order", { order: 1 });
    expect(world.submit("reject_order", { order: 1, reason: null })).toEqual({
      code: "order_decided",
      status: "completed",
      wanted: "rejected",
    });
    expect(world.balance(ama)).toBe(94_00);
  });

  test("rejecting an order refunds the charge from sales", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama).given("process_order", { order: 1 });
    expect(world.submit("reject_order", { order: 1, reason: "no stock" })).toMatchObject([
      { type: "order_rejected", wallet: ama, counterparty: "sales", amount: 6_00, balance_after: 100_00 },
    ]);
    expect(world.state.orders.get(1)).toMatchObject({ status: "rejected", reason: "no stock" });
    expect(world.state.houses.sales.balance).toBe(0);
  });

  test("rejecting an order refunds only what corrections of the charge have left", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    const corrects = world.state.position;
    world.given("correct_balance", { user: ama, amount: 2_00, reason: "half", corrects });
    world.given("reject_order", { order: 1, reason: null });
    expect(world.balance(ama)).toBe(100_00);
    expect(world.state.entries.get(corrects)?.reversed).toBe(6_00);
  });

  test("rejecting an order refunds the whole charge if its correction was taken back", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    const charge = world.state.position;
    world.given("correct_balance", { user: ama, amount: 2_00, reason: "slip", corrects: charge });
    const slip = world.state.position;
    world.given("correct_balance", { user: ama, amount: -2_00, reason: "undone", corrects: slip });
    world.given("reject_order", { order: 1, reason: null });
    expect(world.balance(ama)).toBe(100_00);
  });

  test("a refund of zero moves no money", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    world.given("correct_balance", {
      user: ama,
      amount: 6_00,
      reason: "all",
      corrects: world.state.position,
    });
    expect(world.submit("reject_order", { order: 1, reason: null })).toMatchObject([
      { amount: null, wallet: null },
    ]);
    expect(world.state.orders.get(1)?.refunded_at).toBeNull();
  });

  test("only a finished order can be removed from the lists", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    expect(world.submit("remove_order", { order: 1 })).toEqual({ code: "order_open", status: "pending" });
    world.given("reject_order", { order: 1, reason: null }).given("remove_order", { order: 1 });
    expect(world.state.orders.get(1)?.hidden).toBe(true);
    expect(world.submit("process_order", { order: 1 })).toEqual({ code: "order_unknown" });
  });
});

describe("correct_balance", () => {
  test("corrections credit and debit wallets, with a reason", () => {
    const world = openWorld();
    expect(
      world.submit("correct_balance", { user: ama, amount: -40_00, reason: "slip", corrects: null }),
    ).toMatchObject([
      { type: "wallet_corrected", counterparty: "corrections", amount: -40_00, balance_after: 60_00 },
    ]);
    expect(world.state.houses.corrections.balance).toBe(-60_00);
  });

  test("a correction never takes a wallet below zero", () => {
    expect(
      openWorld().submit("correct_balance", {
        user: ama,
        amount: -100_01,
        reason: "too much",
        corrects: null,
      }),
    ).toEqual({ code: "wallet_short", missing: 1, balance: 100_00 });
  });

  test("a movement is never corrected beyond its amount, in one step or in several", () => {
    const world = openWorld();
    const corrects = world.state.position;
    const correct = (amount: number) =>
      world.submit("correct_balance", { user: ama, amount, reason: "r", corrects });
    expect(correct(-100_01)).toEqual({ code: "entry_overcorrected", left: 100_00 });
    expect(correct(-70_00)).toHaveLength(1);
    expect(correct(-30_01)).toEqual({ code: "entry_overcorrected", left: 30_00 });
    expect(correct(1)).toHaveLength(1);
    expect(correct(70_00)).toEqual({ code: "entry_overcorrected", left: 30_01 });
  });

  test("corrections never give back more than the charge that they correct", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    const corrects = world.state.position;
    const correct = (amount: number) =>
      world.submit("correct_balance", { user: ama, amount, reason: "r", corrects });
    expect(correct(6_01)).toEqual({ code: "entry_overcorrected", left: 6_00 });
    expect(correct(4_00)).toHaveLength(1);
    expect(correct(2_01)).toEqual({ code: "entry_overcorrected", left: 2_00 });
    expect(correct(2_00)).toHaveLength(1);
    expect(world.balance(ama)).toBe(100_00);
  });

  test("a correction is not taken back twice, directly and through what it corrects", () => {
    const world = openWorld();
    const opening = world.state.position;
    const correct = (amount: number, corrects: number) =>
      world.submit("correct_balance", { user: ama, amount, reason: "r", corrects });
    expect(correct(-10_00, opening)).toHaveLength(1);
    const slip = world.state.position;
    expect(correct(4_00, slip)).toHaveLength(1);
    const undone = world.state.position;
    expect(world.state.entries.get(opening)?.reversed).toBe(-6_00);
    expect(correct(6_01, opening)).toEqual({ code: "entry_overcorrected", left: 94_00 });
    expect(correct(6_00, opening)).toHaveLength(1);
    expect(correct(1, slip)).toEqual({ code: "entry_overcorrected", left: 100_00 });
    // And back again through the whole chain.
    expect(correct(-4_00, undone)).toHaveLength(1);
    expect(world.state.entries.get(slip)?.reversed).toBe(0);
    expect(world.state.entries.get(opening)?.reversed).toBe(-4_00);
  });

  test("a correction cannot name a movement of another wallet", () => {
    const world = openWorld();
    const corrects = world.state.position;
    expect(world.submit("correct_balance", { user: kofi, amount: -1, reason: "r", corrects })).toEqual({
      code: "entry_of_other_wallet",
    });
  });
});

describe("payments", () => {
  const payment = "p1";
  const match = { payment, user: ama, topup: null };
  const received = () =>
    openWorld().given(
      "receive_payment",
      { payment, rail: "momo", transaction: "77", amount: 60_00, fee: null },
      "system",
    );

  test("a payment that was matched is not credited, covered or returned once more", () => {
    const world = received().given("match_payment", match);
    expect(world.balance(ama)).toBe(160_00);
    const decided = { code: "payment_decided", status: "matched" };
    expect(world.submit("match_payment", match)).toEqual(decided);
    expect(world.submit("match_payment", { ...match, user: kofi })).toEqual(decided);
    const request = { topup: 7, amount: 60_00, purpose: "topup", momo_transaction_id: "77" } as const;
    world.given("request_topup", request, kofi).given("approve_topup", { topup: 7 });
    expect(world.submit("cover_payment", { payment, topup: 7 })).toEqual(decided);
    expect(world.submit("return_payment", { payment, reason: "not ours" })).toEqual(decided);
  });
});

describe("the catalogue", () => {
  test("a product's change has the facts before and after", () => {
    const world = openWorld();
    const facts = { ...mtn, note: "slow today" };
    expect(world.submit("change_product", { product: "mtn", facts })).toMatchObject([
      { type: "product_changed", stream: "product/mtn", version: 2, data: { before: mtn, after: facts } },
    ]);
    expect(world.state.products.get("mtn")).toMatchObject(facts);
  });

  test("two products cannot share a network", () => {
    const world = openWorld();
    expect(world.submit("create_product", { product: "other", facts: mtn })).toEqual({
      code: "network_taken",
    });
    expect(world.submit("change_product", { product: "other", facts: mtn })).toEqual({
      code: "product_unknown",
    });
  });

  test("a second product with the same id is refused, whatever its network", () => {
    const world = openWorld();
    expect(world.submit("create_product", { product: "mtn", facts: { ...mtn, network: "New" } })).toEqual({
      code: "network_taken",
    });
  });

  test("changing a product to its present status is refused", () => {
    const world = openWorld();
    expect(world.submit("change_product_status", { product: "mtn", status: "available" })).toEqual({
      code: "unchanged",
    });
  });

  test("changing the notice keeps the payment details, and the other way round", () => {
    const world = openWorld();
    world.given("change_notice", { notice: "closed on Sunday" });
    world.given(
      "change_payment_details",
      { momo_phone_number: "0244000000", momo_account_name: "Shop" },
      admin,
    );
    expect(world.state.settings).toMatchObject({
      notice: "closed on Sunday",
      momo_account_name: "Shop",
      version: 2,
    });
    expect(world.submit("change_notice", { notice: "x" }, ama)).toEqual({ code: "admin_only" });
  });
});

describe("two admins", () => {
  const second = "00000000-0000-4000-8000-00000000000b";
  const small = (user: string, amount: number) => ({ user, amount, reason: "r", corrects: null });
  const large = small(ama, 60_00);
  const limited = () =>
    openWorld()
      .given("register_user", { user: second, level: "Admin" }, "system")
      .given("change_correction_limit", { limit: 50_00 });
  const asked = [{ type: "approval_requested", amount: null }];
  /** Submits what takes two admins, as the second one; the id of the request. */
  const ask = (
    world: World,
    ...[type, intent]: ["correct_balance", typeof large] | ["change_correction_limit", { limit: null }]
  ) => {
    world.given(type, intent, second);
    const last = world.events.at(-1);
    if (last?.type !== "approval_requested") throw new Error(`${type} took one admin`);
    return { approval: idOfStream(last.stream) };
  };

  test("a correction above the limit waits for another admin, a smaller one is made at once", () => {
    const world = limited();
    expect(world.submit("correct_balance", large)).toMatchObject(asked);
    expect(world.submit("correct_balance", small(ama, -60_00))).toMatchObject(asked);
    expect(world.balance(ama)).toBe(100_00);
    world.given("correct_balance", small(ama, 50_00));
    expect(world.balance(ama)).toBe(150_00);
  });

  test("another admin grants it, and the log names both", () => {
    const world = limited();
    const events = world.submit("grant_approval", ask(world, "correct_balance", large));
    expect(events).toMatchObject([
      { type: "approval_granted", actor: admin },
      { type: "wallet_corrected", actor: admin, data: { requested_by: second } },
    ]);
    expect(world.balance(ama)).toBe(160_00);
  });

  test("an admin asks for the same thing once until it is decided; another reason or amount is another request", () => {
    const world = limited();
    const own = ask(world, "correct_balance", large);
    const again = { code: "approval_open" };
    expect(world.submit("correct_balance", large, second)).toEqual(again);
    expect(world.submit("correct_balance", { ...large, reason: "another" }, second)).toMatchObject(asked);
    expect(world.submit("correct_balance", small(ama, 61_00), second)).toMatchObject(asked);
    expect(world.submit("correct_balance", small(kofi, 60_00), second)).toMatchObject(asked);
    expect(world.submit("correct_balance", large, admin)).toMatchObject(asked);
    world.given("decline_approval", own);
    expect(world.submit("correct_balance", large, second)).toMatchObject(asked);
    ask(world, "change_correction_limit", { limit: null });
    expect(world.submit("change_correction_limit", { limit: null }, second)).toEqual(again);
    expect(world.submit("change_correction_limit", { limit: 60_00 }, second)).toMatchObject(asked);
  });

  test("nobody grants their own request, whatever the limit is by then", () => {
    const world = limited();
    const own = ask(world, "correct_balance", large);
    const lifted = ask(world, "change_correction_limit", { limit: null });
    expect(world.submit("grant_approval", own, second)).toEqual({ code: "second_admin_needed" });
    world.given("grant_approval", lifted);
    expect(world.submit("grant_approval", own, second)).toEqual({ code: "second_admin_needed" });
    expect(world.submit("grant_approval", own, ama)).toEqual({ code: "admin_only" });
    world.given("grant_approval", own);
    expect(world.balance(ama)).toBe(160_00);
  });

  test.each([
    ["banned", "change_status", { user: second, status: "Banned" }],
    ["no longer an admin", "change_level", { user: second, level: "Customer" }],
    ["deleted", "delete_user", { user: second }],
  ] as const)("a request cannot be granted once its asker is %s", (_, type, intent) => {
    const world = limited();
    const own = ask(world, "correct_balance", large);
    world.given(type, intent, "system");
    expect(world.submit("grant_approval", own)).toEqual({ code: "second_admin_needed" });
  });

  test("a request is decided once; its asker may take it back", () => {
    const world = limited();
    const granted = ask(world, "correct_balance", large);
    world.given("grant_approval", granted);
    const declined = ask(world, "correct_balance", small(ama, 70_00));
    world.given("decline_approval", declined, second);
    for (const type of ["grant_approval", "decline_approval"] as const) {
      expect(world.submit(type, granted)).toEqual({ code: "approval_decided", status: "approved" });
      expect(world.submit(type, declined)).toEqual({ code: "approval_decided", status: "declined" });
      expect(world.submit(type, { approval: kofi })).toEqual({ code: "approval_unknown" });
    }
    expect(world.balance(ama)).toBe(160_00);
  });

  test("a request is refused when it is granted if the ledger would refuse it by then", () => {
    const world = limited();
    const debit = ask(world, "correct_balance", small(ama, -90_00));
    world.given("correct_balance", small(ama, -50_00));
    expect(world.submit("grant_approval", debit)).toMatchObject({ code: "wallet_short" });
    const first = ask(world, "change_correction_limit", { limit: null });
    const [other] = world.given("change_correction_limit", { limit: 90_00 }).events.slice(-1);
    world.given("grant_approval", { approval: idOfStream(other!.stream as Stream<"approval">) }, second);
    expect(world.submit("grant_approval", first)).toEqual({ code: "changed_meanwhile" });
  });

  test("nobody credits, debits or approves a top-up of their own account, and nobody grants it to themselves", () => {
    const own = { topup: 10_002, amount: 50_00, purpose: "topup", momo_transaction_id: null } as const;
    for (const world of [openWorld(), limited()]) {
      world.given("request_topup", own, admin);
      expect(world.submit("approve_topup", { topup: 10_002 })).toEqual({ code: "own_account" });
      expect(world.submit("correct_balance", small(admin, 1))).toEqual({ code: "own_account" });
      expect(world.submit("correct_balance", small(admin, -1))).toEqual({ code: "own_account" });
      world.given("correct_balance", small(admin, 1), "system");
    }
    const world = limited();
    const forAdmin = ask(world, "correct_balance", small(admin, 60_00));
    expect(world.submit("grant_approval", forAdmin)).toEqual({ code: "own_account" });
    expect(world.balance(admin)).toBe(0);
  });

  test("a deleted user's wallet can be debited and not credited", () => {
    const world = openWorld().given("delete_user", { user: kofi });
    expect(world.submit("correct_balance", small(kofi, 1))).toEqual({ code: "user_unknown" });
    expect(world.submit("correct_balance", small(kofi, -1))).toMatchObject({ code: "wallet_short" });
  });

  test("raising or removing the limit takes two admins, lowering it takes one", () => {
    const world = limited();
    for (const limit of [51_00, null])
      expect(world.submit("change_correction_limit", { limit })).toMatchObject(asked);
    world.given("change_correction_limit", { limit: 40_00 });
    expect(world.state.settings.correction_limit).toBe(40_00);
    world.given("grant_approval", ask(world, "change_correction_limit", { limit: null }));
    world.given("correct_balance", large);
    expect(world.balance(ama)).toBe(160_00);
  });

  test("small corrections of one admin add up over all wallets", () => {
    const world = limited().given("correct_balance", small(ama, 20_00));
    world.given("correct_balance", small(kofi, 20_00));
    expect(world.submit("correct_balance", small(ama, 10_01))).toMatchObject(asked);
    expect(world.submit("correct_balance", small(kofi, 10_01))).toMatchObject(asked);
    world.given("correct_balance", small(ama, 10_00));
    expect(world.submit("correct_balance", small(kofi, 1))).toMatchObject(asked);
    // Each admin has their own sum.
    world.given("correct_balance", small(kofi, 50_00), second);
    expect(world.submit("correct_balance", small(kofi, 1), second)).toMatchObject(asked);
  });

  test("taking back a correction offsets it within the same wallet only", () => {
    const world = limited().given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(kofi, 1))).toMatchObject(asked);
    world.given("correct_balance", small(ama, -50_00)).given("correct_balance", small(kofi, 50_00));
    expect(world.submit("correct_balance", small(ama, -1))).toMatchObject(asked);
    world.given("correct_balance", small(kofi, -20_00)).given("correct_balance", small(ama, -20_00));
    expect(world.submit("correct_balance", small(ama, -2))).toMatchObject(asked);
  });

  test("granted corrections and those of more than a day ago do not add up", () => {
    const world = limited();
    world.given("grant_approval", ask(world, "correct_balance", small(ama, 90_00)));
    world.given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(ama, 1))).toMatchObject(asked);
    world.hours = 23.9;
    expect(world.submit("correct_balance", small(ama, 2))).toMatchObject(asked);
    world.hours = 24.1;
    world.given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(ama, 3))).toMatchObject(asked);
  });

  test("the shop itself needs no approval", () => {
    const world = limited().given("correct_balance", large, "system");
    expect(world.balance(ama)).toBe(160_00);
  });
});

test("a user has ten undecided top-up requests an hour; a decision or an hour makes room for another one", () => {
  const world = openWorld();
  const ask = (topup: number) =>
    world.submit("request_topup", { topup, amount: 50_00, purpose: "topup", momo_transaction_id: null }, ama);
  for (let topup = 1; topup <= officeLimits.pending_topups_max; topup += 1)
    expect(ask(topup)).toHaveLength(1);
  const isRefused = { code: "too_many_topups" };
  expect(ask(11)).toMatchObject({ ...isRefused, wait_s: 60 * 60 - officeLimits.pending_topups_max });
  world.given("decline_topup", { topup: 3 });
  expect(ask(11)).toHaveLength(1);
  world.hours = 0.9;
  expect(ask(12)).toMatchObject(isRefused);
  world.hours = 1.1;
  for (let topup = 21; topup <= 30; topup += 1) expect(ask(topup)).toHaveLength(1);
  expect(ask(31)).toMatchObject(isRefused);
});
