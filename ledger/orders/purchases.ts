import type { Pesewas } from "#contract/terms/money.ts";
import { orderStream } from "#contract/terms/streams.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import {
  actorOf,
  type CommandOf,
  type Deciders,
  hasHadTwoAdmins,
  mayAct,
  ownWallet,
} from "#ledger/core/checks.ts";
import type { BelowPrice } from "#ledger/core/events/orders.ts";
import { belowPrice } from "#ledger/core/events/price-cuts.ts";
import type { Package, Product } from "#ledger/core/rows/products.ts";
import { type Later, laterOf } from "#ledger/core/rows/orders.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";

export interface PurchaseIntents {
  place_order: Partial<Later> & {
    /** Found by id, or by network and offer. A network or offer named beside an id must still match it. */
    package:
      | { id: string; network?: string | undefined; offer?: string | undefined }
      | { network: string; offer: string };
    /** The price that the buyer saw; refused if it is another one. */
    expected_price: Pesewas | null;
    /** Kept outside the log. */
    receiver: string;
    /** Sealed by the caller before it gets here; kept outside the log. */
    form: string | null;
    /** The title of the form that was filled in. The form of another product is none. */
    form_title?: string | undefined;
  };
}

export const purchaseCommands: Deciders<PurchaseIntents> = {
  /** A purchase: the wallet is charged and the order made in one event, or neither is. */
  place_order: {
    needs: (command) => ({ accounts: actorOf(command), wallets: actorOf(command) }),
    find: wanted,
    checks: (command, state, { product, item, price, below }: Wanted) => {
      const { expected_price } = command.intent;
      const balance = ownWallet(command, state)?.balance;
      return [
        ...mayAct(command, state),
        ["wallet_unknown", () => balance === undefined],
        ["product_unknown", () => !product],
        ["package_unknown", () => !item],
        ["form_required", () => !!product && lacksForm(product.network, command.intent)],
        [
          "product_out_of_stock",
          () => product?.status !== "available" && { network: product?.network ?? "" },
        ],
        ["own_price", () => hasHadTwoAdmins(state) && below?.by === command.actor],
        ["price_changed", () => expected_price !== null && expected_price !== price && { price }],
        ["insufficient_balance", () => price > (balance ?? 0) && { price, missing: price - (balance ?? 0) }],
      ];
    },
    events: (command, state, { product, item, price, below }: Wanted) => {
      if (!product || !item) throw new Error("events of an order without a package");
      return [
        {
          type: "order_placed",
          stream: orderStream(state.orders_placed + 1),
          data: {
            user: command.actor,
            product: product.id,
            package: item.id,
            network: product.network,
            offer: item.offer,
            amount: price,
            ...laterOf(command.intent),
            ...(below && { below }),
          },
          movement: { wallet: command.actor, counterparty: "sales", amount: -price },
        },
      ];
    },
    details: ({ intent }, state) => [
      { order: state.orders_placed + 1, receiver: intent.receiver, form: intent.form },
    ],
  },
};

function lacksForm(network: string, { form, form_title }: CommandOf<PurchaseIntents>["intent"]): boolean {
  const needed = productTypeOf(network).form;
  return needed !== undefined && (form === null || (form_title ?? needed.title) !== needed.title);
}

/** A package keeps its id when an admin changes its offer, so the offer that the buyer saw must still match. */
function isAsSeen(
  { network, offer }: CommandOf<PurchaseIntents>["intent"]["package"],
  networkNow: string | undefined,
  offerNow: string,
): boolean {
  return (network === undefined || network === networkNow) && (offer === undefined || offer === offerNow);
}

interface Wanted {
  product?: Product | undefined;
  item?: Package | undefined;
  price: number;
  below?: BelowPrice | undefined;
}

function wanted({ intent, actor }: CommandOf<PurchaseIntents>, state: State): Wanted {
  const by = intent.package;
  const products = [...state.products.values()];
  const product =
    "id" in by
      ? products.find((one) => one.packages.some((item) => item.id === by.id))
      : products.find((one) => one.network === by.network);
  const found = product?.packages.find((one) => ("id" in by ? one.id === by.id : one.offer === by.offer));
  const item = found && isAsSeen(by, product?.network, found.offer) ? found : undefined;
  const level = actor === system ? "Customer" : (state.accounts.get(actor)?.level ?? "Customer");
  return {
    product,
    item,
    price: item ? priceFor(level, item) : 0,
    below: item && belowPrice(item, level, state),
  };
}
