/** Products, the notice, the payment details, where to reach the shop, and what its messages say. */
import { messageKinds } from "#ledger/terms/statuses.ts";
import { actorOf, type Decider, isAdmin } from "../checks.ts";
import type { Command } from "../command.ts";
import type { MessageSettings, ProductFacts } from "../events.ts";
import type { Product, State } from "../state.ts";

export const createProduct: Decider<"create_product"> = {
  needs: needsActor,
  checks: (command, state) => [
    ...isAdmin(command, state),
    // An id that is in use would be overwritten without a word of what it was.
    [
      "network_taken",
      () =>
        state.products.has(command.intent.product) ||
        takenByOther(command.intent.facts.network, command.intent.product, state),
    ],
  ],
  events: ({ intent }) => [
    { type: "product_created", stream: `product/${intent.product}`, data: intent.facts },
  ],
};

export const changeProduct: Decider<"change_product"> = {
  needs: needsActor,
  checks: (command, state) => [
    ...isAdmin(command, state),
    ["product_unknown", () => !state.products.has(command.intent.product)],
    ["network_taken", () => takenByOther(command.intent.facts.network, command.intent.product, state)],
    [
      "changed_meanwhile",
      () => {
        const { product, seen } = command.intent;
        return seen !== undefined && state.products.get(product)?.position !== seen;
      },
    ],
  ],
  events: ({ intent }, state) => [
    {
      type: "product_changed",
      stream: `product/${intent.product}`,
      data: { before: factsOf(known(state, intent.product)), after: intent.facts },
    },
  ],
};

export const changeProductStatus: Decider<"change_product_status"> = {
  needs: needsActor,
  checks: (command, state) => {
    const product = state.products.get(command.intent.product);
    const { status, seen } = command.intent;
    return [
      ...isAdmin(command, state),
      ["product_unknown", () => !product],
      ["changed_meanwhile", () => seen !== undefined && !!product && product.status !== seen],
      ["unchanged", () => product?.status === status],
    ];
  },
  events: ({ intent }, state) => [
    {
      type: "product_status_changed",
      stream: `product/${intent.product}`,
      data: { before: known(state, intent.product).status, after: intent.status },
    },
  ],
};

export const changeNotice: Decider<"change_notice"> = {
  needs: needsActor,
  checks: (command, state) => [
    ...isAdmin(command, state),
    [
      "changed_meanwhile",
      () => command.intent.seen !== undefined && command.intent.seen !== state.notice.notice,
    ],
  ],
  events: ({ intent }, state) => [
    {
      type: "notice_changed",
      stream: "extra",
      data: { before: state.notice.notice, after: intent.notice },
    },
  ],
};

export const changePaymentDetails: Decider<"change_payment_details"> = {
  needs: needsActor,
  checks: (command, state) => [
    ...isAdmin(command, state),
    [
      "changed_meanwhile",
      () => {
        const { seen } = command.intent;
        const { momo_phone_number, momo_account_name } = state.notice;
        return (
          seen !== undefined &&
          (seen.momo_phone_number !== momo_phone_number || seen.momo_account_name !== momo_account_name)
        );
      },
    ],
  ],
  events: ({ intent: { seen: _, ...after } }, state) => {
    const { momo_phone_number, momo_account_name } = state.notice;
    const before = { momo_phone_number, momo_account_name };
    return [{ type: "payment_details_changed", stream: "extra", data: { before, after } }];
  },
};

export const changeSupportLinks: Decider<"change_support_links"> = {
  needs: needsActor,
  checks: (command, state) => [
    ...isAdmin(command, state),
    [
      "changed_meanwhile",
      () => {
        const { seen } = command.intent;
        const { support_group, support_chat } = state.notice;
        return (
          seen !== undefined && (seen.support_group !== support_group || seen.support_chat !== support_chat)
        );
      },
    ],
  ],
  events: ({ intent: { seen: _, ...after } }, state) => {
    const { support_group, support_chat } = state.notice;
    return [
      {
        type: "support_links_changed",
        stream: "extra",
        data: { before: { support_group, support_chat }, after },
      },
    ];
  },
};

export const changeMessageSettings: Decider<"change_message_settings"> = {
  needs: needsActor,
  checks: (command, state) => [
    ...isAdmin(command, state),
    [
      "changed_meanwhile",
      () => {
        const { seen } = command.intent;
        return seen !== undefined && !areSameSettings(seen, state.notice);
      },
    ],
  ],
  events: ({ intent: { seen: _, ...after } }, { notice: { admin_phone, card_number, templates } }) => [
    {
      type: "message_settings_changed",
      stream: "extra",
      data: { before: { admin_phone, card_number, templates }, after },
    },
  ],
};

function areSameSettings(a: MessageSettings, b: MessageSettings): boolean {
  return (
    a.admin_phone === b.admin_phone &&
    a.card_number === b.card_number &&
    messageKinds.every((kind) => a.templates[kind] === b.templates[kind])
  );
}

function needsActor(command: Command) {
  return { accounts: actorOf(command) };
}

function takenByOther(network: string, product: string, state: State): boolean {
  return [...state.products.values()].some((one) => one.network === network && one.id !== product);
}

function known(state: State, id: string): Product {
  const product = state.products.get(id);
  if (!product) throw new Error(`events of an unknown product ${id}`);
  return product;
}

function factsOf({ network, status, note, image, packages }: Product): ProductFacts {
  return { network, status, note, image, packages };
}
