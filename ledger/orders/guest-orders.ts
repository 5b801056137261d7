/** A guest's purchase in an agent's shop, once the guest's payment is in the books. */
import type { Pesewas } from "#contract/terms/money.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import type { FeeBearer } from "#contract/terms/shops.ts";
import { orderStream } from "#contract/terms/streams.ts";
import type { CommandOf, Deciders } from "#ledger/core/checks.ts";
import { belowPrice } from "#ledger/core/events/price-cuts.ts";
import { isDecided, isOnItsWay } from "#ledger/core/rows/payments.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";
import { packageForGuests, shopRefusal } from "../shops/prices.ts";
import { type Shares, spentDrafts } from "./guest-money.ts";

export interface GuestOrderIntents {
  /** Only the shop itself. What the guest saw when they ordered is what they get, or their money goes back. */
  place_guest_order: {
    payment: string;
    /** The agent. */
    user: string;
    package: { id: string; network: string; offer: string };
    /** All that the guest was asked for. */
    price: Pesewas;
    /** What of it was added for what the rail keeps. */
    surcharge: Pesewas;
    fee_by: FeeBearer;
    /** Kept outside the log. */
    receiver: string;
  };
}

type PlaceGuestOrder = CommandOf<GuestOrderIntents>;

export const guestOrderCommands: Deciders<GuestOrderIntents> = {
  place_guest_order: {
    needs: ({ intent: { payment, user } }) => ({
      payments: [payment],
      accounts: [user],
      wallets: [user],
      agent_shops: [user],
    }),
    find: boughtBy,
    checks: (command, state, bought: Bought) => {
      const { payment: id, user, price, surcharge } = command.intent;
      const payment = state.payments.get(id);
      const refusal = shopRefusal(state.accounts.get(user), state.agent_shops.get(user), state.settings);
      return [
        ["admin_only", () => command.actor !== system],
        ["shops_off", () => refusal === "shops_off"],
        ["shop_agents_only", () => refusal === "shop_agents_only"],
        ["shop_unknown", () => refusal === "shop_unknown"],
        ["shop_closed", () => refusal === "shop_closed"],
        ["wallet_unknown", () => !state.wallets.get(user)],
        ["package_unknown", () => !bought],
        ["payment_unknown", () => !payment],
        ["payment_decided", () => !!payment && isDecided(payment) && { status: payment.status }],
        ["refund_open", () => !!payment && isOnItsWay(payment)],
        ["payment_differs", () => !!payment && payment.amount !== price],
        [
          "product_out_of_stock",
          () => bought?.product.status !== "available" && { network: bought?.product.network ?? "" },
        ],
        // What the agent pays has risen above what the guest has paid.
        ["price_changed", () => !!bought && bought.cost > price - surcharge && { price: bought.cost }],
      ];
    },
    events: (command, state, bought: Bought) => {
      const { payment, user } = command.intent;
      if (!bought) throw new Error("events of a guest's order without a package");
      const { product, item, cost } = bought;
      const order = state.orders_placed + 1;
      const below = belowPrice(item, levelOf(user, state), state);
      return [
        ...spentDrafts(payment, { user, order, ...sharesOf(command, cost, state) }),
        {
          type: "order_placed",
          stream: orderStream(order),
          data: {
            user,
            product: product.id,
            package: item.id,
            network: product.network,
            offer: item.offer,
            amount: cost,
            payment,
            ...(below && { below }),
          },
          movement: { house: "suspense", counterparty: "sales", amount: -cost },
        },
      ];
    },
    details: ({ intent }, state) => [
      { order: state.orders_placed + 1, receiver: intent.receiver, form: null },
    ],
  },
};

/** An agent bears no more of the fee than they earn. */
function sharesOf({ intent }: PlaceGuestOrder, cost: Pesewas, state: State): Shares {
  const { payment, price, surcharge, fee_by } = intent;
  const margin = price - surcharge - cost;
  if (fee_by !== "agent") return { margin, borne: surcharge };
  const borne = Math.min(state.payments.get(payment)?.fee ?? 0, margin);
  return { margin: margin - borne, borne: borne + surcharge };
}

type Bought = ReturnType<typeof boughtBy>;

function boughtBy({ intent: { user, package: by } }: PlaceGuestOrder, state: State) {
  const found = packageForGuests(by.id, state);
  // A package keeps its id when an admin changes its offer.
  if (found?.product.network !== by.network || found.item.offer !== by.offer) return undefined;
  return { ...found, cost: priceFor(levelOf(user, state), found.item) };
}

function levelOf(user: string, state: State) {
  return state.accounts.get(user)?.level ?? "Customer";
}
