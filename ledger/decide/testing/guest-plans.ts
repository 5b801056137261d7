/** For tests: how to make each reason to refuse a command about guests' orders and refunds apply. */
import { usualShopRules } from "#contract/terms/shops.ts";
import type { GuestOrderIntents } from "../../orders/guest-orders.ts";
import type { RefundIntents } from "../../payments/refunds.ts";
import type { State } from "#ledger/core/state.ts";
import { addPayment, byShop, noPayment, patchPayment, payment } from "./payment-plans.ts";
import type { Plan, Scenario } from "./plan.ts";
import { patchAccount, patchProducts, scenario, setBalance } from "./scenarios.ts";
import { ama } from "./world.ts";

const rules = { ...usualShopRules, isOn: true };

/** Shops are on, Ama is an agent with a shop, who pays ¢5.50 for 1 GB. */
function openAgentShop(state: State): void {
  state.settings = { ...state.settings, shop_rules: rules };
  patchAccount(state, ama, { level: "Agent" });
  setBalance(state, ama, 0);
  state.agent_shops.set(ama, { user: ama, prices: [], closed: false, version: 1, position: 1 });
}

const placed: GuestOrderIntents["place_guest_order"] = {
  payment,
  user: ama,
  package: { id: "mtn-1", network: "MTNup2u", offer: "1 GB" },
  price: 7_00,
  surcharge: 0,
  fee_by: "shop",
  receiver: "0244123456",
};

function aboutRefund<I>(intent: I, refund: "wanted" | null) {
  const status = refund === null ? "received" : "held";
  return () => scenario(intent, (state) => addPayment(state, { refund, status }), "system");
}

const refundReasons = {
  ...byShop,
  payment_unknown: noPayment,
  refund_unknown: (s: Scenario) => patchPayment(s, { status: "returned" }),
};

export const guestPlans: { [T in keyof (GuestOrderIntents & RefundIntents)]: Plan<T> } = {
  place_guest_order: {
    start: () =>
      scenario(
        structuredClone(placed),
        (state) => {
          openAgentShop(state);
          addPayment(state, { rail: "paystack", amount: 7_00, fee: 14 });
        },
        "system",
      ),
    provoke: {
      ...byShop,
      shops_off: ({ state }) => {
        state.settings = { ...state.settings, shop_rules: { ...rules, isOn: false } };
      },
      shop_agents_only: ({ state }) => patchAccount(state, ama, { status: "Banned" }),
      shop_unknown: ({ state }) => state.agent_shops.set(ama, null),
      shop_closed: ({ state }) => {
        const shop = state.agent_shops.rows.get(ama);
        if (shop) state.agent_shops.set(ama, { ...shop, closed: true });
      },
      wallet_unknown: ({ state }) => state.wallets.set(ama, null),
      package_unknown: (s) => (s.intent.package.offer = "2 GB"),
      payment_unknown: noPayment,
      payment_decided: (s) => patchPayment(s, { status: "matched" }),
      refund_open: (s) => patchPayment(s, { refund: "wanted" }),
      payment_differs: (s) => patchPayment(s, { amount: 6_99 }),
      product_out_of_stock: ({ state }) => patchProducts(state, { status: "out of stock" }),
      price_changed: (s) => (s.intent.surcharge = 1_51),
    },
    exclusive: [
      "shops_off × shop_agents_only",
      "shops_off × shop_unknown",
      "shops_off × shop_closed",
      "shop_agents_only × shop_unknown",
      "shop_agents_only × shop_closed",
      "shop_unknown × shop_closed",
      "package_unknown × price_changed",
      "payment_unknown × payment_decided",
      "payment_unknown × refund_open",
      "payment_unknown × payment_differs",
    ],
  },
  refund_payment: {
    start: aboutRefund({ payment, reason: "The payment came too late" }, null),
    provoke: {
      ...byShop,
      payment_unknown: noPayment,
      payment_decided: (s) => patchPayment(s, { status: "matched" }),
      refund_open: (s) => patchPayment(s, { refund: "asked" }),
      reason_required: (s) => (s.intent.reason = ""),
    },
    exclusive: ["payment_unknown × payment_decided", "payment_unknown × refund_open"],
  },
  ask_refund: {
    start: aboutRefund({ payment }, "wanted"),
    provoke: { ...refundReasons, unchanged: (s) => patchPayment(s, { refund: "asked" }) },
    exclusive: ["payment_unknown × unchanged"],
  },
  refuse_refund: {
    start: aboutRefund({ payment, reason: "Paystack refuses it" }, "wanted"),
    provoke: { ...refundReasons, reason_required: (s) => (s.intent.reason = "") },
    exclusive: [],
  },
};
