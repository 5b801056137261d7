/** For property tests: random histories of a shop, with commands of every kind. */
import fc from "fast-check";
import type { CommandType, Intents } from "#ledger/decide/command.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { feeBearers } from "#contract/terms/shops.ts";
import { admin, ama, kofi, mtn } from "#ledger/decide/testing/world.ts";
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import { refusalKinds, suppliers } from "#contract/terms/fulfilment.ts";
import { defaultLayout } from "#contract/terms/supplier.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";

export type Step = { [T in keyof Intents]: { type: T; intent: Intents[T]; actor: string } }[keyof Intents];

const user = fc.constantFrom(admin, ama, kofi, "00000000-0000-4000-8000-000000000077");
const actor = fc.oneof({ weight: 6, arbitrary: fc.constant(admin) }, { weight: 2, arbitrary: user });
const level = fc.constantFrom("Customer", "Agent", "Super Agent", "Admin" as const);
const order = fc.integer({ min: 1, max: 8 });
const attempt = fc.integer({ min: 1, max: 2 });
const topup = fc.integer({ min: 1, max: 5 });
const facts = fc
  .record({ network: fc.constantFrom("MTNup2u", "Telecel"), note: fc.string() })
  .map((f) => ({ ...mtn, ...f }));

const payment = fc.constantFrom(
  "00000000-0000-4000-8000-0000000000b1",
  "00000000-0000-4000-8000-0000000000b2",
  "00000000-0000-4000-8000-0000000000b3",
);
const rail = fc.constantFrom("momo", "paystack" as const);
// Replaced by the id of a withdrawal that was asked for.
const withdrawal = fc.constantFrom("0", "1");

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
  send_fulfilment: order.chain((id) =>
    fc.integer({ min: 1, max: 3 }).map((at) => ({
      order: id,
      supplier: "datamart" as const,
      code: "YELLO 1",
      reference: `ref${id}x${at}`,
    })),
  ),
  deliver_from_stock: fc.record({
    order,
    reference: fc.string({ minLength: 1 }),
    cost: fc.integer({ min: -1, max: 5_00 }),
  }),
  accept_fulfilment: fc.record({ order, attempt, cost: fc.option(fc.integer({ min: -1, max: 5_00 })) }),
  deliver_fulfilment: fc.record({ order, attempt }),
  refuse_fulfilment: fc.record({
    order,
    attempt,
    reason: fc.constantFrom("", "wrong number"),
    refusal: fc.constantFrom(...refusalKinds),
  }),
  refund_refused_order: fc.record({ order }),
  see_contradiction: fc.record({ order, attempt, reason: fc.constantFrom("", "looked after") }),
  change_fulfilment_rules: fc.record({
    refunds: fc.subarray([...refusalKinds]),
    float_min: fc.integer({ min: 0, max: 90_00 }),
    hours_min: fc.integer({ min: 0, max: 9 }),
    vouchers_min: fc.integer({ min: 0, max: 9 }),
  }),
  return_fulfilment: fc.record({ order, attempt }),
  contradict_fulfilment: fc.record({ order, attempt, said: fc.constantFrom("delivered", "refused") }),
  settle_fulfilment: fc.record({
    order,
    attempt,
    outcome: fc.constantFrom("delivered", "refused" as const),
    reason: fc.constantFrom("", "asked"),
  }),
  fund_supplier: fc.record({
    supplier: fc.constantFrom(...suppliers),
    from: fc.constantFrom("momo", "owner" as const),
    amount: fc.integer({ min: -9, max: 90_00 }),
    reason: fc.string(),
  }),
  add_vouchers: fc.record({
    package: fc.constantFrom("mtn-1", "other"),
    cost: fc.integer({ min: 0, max: 9_00 }),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  import_supplier_prices: fc.record({
    supplier: fc.constantFrom(...suppliers),
    count: fc.integer({ min: 1, max: 9 }),
    changed: fc.constant([]),
  }),
  change_package_routes: fc.record({
    package: fc.constantFrom("mtn-1", "other"),
    routes: fc.subarray(suppliers.map((supplier) => ({ supplier, code: "5" }))),
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
  change_price_rule: fc.record({
    rule: fc.record({
      unit: fc.constantFrom("percent", "cedis"),
      customer: fc.integer({ min: -1, max: 20_00 }),
      agent: fc.constant(6_00),
      superAgent: fc.constant(4_00),
      step: fc.integer({ min: 0, max: 50 }),
    }),
  }),
  open_shop: fc.constant({}),
  change_shop_prices: fc.record({
    prices: fc.array(
      fc.record({
        package: fc.constantFrom("mtn-1", "other"),
        price: fc.option(
          fc.oneof(fc.integer({ min: -1, max: 20_00 }), fc.integer({ min: 5_00, max: 12_00 })),
        ),
      }),
      { maxLength: 2 },
    ),
  }),
  close_shop: fc.record({ user, reason: fc.constantFrom("", "reported") }),
  reopen_shop: fc.record({ user, reason: fc.constantFrom("", "put right") }),
  change_shop_rules: fc.record({
    rules: fc.record({
      isOn: fc.boolean(),
      highest: fc.integer({ min: 99, max: 300 }),
      fee_by: fc.constantFrom(...feeBearers),
    }),
  }),
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
  receive_payment: fc.record(
    {
      payment,
      rail,
      transaction: fc.constantFrom("t1", "t2"),
      amount: fc.oneof(fc.integer({ min: -1, max: 200_00 }), fc.constant(60_00)),
      fee: fc.option(fc.integer({ min: 0, max: 1_00 })),
      credit: fc.record({ user, topup: fc.option(topup) }),
    },
    { requiredKeys: ["payment", "rail", "transaction", "amount", "fee"] },
  ),
  place_guest_order: fc.record({
    payment,
    user,
    package: fc.constant({ id: "mtn-1", network: "MTNup2u", offer: "1 GB" }),
    price: fc.constantFrom(60_00, 7_00),
    surcharge: fc.integer({ min: 0, max: 60 }),
    fee_by: fc.constantFrom(...feeBearers),
    receiver: fc.constant("0244123456"),
  }),
  refund_payment: fc.record({ payment, reason: fc.constantFrom("", "too late") }),
  ask_refund: fc.record({ payment }),
  refuse_refund: fc.record({ payment, reason: fc.constantFrom("", "refused") }),
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
  request_withdrawal: fc.record({
    amount: fc.integer({ min: 9_00, max: 40_00 }),
    fee: fc.constantFrom(0, 1_00),
    first: fc.boolean(),
    earned: fc.constantFrom(0, 30_00),
  }),
  send_withdrawal: fc.record({ withdrawal, rail }),
  refuse_withdrawal: fc.record({ withdrawal, attempt: fc.constantFrom(1, 2), reason: fc.constant("no") }),
  pay_withdrawal: fc.record({
    withdrawal,
    transaction: fc.constant("t1"),
    fee: fc.option(fc.integer({ min: -1, max: 1_00 })),
  }),
  fail_withdrawal: fc.record({ withdrawal, reason: fc.constantFrom("", "failed") }),
  reverse_withdrawal: fc.record({ withdrawal, reason: fc.constantFrom("", "reversed") }),
  reject_withdrawal: fc.record({ withdrawal, reason: fc.constantFrom("", "call us") }),
  change_withdrawal_rules: fc.record({
    isOn: fc.constant(true),
    who: fc.constantFrom("everyone", "agents" as const),
    what: fc.constantFrom("everything", "earnings" as const),
    min: fc.constantFrom(usualWithdrawalRules.min, 5_00),
    fee: fc.constantFrom(0, 1_00),
    day_max: fc.constantFrom(60_00, 500_00),
  }),
  // Replaced by the id of an approval that was asked for.
  grant_approval: fc.record({ approval: fc.constantFrom("0", "1") }),
  decline_approval: fc.record({ approval: fc.constantFrom("0", "1") }),
  create_product: fc.record({ product: fc.constantFrom("telecel", "other"), facts }),
  create_products: fc.subarray(["AirtelTigo", "WAEC"], { minLength: 1 }).map((list) => ({
    products: list.map((network) => ({ product: network, facts: { ...mtn, network } })),
  })),
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
const often = [
  "place_order",
  "reject_order",
  "correct_balance",
  "process_order",
  "approve_topup",
  "request_topup",
  "match_payment",
  "cover_payment",
  "send_fulfilment",
  "refuse_fulfilment",
  "deliver_fulfilment",
  "change_withdrawal_rules",
  "request_withdrawal",
  "send_withdrawal",
  "pay_withdrawal",
] as const satisfies CommandType[];
/** Only the shop itself may send them. */
const ofShop = new Set([
  "place_guest_order",
  "refund_payment",
  "ask_refund",
  "refuse_refund",
  "receive_payment",
  "charge_payment_fee",
  "dispute_payment",
  "end_dispute",
  "reverse_payment",
  "fail_payment_return",
  "refuse_withdrawal",
  "reverse_withdrawal",
  "send_fulfilment",
  "deliver_from_stock",
  "accept_fulfilment",
  "deliver_fulfilment",
  "refuse_fulfilment",
  "return_fulfilment",
  "contradict_fulfilment",
]);

/** One of the commands that have a weight. */
export function stepsOf(weights: Partial<Record<CommandType, number>>): fc.Arbitrary<Step> {
  const types = Object.keys(weights) as CommandType[];
  return fc.oneof(
    ...types.map((type) => ({
      weight: weights[type] ?? 0,
      arbitrary: fc.record({
        type: fc.constant(type),
        intent: intents[type] as fc.Arbitrary<unknown>,
        actor: ofShop.has(type)
          ? fc.constant("system")
          : type === "place_order" || type === "request_topup" || type === "request_withdrawal"
            ? user
            : actor,
      }) as unknown as fc.Arbitrary<Step>,
    })),
  );
}

const anyStep = stepsOf({
  ...Object.fromEntries(Object.keys(intents).map((type) => [type, 1])),
  ...Object.fromEntries(often.map((type) => [type, 6])),
});
export const history = fc.array(anyStep, { minLength: 5, maxLength: 80, size: "max" });

/**
 * The step after these events, or undefined if it makes no sense then: a decision names an approval that was asked for. A
 * correction that names a movement names an existing one, and mostly takes back part of it.
 */
export function adapted(step: Step, events: readonly LedgerEvent[]): Step | undefined {
  if (step.type === "grant_approval" || step.type === "decline_approval") {
    const asked = events.filter(({ type }) => type === "approval_requested");
    const event = asked[Number(step.intent.approval) % Math.max(asked.length, 1)];
    return event && { ...step, intent: { approval: idOfStream(event.stream as Stream<"approval">) } };
  }
  if ("withdrawal" in step.intent) {
    const asked = events.filter(({ type }) => type === "withdrawal_requested");
    const event = asked.at(-1 - Number(step.intent.withdrawal));
    const id = event && idOfStream(event.stream as Stream<"withdrawal">);
    return id === undefined ? undefined : ({ ...step, intent: { ...step.intent, withdrawal: id } } as Step);
  }
  if (step.type !== "correct_balance" || step.intent.corrects === null) return step;
  const movements = events.filter(({ amount }) => amount !== null);
  const entry = movements[step.intent.corrects % movements.length];
  if (!entry?.wallet || entry.amount === null) return undefined;
  const back = step.intent.amount < -10_00 ? Math.sign(entry.amount) : -Math.sign(entry.amount);
  const amount = back * Math.abs(step.intent.amount);
  const intent = { ...step.intent, user: entry.wallet, amount, corrects: entry.position };
  return { type: "correct_balance", intent, actor: admin };
}
