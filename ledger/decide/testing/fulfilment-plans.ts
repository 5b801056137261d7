/** For tests: how to make each reason to refuse a command about suppliers apply. */
import { type FulfilmentRules, type Route, usualRules } from "#contract/terms/fulfilment.ts";
import { type Fulfilment, fulfilmentId } from "#ledger/core/rows/fulfilments.ts";
import type { State } from "#ledger/core/state.ts";
import type { FulfilmentIntents } from "../../suppliers/fulfilments.ts";
import type { SupplierSettingsIntents } from "../../suppliers/supplier-settings.ts";
import { actorExclusive, adminReasons, haveTwoAdmins, type Plan, type Scenario, waitFor } from "./plan.ts";
import { orderScenario, patchOrder, patchProducts, scenario } from "./scenarios.ts";
import { admin } from "./world.ts";

const order = 3;
const about = { order, attempt: 1 };

export function addAttempt(state: State, attempt: number, patch: Partial<Fulfilment> = {}): void {
  const id = fulfilmentId(order, attempt);
  state.fulfilments.set(id, {
    id,
    order,
    attempt,
    supplier: "datamart",
    code: "YELLO 1",
    reference: `reference${attempt}`,
    state: "sent",
    cost: null,
    reason: null,
    refusal: null,
    contradiction: null,
    seen_at: null,
    sent_at: "",
    settled_at: null,
    version: 1,
    position: 1,
    ...patch,
  });
}

function patchAttempt({ state }: Scenario, patch: Partial<Fulfilment>): void {
  const attempt = state.fulfilments.rows.get(fulfilmentId(order, 1));
  if (attempt) addAttempt(state, 1, { ...attempt, ...patch });
}

const byShop = { admin_only: (s: Scenario) => void (s.actor = admin) };
const unknown = {
  fulfilment_unknown: ({ state }: Scenario) => state.fulfilments.set(fulfilmentId(order, 1), null),
};
const ended = { fulfilment_settled: (s: Scenario) => patchAttempt(s, { state: "refused", cost: 1_00 }) };

function aboutAttempt<I extends { order: number }>(
  intent: I,
  patch: Partial<Fulfilment> = {},
  actor = "system",
) {
  return () => {
    const started = orderScenario("processing", intent);
    addAttempt(started.state, 1, patch);
    return { ...started, actor };
  };
}

/** Among four attempts that an order can have, the last one decides whether it may be sent again. */
const sending = {
  ...byShop,
  order_unknown: (s: Scenario) => s.state.orders.set(order, null),
  order_decided: (s: Scenario) => patchOrder(s.state, order, { status: "completed" }),
  fulfilment_open: (s: Scenario) => addAttempt(s.state, 2, { state: "accepted" }),
  fulfilments_used_up: (s: Scenario) => {
    for (const attempt of [1, 2, 3, 4])
      if (!s.state.fulfilments.rows.get(fulfilmentId(order, attempt)))
        addAttempt(s.state, attempt, { state: "refused" });
  },
};

const refunding: FulfilmentRules = { ...usualRules, refunds: ["wrong number"] };

type Plans = { [T in keyof FulfilmentIntents | keyof SupplierSettingsIntents]: Plan<T> };

export const fulfilmentPlans: Plans = {
  send_fulfilment: {
    start: () => ({
      ...orderScenario("pending", { order, supplier: "datamart" as const, code: "YELLO 1", reference: "r" }),
      actor: "system",
    }),
    provoke: sending,
    exclusive: ["order_unknown × order_decided"],
  },
  deliver_from_stock: {
    start: () => ({ ...orderScenario("pending", { order, reference: "r", cost: 4_00 }), actor: "system" }),
    provoke: { ...sending, amount_invalid: (s) => (s.intent.cost = -1) },
    exclusive: ["order_unknown × order_decided"],
  },
  accept_fulfilment: {
    start: aboutAttempt<FulfilmentIntents["accept_fulfilment"]>({ ...about, cost: 4_00 }),
    provoke: { ...byShop, ...unknown, ...ended, amount_invalid: (s) => (s.intent.cost = -1) },
    exclusive: ["fulfilment_unknown × fulfilment_settled"],
  },
  deliver_fulfilment: {
    start: aboutAttempt(about),
    provoke: { ...byShop, ...unknown, ...ended },
    exclusive: ["fulfilment_unknown × fulfilment_settled"],
  },
  refuse_fulfilment: {
    start: aboutAttempt({ ...about, reason: "wrong number" }),
    provoke: { ...byShop, ...unknown, ...ended, reason_required: (s) => (s.intent.reason = "") },
    exclusive: ["fulfilment_unknown × fulfilment_settled"],
  },
  return_fulfilment: {
    start: aboutAttempt(about, { state: "refused", cost: 4_00 }),
    provoke: { ...byShop, ...unknown, amount_invalid: (s) => patchAttempt(s, { cost: 0 }) },
    exclusive: [],
  },
  contradict_fulfilment: {
    start: aboutAttempt({ ...about, said: "delivered" }, { state: "refused" }),
    provoke: {
      ...byShop,
      ...unknown,
      fulfilment_open: (s) => patchAttempt(s, { state: "accepted" }),
      unchanged: (s) => patchAttempt(s, { contradiction: s.intent.said }),
    },
    exclusive: ["fulfilment_unknown × fulfilment_open", "fulfilment_unknown × unchanged"],
  },
  settle_fulfilment: {
    start: aboutAttempt<FulfilmentIntents["settle_fulfilment"]>(
      { ...about, outcome: "refused", reason: "asked" },
      {},
      admin,
    ),
    provoke: {
      ...adminReasons,
      ...unknown,
      ...ended,
      reason_required: (s) => (s.intent.reason = ""),
      approval_open: (s) => {
        haveTwoAdmins(s.state);
        s.state.settings = { ...s.state.settings, correction_limit: 1 };
        waitFor(s, { kind: "fulfilment", ...s.intent });
      },
    },
    exclusive: [...actorExclusive, "fulfilment_unknown × fulfilment_settled"],
  },
  refund_refused_order: {
    start: () => {
      const started = orderScenario("processing", { order });
      started.state.settings = { ...started.state.settings, fulfilment_rules: refunding };
      addAttempt(started.state, 1, { state: "refused", refusal: "wrong number" });
      return { ...started, actor: "system" };
    },
    provoke: {
      ...byShop,
      order_unknown: sending.order_unknown,
      order_decided: sending.order_decided,
      fulfilment_open: (s) => addAttempt(s.state, 2, { state: "accepted", refusal: "wrong number" }),
      refund_unwanted: (s) =>
        (s.state.settings = { ...s.state.settings, fulfilment_rules: { ...refunding, refunds: [] } }),
    },
    exclusive: ["order_unknown × order_decided"],
  },
  see_contradiction: {
    start: aboutAttempt(
      { ...about, reason: "paid back" },
      { state: "delivered", contradiction: "failed" },
      admin,
    ),
    provoke: {
      ...adminReasons,
      ...unknown,
      unchanged: (s) => patchAttempt(s, { seen_at: "2026-01-01" }),
      reason_required: (s) => (s.intent.reason = ""),
    },
    exclusive: [...actorExclusive, "fulfilment_unknown × unchanged"],
  },
  change_fulfilment_rules: {
    start: () => scenario<SupplierSettingsIntents["change_fulfilment_rules"]>({ ...refunding }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = { ...usualRules, hours_min: 9 }),
      unchanged: (s) => (s.state.settings = { ...s.state.settings, fulfilment_rules: refunding }),
    },
    exclusive: actorExclusive,
  },
  fund_supplier: {
    start: () =>
      scenario<SupplierSettingsIntents["fund_supplier"]>({
        supplier: "datamart",
        from: "momo",
        amount: 5_00,
        reason: "paid",
      }),
    provoke: {
      ...adminReasons,
      reason_required: (s) => (s.intent.reason = ""),
      amount_invalid: (s) => (s.intent.amount = 0),
    },
    exclusive: actorExclusive,
  },
  add_vouchers: {
    start: () => scenario({ package: "mtn-1", cost: 4_00, count: 3 }),
    provoke: { ...adminReasons, package_unknown: (s) => patchProducts(s.state, { packages: [] }) },
    exclusive: actorExclusive,
  },
  import_supplier_prices: {
    start: () =>
      scenario<SupplierSettingsIntents["import_supplier_prices"]>({
        supplier: "hubnet",
        count: 1,
        changed: [],
      }),
    provoke: adminReasons,
    exclusive: actorExclusive,
  },
  change_package_routes: {
    start: () =>
      scenario<SupplierSettingsIntents["change_package_routes"]>({
        package: "mtn-1",
        routes: [{ supplier: "datamart", code: "1" }] as Route[],
      }),
    provoke: {
      ...adminReasons,
      package_unknown: (s) => patchProducts(s.state, { packages: [] }),
      changed_meanwhile: (s) => (s.intent.seen = [{ supplier: "stock", code: "" }]),
      unchanged: (s) =>
        (s.state.settings = { ...s.state.settings, package_routes: { [s.intent.package]: s.intent.routes } }),
    },
    exclusive: actorExclusive,
  },
};
