/** Agents' own shops: opening one, its prices, closing it, and what the owner decides about all of them. */
import { limits } from "#contract/terms/limits.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import type { Rejection } from "#contract/terms/rejections.ts";
import { feeBearers, highestPrice, mayHaveShop, shopLimits, type ShopRules } from "#contract/terms/shops.ts";
import { shopStream } from "#contract/terms/streams.ts";
import {
  actorOf,
  type Check,
  type CommandFields,
  type CommandOf,
  type Decider,
  type Deciders,
  isAdmin,
  mayAct,
} from "#ledger/core/checks.ts";
import type { PriceChange } from "#ledger/core/events/shops.ts";
import type { AgentShop } from "#ledger/core/rows/shops.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";
import { changeDecider, changedSince, unchanged } from "../settings/change.ts";
import { packageForGuests } from "./prices.ts";

export interface ShopIntents {
  /** The actor's own. */
  open_shop: Record<never, never>;
  /** Of the actor's own shop. A package that is not named keeps its price; null: it is not offered any more. */
  change_shop_prices: { prices: { package: string; price: number | null }[] };
  close_shop: { user: string; reason: string };
  reopen_shop: { user: string; reason: string };
  change_shop_rules: { rules: ShopRules; seen?: ShopRules };
}

export const shopCommands: Deciders<ShopIntents> = {
  open_shop: {
    needs: needsOwn,
    checks: (command, state) => [
      ...isAgent(command, state),
      ["shop_exists", () => ownShop(command, state) !== undefined],
    ],
    events: ({ actor }) => [{ type: "shop_opened", stream: shopStream(actor), data: {} }],
  },
  change_shop_prices: {
    needs: needsOwn,
    find: changesOf,
    checks: (command, state, changes: PriceChange[]) => {
      const { prices } = command.intent;
      const asked = prices.filter((one) => one.price !== null);
      return [
        ...isAgent(command, state),
        ["shop_unknown", () => !ownShop(command, state)],
        ["package_unknown", () => asked.some((one) => !packageForGuests(one.package, state))],
        ["unchanged", () => changes.length === 0],
        ["amount_invalid", () => asked.some(({ price }) => !isAmount(price)) || hasTwice(prices)],
        ["price_below_cost", () => outside(command, state, "below")],
        ["price_above_highest", () => outside(command, state, "above")],
      ];
    },
    events: ({ actor }, _, prices: PriceChange[]) => [
      { type: "shop_prices_changed", stream: shopStream(actor), data: { prices } },
    ],
  },
  close_shop: closing("shop_closed"),
  reopen_shop: closing("shop_reopened"),
  change_shop_rules: changeDecider({
    event: "shop_rules_changed",
    before: ({ shop_rules }) => shop_rules,
    after: ({ rules }: ShopIntents["change_shop_rules"]) => rules,
    checks: ({ rules, seen }, before) => [
      changedSince(seen, before),
      unchanged(rules, before),
      ["amount_invalid", () => !isHighest(rules.highest) || !feeBearers.includes(rules.fee_by)],
    ],
  }),
};

/** The shop itself has none. */
function ownShop({ actor }: CommandFields, state: State): AgentShop | undefined {
  return actor === system ? undefined : state.agent_shops.get(actor);
}

function needsOwn(command: CommandFields) {
  return { accounts: actorOf(command), agent_shops: actorOf(command) };
}

function isAgent(command: CommandFields, state: State): Check[] {
  return [
    ...mayAct(command, state),
    ["shops_off", () => !state.settings.shop_rules.isOn],
    ["shop_agents_only", () => !mayHaveShop(state.accounts.peek(command.actor)?.level ?? "Customer")],
  ];
}

function closing(
  type: "shop_closed" | "shop_reopened",
): Decider<CommandOf<ShopIntents, "close_shop" | "reopen_shop">> {
  const closed = type === "shop_closed";
  return {
    needs: (command) => ({ accounts: actorOf(command), agent_shops: [command.intent.user] }),
    checks: (command, state) => {
      const shop = state.agent_shops.get(command.intent.user);
      return [
        ...isAdmin(command, state),
        ["shop_unknown", () => !shop],
        ["reason_required", () => command.intent.reason === ""],
        ["unchanged", () => shop?.closed === closed],
      ];
    },
    events: ({ intent: { user, reason } }) => [{ type, stream: shopStream(user), data: { reason } }],
  };
}

type PricesCommand = CommandOf<ShopIntents, "change_shop_prices">;

function changesOf(command: PricesCommand, state: State): PriceChange[] {
  const before = ownShop(command, state)?.prices ?? [];
  return command.intent.prices.flatMap(({ package: id, price: after }) => {
    const was = before.find((one) => one.package === id)?.price ?? null;
    return was === after ? [] : [{ package: id, before: was, after }];
  });
}

/** The first price that is below what the agent pays now, or above what the owner allows, with the nearest right one. */
function outside(
  { intent, actor }: PricesCommand,
  state: State,
  side: "below" | "above",
): false | Omit<Rejection, "code"> {
  const level = state.accounts.peek(actor)?.level ?? "Customer";
  for (const { package: id, price } of intent.prices) {
    const item = packageForGuests(id, state)?.item;
    if (!item || price === null) continue;
    const cost = priceFor(level, item);
    const limit = side === "below" ? cost : highestPrice(cost, state.settings.shop_rules);
    if (side === "below" ? price < limit : price > limit) return { price: limit, offer: item.offer };
  }
  return false;
}

function isAmount(price: number | null): boolean {
  return Number.isSafeInteger(price) && price !== null && price > 0 && price <= limits.price_max * 10;
}

function hasTwice(prices: PricesCommand["intent"]["prices"]): boolean {
  return new Set(prices.map((one) => one.package)).size < prices.length;
}

function isHighest(highest: number): boolean {
  const { highest_min, highest_max } = shopLimits;
  return Number.isSafeInteger(highest) && highest >= highest_min && highest <= highest_max;
}
