import type { Pesewas } from "#contract/terms/money.ts";
import type { ShopRules } from "#contract/terms/shops.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { OwnPrice } from "../rows/shops.ts";
import { type Changed, changeRow, type Declaration, eventsOf, type NoData } from "./declare.ts";
import { ofSettings } from "./settings.ts";

/** Null: the package is not offered. */
export interface PriceChange {
  package: string;
  before: Pesewas | null;
  after: Pesewas | null;
}

const ofShop = eventsOf("shop");

export const shopEvents = {
  shop_opened: ofShop<NoData>(
    (state, { stream, version, position }, changes) => {
      const user = idOfStream(stream);
      state.agent_shops.set(user, { user, prices: [], closed: false, version, position });
      changes.agent_shops.add(user);
    },
    { opens: true },
  ),
  shop_prices_changed: ofShop<{ prices: PriceChange[] }>((state, event, changes) =>
    changeRow(state, event, changes, ({ prices }) => ({ prices: pricesAfter(prices, event.data.prices) })),
  ),
  shop_closed: closedOrNot(true),
  shop_reopened: closedOrNot(false),
  shop_rules_changed: ofSettings<Changed<ShopRules>>(({ after }) => ({ shop_rules: after })),
};

function closedOrNot(closed: boolean): Declaration<"shop", { reason: string }> {
  return ofShop<{ reason: string }>((state, event, changes) =>
    changeRow(state, event, changes, () => ({ closed })),
  );
}

function pricesAfter(before: readonly OwnPrice[], changed: readonly PriceChange[]): OwnPrice[] {
  const others = before.filter((one) => !changed.some((change) => change.package === one.package));
  const offered = changed.flatMap(({ package: id, after }) =>
    after === null ? [] : [{ package: id, price: after }],
  );
  return [...others, ...offered];
}
