/** Property tests: whatever commands the ledger gets in whatever order, its books are right. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultLayout } from "#ledger/terms/supplier.ts";
import type { Intents } from "./command.ts";
import { Changes } from "./evolve/changes.ts";
import { evolve } from "./evolve/evolve.ts";
import { emptyState, type Loaded, type State } from "./state.ts";
import { admin, ama, kofi, mtn, openWorld, World } from "./testing/world.ts";

const runs = 300;

test("wallets never fall below zero, and all accounts sum to zero", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const world = openWorld();
      for (const step of steps) {
        submit(world, step);
        const balances = rowsOf(world.state.wallets).map(({ balance }) => balance);
        const houses = Object.values(world.state.houses).map(({ balance }) => balance);
        for (const balance of balances) expect(balance).toBeGreaterThanOrEqual(0);
        expect([...balances, ...houses].reduce((sum, balance) => sum + balance, 0)).toBe(0);
      }
    }),
    { numRuns: runs },
  );
});

test("replaying the log gives the rows that commands were decided on", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const world = play(steps);
      const state = emptyState();
      for (const user of world.state.accounts.rows.keys()) {
        state.alone.set(user, null);
        state.requests.set(user, null);
        state.open.set(user, null);
        state.pending_topups.set(user, null);
      }
      const changes = new Changes();
      for (const event of world.events) {
        evolve(state, event, changes);
      }
      expect(plain(state)).toEqual(plain(world.state));
      expect(changes).toEqual(world.changes);
    }),
    { numRuns: runs },
  );
});

test("refunds and corrections together never take back more than a movement's amount", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { events } = play(steps);
      const left = new Map<number, { was: number; is: number }>();
      const charges = new Map<string, number>();
      const corrected = new Map<number, number>();
      for (const { type, stream, position, amount, data } of events) {
        if (amount === null) continue;
        left.set(position, { was: amount, is: amount });
        if (type === "order_placed") charges.set(stream, position);
        const entry =
          type === "order_rejected"
            ? charges.get(stream)
            : type === "wallet_corrected"
              ? data.corrects
              : null;
        if (type === "wallet_corrected" && data.corrects !== null) corrected.set(position, data.corrects);
        // Taking back a correction restores what that one had corrected.
        for (let at = entry ?? 0; left.has(at); at = corrected.get(at) ?? 0) {
          const reversed = left.get(at)!;
          reversed.is += amount;
          expect(Math.sign(reversed.is) * Math.sign(reversed.was)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(reversed.is)).toBeLessThanOrEqual(Math.abs(reversed.was));
        }
      }
    }),
    { numRuns: runs },
  );
});

test("positions, versions and balances continue without gaps", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const versions = new Map<string, number>();
      const balances = new Map<string, number>();
      for (const [index, event] of play(steps).events.entries()) {
        expect(event.position).toBe(index + 1);
        expect(event.version).toBe((versions.get(event.stream) ?? 0) + 1);
        versions.set(event.stream, event.version);
        if (event.wallet === null || event.amount === null) continue;
        const balance = (balances.get(event.wallet) ?? 0) + event.amount;
        expect(event.balance_after).toBe(balance);
        balances.set(event.wallet, balance);
      }
    }),
    { numRuns: runs },
  );
});

test("sales by day count each order once under its status, and removed orders once more separately", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const world = play(steps);
      const orders = rowsOf(world.state.orders);
      for (const delta of [...world.changes.sales.values()].flat()) {
        const same = orders.filter(
          (order) =>
            order.user === delta.user &&
            (order.status === delta.status || (order.hidden && `removed ${order.status}` === delta.status)),
        );
        expect(delta.count).toBe(same.length);
        expect(delta.value).toBe(same.reduce((sum, order) => sum + order.amount, 0));
      }
    }),
    { numRuns: runs },
  );
});

test("a user has at most one open agent request, and the list of their pending requests is right", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state } = play(steps);
      const pending = rowsOf(state.topups)
        .filter(({ status }) => status === "pending")
        .sort((a, b) => a.id - b.id);
      for (const user of state.accounts.rows.keys()) {
        const own = pending.filter((row) => row.user === user);
        expect(own.filter(({ purpose }) => purpose === "agent-upgrade").length).toBeLessThanOrEqual(1);
        const listed = state.pending_topups.get(user) ?? [];
        expect(listed.toSorted((a, b) => a.id - b.id)).toEqual(
          own.map(({ id, purpose, created_at }) => ({ id, purpose, created_at })),
        );
      }
    }),
    { numRuns: runs },
  );
});

test("the count of a user's open orders and top-ups is right", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state } = play(steps);
      const open = [
        ...rowsOf(state.orders).filter(({ status }) => status === "pending" || status === "processing"),
        ...rowsOf(state.topups).filter(({ status }) => status === "pending"),
      ];
      for (const user of state.accounts.rows.keys())
        expect(state.open.get(user) ?? 0).toBe(open.filter((row) => row.user === user).length);
    }),
    { numRuns: runs },
  );
});

test("daily totals count each top-up once under its status, and removed ones once more separately", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state, changes } = play(steps);
      const requests = rowsOf(state.topups);
      for (const delta of changes.requests) {
        const same = requests.filter(
          ({ status, hidden }) => status === delta.status || (hidden && `removed ${status}` === delta.status),
        );
        expect(delta.count).toBe(same.length);
        expect(delta.value).toBe(same.reduce((sum, { amount }) => sum + amount, 0));
      }
      expect(changes.requests.length > 0).toBe(requests.length > 0);
    }),
    { numRuns: runs },
  );
});

test("the balance of suspense is the sum of the payments that wait", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state } = play(steps);
      const waiting = rowsOf(state.payments).filter(
        ({ status }) => status === "received" || status === "held",
      );
      expect(state.houses.suspense.balance).toBe(waiting.reduce((sum, { amount }) => sum + amount, 0));
    }),
    { numRuns: runs },
  );
});

test("a payment is credited at most once, and a top-up has at most one payment", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state, events } = play(steps);
      const credits = events.flatMap(({ type, data }) =>
        (type === "topup_approved" || type === "wallet_funded") && data.payment !== undefined
          ? [data.payment]
          : [],
      );
      expect(new Set(credits).size).toBe(credits.length);
      const topups = rowsOf(state.payments).flatMap((row) => row.topup ?? []);
      expect(new Set(topups).size).toBe(topups.length);
    }),
    { numRuns: runs },
  );
});

type Step = { [T in keyof Intents]: { type: T; intent: Intents[T]; actor: string } }[keyof Intents];

const user = fc.constantFrom(admin, ama, kofi, "00000000-0000-4000-8000-000000000077");
const actor = fc.oneof({ weight: 6, arbitrary: fc.constant(admin) }, { weight: 2, arbitrary: user });
const level = fc.constantFrom("Customer", "Agent", "Super Agent", "Admin" as const);
const order = fc.integer({ min: 1, max: 8 });
const topup = fc.integer({ min: 1, max: 5 });
const facts = fc
  .record({ network: fc.constantFrom("MTNup2u", "Telecel"), note: fc.string() })
  .map((f) => ({ ...mtn, ...f }));

const payment = fc.constantFrom("p1", "p2", "p3");
const rail = fc.constantFrom("momo", "paystack" as const);

const layouts = [defaultLayout("MTNup2u"), { ...defaultLayout("AFA"), header: false }];
const intents: { [T in keyof Intents]: fc.Arbitrary<Intents[T]> } = {
  register_user: fc.record({ user, level }),
  open_wallet: fc.record({ user }),
  change_level: fc.record({ user, level }),
  change_status: fc.record({ user, status: fc.constantFrom("Active", "Banned" as const) }),
  change_profile: fc.record({ user, fields: fc.constant(["email"]) }),
  help_sign_in: fc.record({ user, way: fc.constantFrom("link", "code" as const) }),
  delete_user: fc.record({ user }),
  end_sessions: fc.record({ user, session: fc.constant(null) }),
  replace_api_key: fc.record({ user }),
  request_topup: fc.record({
    topup,
    amount: fc.integer({ min: 40_00, max: 200_00 }),
    purpose: fc.constantFrom("topup", "agent-upgrade" as const),
    momo_transaction_id: fc.constant(null),
  }),
  approve_topup: fc.record({ topup, level }, { requiredKeys: ["topup"] }),
  decline_topup: fc.record({ topup, reason: fc.constant("unpaid") }, { requiredKeys: ["topup"] }),
  remove_topup: fc.record({ topup }),
  place_order: fc.record({
    package: fc.constantFrom({ id: "mtn-1" }, { network: "MTNup2u", offer: "1 GB" }),
    expected_price: fc.constantFrom(null, 6_00),
    receiver: fc.constant("0244123456"),
    form: fc.constant(null),
  }),
  process_order: fc.record({ order }),
  complete_order: fc.record({ order }),
  reject_order: fc.record({ order, reason: fc.option(fc.string()) }),
  remove_order: fc.record({ order, clearing: fc.integer({ min: 1, max: 40 }) }, { requiredKeys: ["order"] }),
  send_to_supplier: fc.record({
    network: fc.constantFrom("MTNup2u", "Telecel"),
    orders: fc.array(order, { minLength: 1, maxLength: 5 }),
  }),
  change_supplier_layout: fc.record({ network: fc.constant("MTNup2u"), layout: fc.constantFrom(...layouts) }),
  clear_list: fc.record({ list: fc.constantFrom("order", "topup") }),
  correct_balance: fc.record({
    user,
    amount: fc.oneof(fc.integer({ min: -20_00, max: 20_00 }), fc.constantFrom(-6_00, 6_00)),
    reason: fc.string(),
    corrects: fc.oneof(fc.constant(null), fc.integer({ min: 8, max: 40 })),
  }),
  change_correction_limit: fc.record({ limit: fc.option(fc.integer({ min: -1, max: 20_00 })) }),
  change_topup_limit: fc.record({ limit: fc.option(fc.integer({ min: -1, max: 200_00 })) }),
  change_step_up: fc.record({ isOn: fc.boolean() }),
  change_admin_factor: fc.record({ required: fc.boolean() }),
  start_move_in: fc.record({
    move_in: fc.constant("m"),
    users: fc.nat(3),
    products: fc.nat(3),
    amount: fc.nat(90),
  }),
  move_in_user: fc.record({
    user,
    level,
    amount: fc.integer({ min: -1, max: 20_00 }),
    move_in: fc.constant("m"),
  }),
  receive_payment: fc.record({
    payment,
    rail,
    transaction: fc.constantFrom("t1", "t2"),
    amount: fc.oneof(fc.integer({ min: -1, max: 200_00 }), fc.constant(60_00)),
    fee: fc.option(fc.integer({ min: 0, max: 1_00 })),
  }),
  charge_payment_fee: fc.record({ payment, fee: fc.integer({ min: 0, max: 1_00 }) }),
  hold_payment: fc.record({ payment, reason: fc.string() }),
  match_payment: fc.record(
    { payment, user, topup: fc.option(topup), level },
    { requiredKeys: ["payment", "user", "topup"] },
  ),
  cover_payment: fc.record({ payment, topup }),
  return_payment: fc.record({ payment, reason: fc.string() }),
  dispute_payment: fc.record({ payment }),
  end_dispute: fc.record({ payment }),
  reverse_payment: fc.record(
    { payment, fee: fc.integer({ min: 0, max: 1_00 }) },
    { requiredKeys: ["payment"] },
  ),
  fail_payment_return: fc.record({
    payment,
    reason: fc.string(),
    fee: fc.option(fc.integer({ min: 0, max: 1_00 })),
  }),
  confirm_rail_balance: fc.record({
    rail,
    from: fc.option(fc.nat(90_00)),
    balance: fc.integer({ min: -9, max: 90_00 }),
    reason: fc.string(),
  }),
  transfer_from_rail: fc.record({ rail, amount: fc.integer({ min: -9, max: 90_00 }), reason: fc.string() }),
  // Replaced by the id of an approval that was asked for.
  grant_approval: fc.record({ approval: fc.constantFrom("0", "1") }),
  decline_approval: fc.record({ approval: fc.constantFrom("0", "1") }),
  create_product: fc.record({ product: fc.constantFrom("telecel", "other"), facts }),
  change_product: fc.record({ product: fc.constantFrom("mtn", "telecel"), facts }),
  change_product_status: fc.record({
    product: fc.constant("mtn"),
    status: fc.constantFrom("available", "out of stock" as const),
  }),
  change_notice: fc.record({ notice: fc.string() }),
  change_support_links: fc.record({ support_group: fc.string(), support_chat: fc.string() }),
  change_message_settings: fc.record({
    admin_phone: fc.string(),
    card_number: fc.constantFrom("last four", "whole" as const),
    templates: fc.record({ order_placed: fc.string(), topup_approved: fc.string() }, { requiredKeys: [] }),
  }),
  change_payment_details: fc.record({ momo_phone_number: fc.string(), momo_account_name: fc.string() }),
};

/** Money and orders often, other commands rarely. */
const often = new Set([
  "place_order",
  "reject_order",
  "correct_balance",
  "process_order",
  "approve_topup",
  "request_topup",
  "match_payment",
  "cover_payment",
]);
/** Only the shop itself may send them. */
const ofShop = new Set([
  "receive_payment",
  "charge_payment_fee",
  "dispute_payment",
  "end_dispute",
  "reverse_payment",
  "fail_payment_return",
]);
const step = fc.oneof(
  ...(Object.keys(intents) as (keyof Intents)[]).map((type) => ({
    weight: often.has(type) ? 6 : 1,
    arbitrary: fc.record({
      type: fc.constant(type),
      intent: intents[type] as fc.Arbitrary<unknown>,
      actor: ofShop.has(type)
        ? fc.constant("system")
        : type === "place_order" || type === "request_topup"
          ? user
          : actor,
    }) as unknown as fc.Arbitrary<Step>,
  })),
);
const history = fc.array(step, { minLength: 5, maxLength: 80, size: "max" });

function play(steps: Step[]): World {
  const world = openWorld();
  for (const step of steps) submit(world, step);
  return world;
}

function rowsOf<K, V>(loaded: Loaded<K, V>): V[] {
  return [...loaded.rows.values()].flatMap((row) => row ?? []);
}

/** Corrections that name a movement name an existing one, and mostly take back part of it. */
function submit(world: World, step: Step): void {
  const { type, actor } = step;
  if (type === "grant_approval" || type === "decline_approval") {
    const approvals = rowsOf(world.state.approvals);
    const approval = approvals[Number(step.intent.approval) % Math.max(approvals.length, 1)]?.id;
    if (approval !== undefined) world.submit(type, { approval }, actor);
    return;
  }
  if (type !== "correct_balance" || step.intent.corrects === null) {
    world.submit(type, step.intent, actor);
    return;
  }
  const movements = world.events.filter(({ amount }) => amount !== null);
  const entry = movements[step.intent.corrects % movements.length];
  if (!entry?.wallet || entry.amount === null) return;
  const back = step.intent.amount < -10_00 ? Math.sign(entry.amount) : -Math.sign(entry.amount);
  const amount = back * Math.abs(step.intent.amount);
  world.submit(type, { ...step.intent, user: entry.wallet, amount, corrects: entry.position }, admin);
}

/** Only existing rows: which missing ones were looked up is not part of the state. */
function plain(state: State): object {
  const {
    now: _,
    accounts,
    wallets,
    orders,
    topups,
    approvals,
    payments,
    entries,
    alone,
    open,
    ...rest
  } = state;
  const present = <K extends PropertyKey, V>({ rows }: Loaded<K, V>) =>
    Object.fromEntries([...rows].filter(([, row]) => row !== null));
  return {
    ...rest,
    rows: [accounts, wallets, orders, topups, approvals, payments, entries, alone, open].map((rows) =>
      present(rows as Loaded<PropertyKey, unknown>),
    ),
  };
}
