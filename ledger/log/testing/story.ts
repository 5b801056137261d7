/** For tests: a history with every type of event, so that every table has rows that several events changed. */
import { usualRules } from "#contract/terms/fulfilment.ts";
import { randomUUID } from "node:crypto";
import { usualPriceRule } from "#contract/terms/pricing.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import { defaultLayout } from "#contract/terms/supplier.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { Writer } from "../writer.ts";
import { accepted, command, mtn, openShop, orderOf, purchaseBy, type Shop } from "./shop.ts";

export async function tellStory(writer: Writer): Promise<Shop> {
  const shop = await openShop(writer, 3, 200_00);
  const { admin, customers } = shop;
  const [ama = "", kofi = "", esi = ""] = customers;
  const asAdmin = (...[type, intent]: Parameters<typeof command>) =>
    accepted(writer, command(type, intent, admin));
  const orders: number[] = [];
  for (const user of [ama, kofi, ama, esi, ama])
    orders.push(orderOf(await accepted(writer, purchaseBy(user))));
  for (const order of orders.slice(0, 2)) await asAdmin("process_order", { order });
  await asAdmin("send_to_supplier", { network: "MTNup2u", orders: orders.slice(2, 4) });
  await asAdmin("change_supplier_layout", { network: "MTNup2u", layout: defaultLayout("AFA") });
  await asAdmin("complete_order", { order: orders[0] ?? 0 });
  await asAdmin("remove_order", { order: orders[0] ?? 0 });
  const charge = await accepted(writer, purchaseBy(kofi));
  const corrects = charge[0]?.position ?? 0;
  const [half] = await asAdmin("correct_balance", { user: kofi, amount: 1_00, reason: "half", corrects });
  const undone = { user: kofi, amount: -40, reason: "too much", corrects: half?.position ?? 0 };
  await asAdmin("correct_balance", undone);
  await asAdmin("reject_order", { order: orderOf(charge), reason: "no stock" });
  await asAdmin("reject_order", { order: orders[1] ?? 0, reason: null });
  for (const topup of [10_001, 10_002, 10_003]) {
    const asked = { topup, amount: 60_00, purpose: "topup", momo_transaction_id: `m${topup}` } as const;
    await accepted(writer, command("request_topup", asked, ama));
  }
  await asAdmin("approve_topup", { topup: 10_001, level: "Agent" });
  const seen = [{ topup: 10_001, status: "approved" as const }];
  await asAdmin("approve_topup", { topup: 10_003, seen, others: [10_001], reason: "two payments" });
  await asAdmin("decline_topup", { topup: 10_002 });
  await asAdmin("remove_topup", { topup: 10_002 });
  await tellFulfilments(writer, shop);
  const [cleared] = await asAdmin("clear_list", { list: "order" });
  await asAdmin("remove_order", { order: orders[1] ?? 0, clearing: cleared?.position ?? 0 });
  const listed = { product: "waec", facts: { ...mtn, network: "WAEC" } };
  await asAdmin("create_products", { products: [listed] });
  await asAdmin("change_product_status", { product: "mtn", status: "out of stock" });
  await asAdmin("change_product", {
    product: "mtn",
    facts: { ...mtn, status: "out of stock", note: "soon" },
  });
  await asAdmin("change_step_up", { isOn: true });
  await asAdmin("change_admin_factor", { required: true });
  await asAdmin("change_topup_limit", { limit: 900_00 });
  await asAdmin("change_notice", { notice: "closed \u2028 on “Sunday” \\ ☎" });
  await asAdmin("change_payment_details", { momo_phone_number: "0244000000", momo_account_name: "Shop" });
  await asAdmin("change_price_rule", { rule: { ...usualPriceRule, unit: "cedis", customer: 50 } });
  await tellShop(writer, shop);
  await asAdmin("change_support_links", { support_group: "https://x.example/g", support_chat: "" });
  await asAdmin("change_message_settings", {
    admin_phone: "0244000001",
    card_number: "whole",
    templates: { topup_approved: "Approved: {amount}", order_placed: "New: {reference}" },
  });
  const moved = { move_in: randomUUID(), users: 1, products: 0, amount: 12_50 };
  await accepted(writer, command("start_move_in", moved));
  const newcomer = { user: randomUUID(), level: "Agent", amount: 12_50, move_in: moved.move_in } as const;
  await accepted(writer, command("move_in_user", newcomer));
  await tellPayments(writer, shop);
  await tellWithdrawals(writer, shop);
  await asAdmin("change_status", { user: esi, status: "Banned" });
  await accepted(writer, command("end_sessions", { user: esi, session: null }, esi));
  // A refusal that is kept: a row of ledger.command that the log does not hold.
  await writer.submit(purchaseBy(esi), { remember: true });
  await accepted(writer, command("replace_api_key", { user: ama }, ama));
  await asAdmin("change_profile", { user: kofi, fields: ["email", "phone"] });
  const gone = randomUUID();
  await accepted(writer, command("register_user", { user: gone, level: "Customer" }));
  await asAdmin("delete_user", { user: gone });
  await tellApprovals(writer, shop);
  return shop;
}

/** A payment of each way that they can go. */
async function tellPayments(writer: Writer, { admin, customers: [, kofi = ""] }: Shop): Promise<void> {
  const asShop = (...[type, intent]: Parameters<typeof command>) => accepted(writer, command(type, intent));
  const asAdmin = (...[type, intent]: Parameters<typeof command>) =>
    accepted(writer, command(type, intent, admin));
  const receive = async (rail: RailName, amount: number, fee: number | null) => {
    const payment = randomUUID();
    await asShop("receive_payment", { payment, rail, transaction: payment.slice(0, 8), amount, fee });
    return payment;
  };
  const asked = { topup: 10_004, amount: 70_00, purpose: "topup", momo_transaction_id: null } as const;
  await accepted(writer, command("request_topup", asked, kofi));
  const paid = await receive("paystack", 70_00, 1_37);
  await asShop("match_payment", { payment: paid, user: kofi, topup: 10_004 });
  await asShop("dispute_payment", { payment: paid });
  await asShop("end_dispute", { payment: paid });
  const lost = await receive("telecel", 15_00, null);
  await asAdmin("hold_payment", { payment: lost, reason: "whose is it?" });
  await asAdmin("match_payment", { payment: lost, user: kofi, topup: null });
  await asShop("charge_payment_fee", { payment: lost, fee: 20 });
  await asShop("reverse_payment", { payment: lost });
  await asAdmin("cover_payment", { payment: await receive("momo", 60_00, 0), topup: 10_001 });
  await asAdmin("return_payment", { payment: await receive("momo", 8_00, null), reason: "not for us" });
  const kept = await receive("paystack", 11_00, 3);
  await asAdmin("return_payment", { payment: kept, reason: "not for us" });
  await asShop("fail_payment_return", { payment: kept, reason: "the refund failed", fee: 3 });
  await asShop("match_payment", { payment: kept, user: kofi, topup: null });
  await asShop("reverse_payment", { payment: kept, fee: 22 });
  await asShop("fail_payment_return", { payment: kept, reason: "the refund failed", fee: 3 });
  await asShop("reverse_payment", { payment: await receive("paystack", 9_00, 3), fee: 18 });
  await receive("momo", 5_00, null);
  await asAdmin("transfer_from_rail", { rail: "momo", amount: 30_00, reason: "withdrawn" });
  await asAdmin("confirm_rail_balance", { rail: "momo", from: null, balance: 12_00, reason: "read" });
}

/** A withdrawal of each way that they can go. */
async function tellWithdrawals(writer: Writer, { admin, customers: [, kofi = ""] }: Shop): Promise<void> {
  const asShop = (...[type, intent]: Parameters<typeof command>) => accepted(writer, command(type, intent));
  const asAdmin = (...[type, intent]: Parameters<typeof command>) =>
    accepted(writer, command(type, intent, admin));
  const rules = { ...usualWithdrawalRules, isOn: true, who: "everyone", what: "everything" } as const;
  await asAdmin("change_withdrawal_rules", { ...rules, fee: 1_00 });
  const ask = async () => {
    const asked = { amount: 10_00, fee: 1_00, first: false, earned: 0 };
    const [event] = await accepted(writer, command("request_withdrawal", asked, kofi));
    if (event?.type !== "withdrawal_requested") throw new Error("nothing was withdrawn");
    return idOfStream(event.stream);
  };
  const send = async (rail: RailName) => {
    const withdrawal = await ask();
    await asAdmin("send_withdrawal", { withdrawal, rail });
    return withdrawal;
  };
  await ask();
  await asAdmin("reject_withdrawal", { withdrawal: await ask(), reason: "call us" });
  const paid = await send("momo");
  await asAdmin("pay_withdrawal", { withdrawal: paid, transaction: "38271", fee: null });
  await asAdmin("fail_withdrawal", { withdrawal: await send("telecel"), reason: "barred" });
  const reversed = await send("paystack");
  await asShop("refuse_withdrawal", { withdrawal: reversed, attempt: 1, reason: "no money" });
  await asAdmin("send_withdrawal", { withdrawal: reversed, rail: "paystack" });
  await asShop("pay_withdrawal", { withdrawal: reversed, transaction: "TRF_1", fee: 1_00 });
  await asShop("reverse_withdrawal", { withdrawal: reversed, reason: "it came back" });
  await send("paystack");
}

/** Attempts at suppliers, with each end that they can have. */
async function tellFulfilments(writer: Writer, { admin, customers: [, kofi = ""] }: Shop): Promise<void> {
  const asShop = (...[type, intent]: Parameters<typeof command>) => accepted(writer, command(type, intent));
  const asAdmin = (...[type, intent]: Parameters<typeof command>) =>
    accepted(writer, command(type, intent, admin));
  await asAdmin("add_vouchers", { package: "mtn-1", cost: 4_00, count: 3 });
  await asAdmin("import_supplier_prices", {
    supplier: "hubnet",
    count: 1,
    changed: [{ code: "mtn 1", before: null, after: 4_10 }],
  });
  await asAdmin("change_package_routes", {
    package: "mtn-1",
    routes: [{ supplier: "datamart", code: "1" }],
  });
  for (const [supplier, amount] of [
    ["datamart", 50_00],
    ["stock", 20_00],
  ] as const)
    await asAdmin("fund_supplier", { supplier, from: "momo", amount, reason: "paid in" });
  const sent = async () => {
    const order = orderOf(await accepted(writer, purchaseBy(kofi)));
    await asShop("send_fulfilment", {
      order,
      supplier: "datamart",
      code: "YELLO 1",
      reference: `reference-${order}`,
    });
    return { order, attempt: 1 };
  };
  const delivered = await sent();
  await asShop("accept_fulfilment", { ...delivered, cost: 4_10 });
  await asShop("deliver_fulfilment", delivered);
  await asShop("contradict_fulfilment", { ...delivered, said: "failed" });
  await asAdmin("see_contradiction", { ...delivered, reason: "their mistake" });
  const refused = await sent();
  await asShop("accept_fulfilment", { ...refused, cost: 4_10 });
  await asShop("refuse_fulfilment", { ...refused, reason: "wrong number" });
  await asShop("return_fulfilment", refused);
  const { order } = refused;
  await asShop("deliver_from_stock", { order, reference: `reference-${order}-2`, cost: 3_90 });
  const settled = await sent();
  await asShop("accept_fulfilment", { ...settled, cost: null });
  await asAdmin("settle_fulfilment", { ...settled, outcome: "refused", reason: "their support says so" });
  await asAdmin("reject_order", { order: settled.order, reason: "wrong number" });
  await asAdmin("change_fulfilment_rules", { ...usualRules, refunds: ["barred number"] });
  const barred = await sent();
  await asShop("refuse_fulfilment", { ...barred, reason: "barred", refusal: "barred number" });
  await asShop("refund_refused_order", { order: barred.order });
  await sent();
}

/** One correction that another admin grants, and one that is declined. */
async function tellApprovals(writer: Writer, { admin, customers: [user = ""] }: Shop): Promise<void> {
  const second = randomUUID();
  await accepted(writer, command("register_user", { user: second, level: "Admin" }));
  await accepted(writer, command("change_correction_limit", { limit: 10_00 }, admin));
  for (const type of ["grant_approval", "decline_approval"] as const) {
    const large = { user, amount: 20_00, reason: "large", corrects: null };
    const [asked] = await accepted(writer, command("correct_balance", large, admin));
    if (asked?.type !== "approval_requested") throw new Error("a large correction took one admin");
    await accepted(writer, command(type, { approval: idOfStream(asked.stream) }, second));
  }
}

async function tellShop(writer: Writer, { admin }: Shop): Promise<void> {
  const agent = randomUUID();
  await accepted(writer, command("register_user", { user: agent, level: "Agent" }));
  const asAdmin = (...[type, intent]: Parameters<typeof command>) =>
    accepted(writer, command(type, intent, admin));
  await asAdmin("change_shop_rules", { rules: { isOn: true, highest: 150, fee_by: "agent" } });
  await accepted(writer, command("open_shop", {}, agent));
  const item = mtn.packages[0]?.id ?? "";
  for (const price of [6_00, 6_20, null, 6_10])
    await accepted(writer, command("change_shop_prices", { prices: [{ package: item, price }] }, agent));
  await tellGuests(writer, agent, admin);
  await asAdmin("close_shop", { user: agent, reason: "reported" });
  await asAdmin("reopen_shop", { user: agent, reason: "put right" });
}

/** Orders that guests have paid: delivered, rejected and refunded, and one for which nothing was sold. */
async function tellGuests(writer: Writer, user: string, admin: string): Promise<void> {
  const asShop = (...[type, intent]: Parameters<typeof command>) => accepted(writer, command(type, intent));
  const asAdmin = (...[type, intent]: Parameters<typeof command>) =>
    accepted(writer, command(type, intent, admin));
  await asAdmin("change_product_status", { product: "mtn", status: "available" });
  const { network, packages } = mtn;
  const { id = "", offer = "", agent: cost = 0 } = packages[0] ?? {};
  const price = cost + 1_00;
  const receive = async () => {
    const payment = randomUUID();
    const transaction = payment.slice(0, 8);
    await asShop("receive_payment", { payment, rail: "paystack", transaction, amount: price, fee: 12 });
    return payment;
  };
  const placed = async () => {
    const payment = await receive();
    const about = { user, package: { id, network, offer }, price, surcharge: 0, fee_by: "agent" } as const;
    const events = await asShop("place_guest_order", { payment, ...about, receiver: "0244123456" });
    return { payment, order: orderOf(events.filter(({ type }) => type === "order_placed")) };
  };
  for (const isTaken of [false, true]) {
    const { payment, order } = await placed();
    await asAdmin("process_order", { order });
    if (isTaken) await asShop("reverse_payment", { payment });
    await asAdmin("complete_order", { order });
  }
  const rejected = await placed();
  await asAdmin("reject_order", { order: rejected.order, reason: "no stock" });
  await asShop("ask_refund", { payment: rejected.payment });
  await asShop("reverse_payment", { payment: rejected.payment });
  const late = await receive();
  await asShop("refund_payment", { payment: late, reason: "The payment came too late" });
  await asShop("ask_refund", { payment: late });
  await asShop("refuse_refund", { payment: late, reason: "too old" });
  await placed();
  await asAdmin("change_product_status", { product: "mtn", status: "out of stock" });
}
