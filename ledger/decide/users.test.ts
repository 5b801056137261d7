import { describe, expect, test } from "vitest";
import { admin, ama, kofi, oneGigabyte, openWorld, World } from "./testing/world.ts";

describe("register_user", () => {
  test("opens an account and its wallet in one command", () => {
    const events = new World().submit("register_user", { user: ama, level: "Customer" }, "system");
    expect(events).toMatchObject([
      {
        position: 1,
        type: "user_registered",
        stream: `user/${ama}`,
        version: 1,
        data: { level: "Customer" },
      },
      { position: 2, type: "wallet_opened", stream: `wallet/${ama}`, version: 1, amount: null },
    ]);
  });

  test("the same user twice is refused", () => {
    const world = openWorld();
    expect(world.submit("register_user", { user: ama, level: "Agent" }, "system")).toEqual({
      code: "user_exists",
    });
  });

  test("only the shop itself makes an admin", () => {
    const world = openWorld();
    const user = "00000000-0000-4000-8000-000000000009";
    expect(world.submit("register_user", { user, level: "Admin" })).toEqual({ code: "level_not_grantable" });
  });
});

test("open_wallet opens the wallet of a user who has none, once", () => {
  const world = openWorld();
  world.state.wallets.set(kofi, null);
  expect(world.submit("open_wallet", { user: kofi })).toMatchObject([
    { type: "wallet_opened", stream: `wallet/${kofi}` },
  ]);
  expect(world.balance(kofi)).toBe(0);
  expect(world.submit("open_wallet", { user: kofi })).toEqual({ code: "wallet_open" });
});

describe("change_level", () => {
  test("says what it was and what it becomes", () => {
    const world = openWorld();
    expect(world.submit("change_level", { user: ama, level: "Super Agent" })).toMatchObject([
      { type: "user_level_changed", version: 2, data: { before: "Customer", after: "Super Agent" } },
    ]);
    expect(world.state.accounts.get(ama)?.level).toBe("Super Agent");
  });

  test("Admin is granted by the shop alone, and the last admin stays one", () => {
    const world = openWorld();
    expect(world.submit("change_level", { user: ama, level: "Admin" })).toEqual({
      code: "level_not_grantable",
    });
    expect(world.submit("change_level", { user: admin, level: "Agent" }, "system")).toEqual({
      code: "last_admin",
    });
    world.given("change_level", { user: ama, level: "Admin" }, "system");
    expect(world.state.admins).toBe(2);
    world.given("change_level", { user: admin, level: "Agent" }, "system");
    expect(world.state.admins).toBe(1);
  });
});

describe("change_status", () => {
  test("a banned user is told so, whatever they ask for", () => {
    const world = openWorld().given("change_status", { user: ama, status: "Banned" });
    expect(world.submit("change_profile", { user: ama, fields: ["email"] }, ama)).toEqual({
      code: "actor_banned",
    });
    expect(world.submit("change_status", { user: ama, status: "Banned" })).toEqual({ code: "unchanged" });
    world.given("change_status", { user: ama, status: "Active" });
    world.given("change_profile", { user: ama, fields: ["email"] }, ama);
  });

  test("a banned admin is no admin any more: the one who is left is the last", () => {
    const world = openWorld().given("change_level", { user: ama, level: "Admin" }, "system");
    world.given("change_status", { user: ama, status: "Banned" }, "system");
    expect(world.state.admins).toBe(1);
    expect(world.submit("change_status", { user: admin, status: "Banned" }, "system")).toEqual({
      code: "last_admin",
    });
  });
});

describe("delete_user", () => {
  test("not while the wallet holds money, and the message says how much", () => {
    const world = openWorld();
    expect(world.submit("delete_user", { user: ama })).toEqual({ code: "wallet_not_empty", balance: 100_00 });
  });

  test("not while an order or a request of theirs is open, whose money may still come back", () => {
    const world = openWorld();
    const refused = (open: number) =>
      expect(world.submit("delete_user", { user: ama })).toEqual({ code: "business_open", open });
    const asked = { amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
    world.given("place_order", oneGigabyte, ama).given("place_order", oneGigabyte, ama);
    refused(2);
    world.given("process_order", { order: 1 });
    refused(2);
    world.given("request_topup", { ...asked, topup: 7 }, ama);
    world.given("request_topup", { ...asked, topup: 8 }, ama);
    refused(4);
    world.given("complete_order", { order: 1 }).given("decline_topup", { topup: 7 });
    world.given("remove_order", { order: 1 }).given("remove_topup", { topup: 7 });
    refused(2);
    world.given("reject_order", { order: 2, reason: null }).given("approve_topup", { topup: 8 });
    expect(world.submit("delete_user", { user: ama })).toMatchObject({ code: "wallet_not_empty" });
    const amount = -world.balance(ama);
    world.given("correct_balance", { user: ama, amount, reason: "paid out", corrects: null });
    world.given("delete_user", { user: ama });
  });

  test("a deleted user can do nothing and is unknown to admins", () => {
    const world = openWorld().given("delete_user", { user: kofi });
    expect(world.submit("change_profile", { user: kofi, fields: [] }, kofi)).toEqual({
      code: "actor_deleted",
    });
    expect(world.submit("change_level", { user: kofi, level: "Agent" })).toEqual({ code: "user_unknown" });
  });
});

test("change_profile names fields and holds no values", () => {
  const world = openWorld();
  expect(world.submit("change_profile", { user: ama, fields: ["email"] }, ama)).toMatchObject([
    { type: "user_profile_changed", data: { fields: ["email"] } },
  ]);
  expect(world.submit("change_profile", { user: ama, fields: ["email"] }, kofi)).toEqual({
    code: "admin_only",
  });
});

describe("replace_api_key", () => {
  test("an agent replaces their own, and the log holds nothing of it", () => {
    const world = openWorld().given("change_level", { user: ama, level: "Agent" });
    expect(world.submit("replace_api_key", { user: ama }, ama)).toMatchObject([
      { type: "api_key_replaced", stream: `user/${ama}`, version: 3, data: {} },
    ]);
  });

  test("no customer has one, no admin, and nobody another's", () => {
    const world = openWorld().given("change_level", { user: ama, level: "Super Agent" });
    expect(world.submit("replace_api_key", { user: kofi }, kofi)).toEqual({ code: "agents_only" });
    expect(world.submit("replace_api_key", { user: admin }, admin)).toEqual({ code: "agents_only" });
    expect(world.submit("replace_api_key", { user: ama }, admin)).toEqual({ code: "agents_only" });
    expect(world.submit("replace_api_key", { user: ama }, "system")).toEqual({ code: "agents_only" });
  });
});

describe("end_sessions", () => {
  test("anyone may leave, a banned user too", () => {
    const world = openWorld().given("change_status", { user: ama, status: "Banned" });
    expect(world.submit("end_sessions", { user: ama, session: "s1" }, ama)).toMatchObject([
      { type: "sessions_ended", data: { session: "s1" } },
    ]);
  });

  test("all sessions may end except for one", () => {
    const intent = { user: ama, session: null, except: "s1" };
    expect(openWorld().submit("end_sessions", intent, ama)).toMatchObject([
      { type: "sessions_ended", data: { session: null, except: "s1" } },
    ]);
  });

  test("another's sessions are an admin's to end", () => {
    const world = openWorld();
    expect(world.submit("end_sessions", { user: ama, session: null }, kofi)).toEqual({ code: "admin_only" });
    expect(world.submit("end_sessions", { user: ama, session: null })).toHaveLength(1);
  });
});
