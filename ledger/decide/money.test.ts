import { describe, expect, test } from "vitest";
import { admin, ama, kofi, mtn, oneGigabyte, openWorld } from "./testing/world.ts";

describe("top-ups", () => {
  const asked = { recharge: 10_001, amount: 50_00, purpose: "topup", momo_transaction_id: "77" } as const;

  test("request_topup moves no money", () => {
    const world = openWorld();
    expect(world.submit("request_topup", asked, kofi)).toMatchObject([
      {
        type: "topup_requested",
        stream: "recharge/10001",
        amount: null,
        data: { user: kofi, amount: 50_00 },
      },
    ]);
    expect(world.balance(kofi)).toBe(0);
  });

  test("request_topup keeps to the bounds and takes each reference once", () => {
    const world = openWorld().given("request_topup", asked, kofi);
    expect(world.submit("request_topup", { ...asked, recharge: 2, amount: 49_99 }, kofi)).toEqual({
      code: "amount_too_small",
    });
    expect(world.submit("request_topup", { ...asked, recharge: 2, amount: 1_000_000_01 }, kofi)).toEqual({
      code: "amount_too_large",
    });
    expect(world.submit("request_topup", { ...asked, recharge: 2, amount: 60.5 }, kofi)).toEqual({
      code: "amount_invalid",
    });
    expect(world.submit("request_topup", asked, ama)).toEqual({ code: "reference_taken" });
  });

  test("approve_topup credits the wallet from momo, once", () => {
    const world = openWorld().given("request_topup", asked, kofi);
    expect(world.submit("approve_topup", { recharge: 10_001 })).toMatchObject([
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
    expect(world.submit("approve_topup", { recharge: 10_001 })).toEqual({
      code: "recharge_decided",
      status: "approved",
    });
  });

  test("approve_topup of an agent request changes the level in the same stroke", () => {
    const world = openWorld().given("request_topup", { ...asked, purpose: "agent-upgrade" }, kofi);
    world.given("approve_topup", { recharge: 10_001, level: "Agent" });
    expect(world.state.accounts.get(kofi)?.level).toBe("Agent");
    expect(world.events.at(-1)).toMatchObject({ type: "user_level_changed", data: { after: "Agent" } });
  });

  test("approve_topup only raises a level: who has become more since the request stays it", () => {
    const world = openWorld().given("request_topup", { ...asked, purpose: "agent-upgrade" }, kofi);
    world.given("change_level", { user: kofi, level: "Super Agent" });
    world.given("approve_topup", { recharge: 10_001, level: "Agent" });
    expect(world.state.accounts.get(kofi)?.level).toBe("Super Agent");
    world.given("request_topup", { ...asked, recharge: 10_002 }, kofi);
    world.given("approve_topup", { recharge: 10_002, level: "Customer" });
    expect(world.state.accounts.get(kofi)?.level).toBe("Super Agent");
  });

  test("decline_topup decides without money; only a decided request can be removed", () => {
    const world = openWorld().given("request_topup", asked, kofi);
    expect(world.submit("remove_topup", { recharge: 10_001 })).toEqual({ code: "recharge_open" });
    world.given("decline_topup", { recharge: 10_001 });
    expect(world.balance(kofi)).toBe(0);
    expect(world.submit("approve_topup", { recharge: 10_001 })).toEqual({
      code: "recharge_decided",
      status: "declined",
    });
    world.given("remove_topup", { recharge: 10_001 });
    expect(world.submit("remove_topup", { recharge: 10_001 })).toEqual({ code: "recharge_unknown" });
  });
});

describe("orders", () => {
  test("place_order charges and makes the order in one event", () => {
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

  test("each level pays its own price; a package is found by id too", () => {
    const world = openWorld().given("change_level", { user: ama, level: "Agent" });
    world.given("place_order", { ...oneGigabyte, package: { id: "mtn-1" } }, ama);
    expect(world.balance(ama)).toBe(94_50);
  });

  test("what was read beside a package's id must still stand there", () => {
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

  test("what the log holds of an order names nobody", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    expect(JSON.stringify(world.events)).not.toContain(oneGigabyte.receiver);
  });

  test("refusals say what the buyer needs to know", () => {
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

  test("pending, processing, completed; no way back and no refund then", () => {
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

  test("reject_order gives the charge back from sales", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama).given("process_order", { order: 1 });
    expect(world.submit("reject_order", { order: 1, reason: "no stock" })).toMatchObject([
      { type: "order_rejected", wallet: ama, counterparty: "sales", amount: 6_00, balance_after: 100_00 },
    ]);
    expect(world.state.orders.get(1)).toMatchObject({ status: "rejected", reason: "no stock" });
    expect(world.state.houses.sales.balance).toBe(0);
  });

  test("reject_order gives back only what corrections of the charge have left", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    const corrects = world.state.position;
    world.given("correct_balance", { user: ama, amount: 2_00, reason: "half", corrects });
    world.given("reject_order", { order: 1, reason: null });
    expect(world.balance(ama)).toBe(100_00);
    expect(world.state.entries.get(corrects)?.reversed).toBe(6_00);
  });

  test("reject_order gives back the whole charge where a correction of it was itself taken back", () => {
    const world = openWorld().given("place_order", oneGigabyte, ama);
    const charge = world.state.position;
    world.given("correct_balance", { user: ama, amount: 2_00, reason: "slip", corrects: charge });
    const slip = world.state.position;
    world.given("correct_balance", { user: ama, amount: -2_00, reason: "undone", corrects: slip });
    world.given("reject_order", { order: 1, reason: null });
    expect(world.balance(ama)).toBe(100_00);
  });

  test("a refund of nothing is no movement", () => {
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
  test("credits and debits against corrections, with a reason", () => {
    const world = openWorld();
    expect(
      world.submit("correct_balance", { user: ama, amount: -40_00, reason: "slip", corrects: null }),
    ).toMatchObject([
      { type: "wallet_corrected", counterparty: "corrections", amount: -40_00, balance_after: 60_00 },
    ]);
    expect(world.state.houses.corrections.balance).toBe(-60_00);
  });

  test("never below zero", () => {
    expect(
      openWorld().submit("correct_balance", {
        user: ama,
        amount: -100_01,
        reason: "too much",
        corrects: null,
      }),
    ).toEqual({ code: "wallet_short", missing: 1, balance: 100_00 });
  });

  test("an entry is not corrected beyond its amount, in one step or in several", () => {
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

  test("a correction is not taken back twice, once itself and once through what it corrects", () => {
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
    // And back again, all the way down.
    expect(correct(-4_00, undone)).toHaveLength(1);
    expect(world.state.entries.get(slip)?.reversed).toBe(0);
    expect(world.state.entries.get(opening)?.reversed).toBe(-4_00);
  });

  test("an entry of another wallet is not this one's to correct", () => {
    const world = openWorld();
    const corrects = world.state.position;
    expect(world.submit("correct_balance", { user: kofi, amount: -1, reason: "r", corrects })).toEqual({
      code: "entry_of_other_wallet",
    });
  });
});

describe("the catalogue", () => {
  test("a product's change holds what it was and what it is", () => {
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

  test("a second product under one id is refused, whatever its network", () => {
    const world = openWorld();
    expect(world.submit("create_product", { product: "mtn", facts: { ...mtn, network: "New" } })).toEqual({
      code: "network_taken",
    });
  });

  test("change_product_status to the same is nothing to change", () => {
    const world = openWorld();
    expect(world.submit("change_product_status", { product: "mtn", status: "available" })).toEqual({
      code: "unchanged",
    });
  });

  test("notice and payment details share a row and leave each other alone", () => {
    const world = openWorld();
    world.given("change_notice", { notice: "closed on Sunday" });
    world.given(
      "change_payment_details",
      { momo_phone_number: "0244000000", momo_account_name: "Shop" },
      admin,
    );
    expect(world.state.notice).toMatchObject({
      notice: "closed on Sunday",
      momo_account_name: "Shop",
      version: 2,
    });
    expect(world.submit("change_notice", { notice: "x" }, ama)).toEqual({ code: "admin_only" });
  });
});

describe("what takes two admins", () => {
  const second = "00000000-0000-4000-8000-00000000000b";
  const large = { user: ama, amount: 60_00, reason: "r", corrects: null };
  const limited = () =>
    openWorld()
      .given("register_user", { user: second, level: "Admin" }, "system")
      .given("change_correction_limit", { limit: 50_00 });

  test("a correction above the limit, either way; below it one admin does", () => {
    const world = limited();
    expect(world.submit("correct_balance", large)).toEqual(needed);
    expect(world.submit("correct_balance", { ...large, amount: -60_00 })).toEqual(needed);
    world.given("correct_balance", { ...large, amount: 50_00 });
    expect(world.balance(ama)).toBe(150_00);
  });

  test.each([
    ["themselves", admin],
    ["a customer", kofi],
    ["nobody the shop knows", "00000000-0000-4000-8000-0000000000ee"],
  ])("asked for by %s is not enough", (_, requested_by) => {
    expect(limited().submit("correct_balance", { ...large, requested_by })).toEqual({
      code: "second_admin_needed",
    });
  });

  test("asked for by another admin it is done, and the log names both; not after that admin was banned", () => {
    const world = limited();
    const events = world.submit("correct_balance", { ...large, requested_by: second });
    expect(events).toMatchObject([{ actor: admin, data: { requested_by: second } }]);
    expect(world.balance(ama)).toBe(160_00);
    world.given("change_status", { user: second, status: "Banned" });
    expect(world.submit("correct_balance", { ...large, requested_by: second })).toEqual({
      code: "second_admin_needed",
    });
  });

  test("what was asked of another is not done alone, be it small or there no limit any more", () => {
    const world = limited();
    const own = { ...small(ama, 1), requested_by: admin };
    expect(world.submit("correct_balance", own)).toEqual(needed);
    world.given("change_correction_limit", { limit: null, requested_by: second });
    expect(world.submit("correct_balance", own)).toEqual(needed);
    expect(world.submit("change_correction_limit", { limit: 1, requested_by: admin })).toEqual(needed);
    world.given("correct_balance", { ...own, requested_by: second });
  });

  test("an admin's own top-up; without a limit they approve it themselves", () => {
    const world = limited().given(
      "request_topup",
      { recharge: 10_002, amount: 50_00, purpose: "topup", momo_transaction_id: null },
      admin,
    );
    expect(world.submit("approve_topup", { recharge: 10_002 })).toEqual({ code: "own_account" });
    world.given("change_correction_limit", { limit: null, requested_by: second });
    world.given("approve_topup", { recharge: 10_002 });
    expect(world.balance(admin)).toBe(50_00);
  });

  test("nothing goes into a deleted user's wallet; what is in it can come out", () => {
    const world = openWorld().given("delete_user", { user: kofi });
    expect(world.submit("correct_balance", small(kofi, 1))).toEqual({ code: "user_unknown" });
    expect(world.submit("correct_balance", small(kofi, -1))).toMatchObject({ code: "wallet_short" });
  });

  test("raising the limit or taking it away; lowering it not", () => {
    const world = limited();
    for (const limit of [51_00, null])
      expect(world.submit("change_correction_limit", { limit })).toEqual({ code: "second_admin_needed" });
    world.given("change_correction_limit", { limit: 40_00 });
    world.given("change_correction_limit", { limit: null, requested_by: second });
    world.given("correct_balance", large);
    expect(world.balance(ama)).toBe(160_00);
  });

  const small = (user: string, amount: number) => ({ user, amount, reason: "r", corrects: null });
  const needed = { code: "second_admin_needed" };

  test("many small corrections of one admin that come above the limit together, over all wallets", () => {
    const world = limited().given("correct_balance", small(ama, 20_00));
    world.given("correct_balance", small(kofi, 20_00));
    expect(world.submit("correct_balance", small(ama, 10_01))).toEqual(needed);
    expect(world.submit("correct_balance", small(kofi, 10_01))).toEqual(needed);
    world.given("correct_balance", small(ama, 10_00));
    expect(world.submit("correct_balance", small(kofi, 1))).toEqual(needed);
    // Each admin has their own.
    world.given("correct_balance", small(kofi, 50_00), second);
    expect(world.submit("correct_balance", small(kofi, 1), second)).toEqual(needed);
  });

  test("to take back is no further correction, but of another wallet it is", () => {
    const world = limited().given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(kofi, 1))).toEqual(needed);
    world.given("correct_balance", small(ama, -50_00)).given("correct_balance", small(kofi, 50_00));
    expect(world.submit("correct_balance", small(ama, -1))).toEqual(needed);
    world.given("correct_balance", small(kofi, -20_00)).given("correct_balance", small(ama, -20_00));
    expect(world.submit("correct_balance", small(ama, -1))).toEqual(needed);
  });

  test("what another admin has approved does not count, nor what was a day ago", () => {
    const world = limited().given("correct_balance", { ...small(ama, 90_00), requested_by: second });
    world.given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(ama, 1))).toEqual(needed);
    world.hours = 23.9;
    expect(world.submit("correct_balance", small(ama, 1))).toEqual(needed);
    world.hours = 24.1;
    world.given("correct_balance", small(ama, 50_00));
    expect(world.submit("correct_balance", small(ama, 1))).toEqual(needed);
  });

  test("the shop itself needs nobody", () => {
    const world = limited().given("correct_balance", large, "system");
    expect(world.balance(ama)).toBe(160_00);
  });
});
