/** For tests: how to make each reason to refuse a command about agents' shops apply. */
import { usualShopRules } from "#contract/terms/shops.ts";
import type { AgentShop } from "#ledger/core/rows/shops.ts";
import type { State } from "#ledger/core/state.ts";
import type { ShopIntents } from "../../shops/commands.ts";
import { actorExclusive, actorReasons, adminReasons, type Plan, type Scenario } from "./plan.ts";
import { patchAccount, patchProducts, scenario } from "./scenarios.ts";
import { ama, mtn } from "./world.ts";

const rules = { ...usualShopRules, isOn: true };

function addShop(state: State, patch: Partial<AgentShop> = {}): void {
  const shop = { user: ama, prices: [], closed: false, version: 1, position: 1 };
  state.agent_shops.set(ama, { ...shop, ...patch });
}

/** Shops are on, and Ama is an agent, who pays ¢5.50 for 1 GB. */
function agentScenario<I>(intent: I, withShop: boolean) {
  const prepare = (state: State) => {
    state.settings = { ...state.settings, shop_rules: rules };
    patchAccount(state, ama, { level: "Agent" });
    patchProducts(state, { packages: [1, 2, 3].map((n) => ({ ...mtn.packages[0], id: `mtn-${n}` })) });
    if (withShop) addShop(state);
    else state.agent_shops.set(ama, null);
  };
  return scenario(intent, prepare, ama);
}

const agentReasons = {
  ...actorReasons,
  shops_off: ({ state }: Scenario) =>
    (state.settings = { ...state.settings, shop_rules: { ...rules, isOn: false } }),
  shop_agents_only: (s: Scenario) => patchAccount(s.state, s.actor, { level: "Customer" }),
};
const noShop = { shop_unknown: ({ state }: Scenario) => state.agent_shops.set(ama, null) };

type Closing = ShopIntents["close_shop"];

function closing(closed: boolean) {
  return {
    start: () =>
      scenario<Closing>({ user: ama, reason: "why" }, (state) => addShop(state, { closed: !closed })),
    provoke: {
      ...adminReasons,
      ...noShop,
      reason_required: (s: { intent: Closing }) => (s.intent.reason = ""),
      unchanged: ({ state }: Scenario) => {
        if (state.agent_shops.rows.get(ama)) addShop(state, { closed });
      },
    },
    exclusive: [...actorExclusive, "shop_unknown × unchanged"],
  };
}

export const shopPlans: { [T in keyof ShopIntents]: Plan<T> } = {
  open_shop: {
    start: () => agentScenario({}, false),
    provoke: { ...agentReasons, shop_exists: ({ state }) => addShop(state) },
    exclusive: actorExclusive,
  },
  change_shop_prices: {
    start: () =>
      agentScenario<ShopIntents["change_shop_prices"]>({ prices: [{ package: "mtn-1", price: 6_00 }] }, true),
    provoke: {
      ...agentReasons,
      ...noShop,
      package_unknown: (s) => s.intent.prices.push({ package: "other", price: 6_00 }),
      amount_invalid: (s) => s.intent.prices.push(...s.intent.prices),
      unchanged: ({ state, intent }) => {
        const prices = intent.prices.map((one) => ({ package: one.package, price: one.price ?? 0 }));
        if (state.agent_shops.rows.get(ama)) addShop(state, { prices });
      },
      price_below_cost: (s) => s.intent.prices.push({ package: "mtn-2", price: 5_49 }),
      price_above_highest: (s) => s.intent.prices.push({ package: "mtn-3", price: 13_01 }),
    },
    exclusive: [...actorExclusive, "shop_unknown × unchanged"],
  },
  close_shop: closing(true),
  reopen_shop: closing(false),
  change_shop_rules: {
    start: () => scenario<ShopIntents["change_shop_rules"]>({ rules: { ...rules } }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = { ...rules, highest: 150 }),
      unchanged: (s) => (s.state.settings = { ...s.state.settings, shop_rules: s.intent.rules }),
      amount_invalid: (s) => (s.intent.rules.highest = 99),
    },
    exclusive: actorExclusive,
  },
};
