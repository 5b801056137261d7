/**
 * If several reasons to refuse apply, the answer is the one that comes first in the catalogue. For each command and each
 * pair of its reasons, a scenario is built in which both apply.
 */
import { officeLimits } from "#contract/terms/office-limits.ts";
import { usualPriceRule } from "#contract/terms/pricing.ts";
import { type RejectionCode, rejectionCodes } from "#contract/terms/rejections.ts";
import { defaultLayout } from "#contract/terms/supplier.ts";
import type { AccountStatus, Level, ProductStatus, TopupPurpose } from "#contract/terms/statuses.ts";
import { describe, expect, test } from "vitest";
import type { Command, CommandType, Intents } from "./command.ts";
import { decide, rulesOf } from "./decide.ts";
import { isActiveAdmin } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";
import {
  addApproval,
  addAsker,
  addEntry,
  addOrder,
  addTopup,
  approval,
  askFor,
  asker,
  orderScenario,
  patchAccount,
  patchOrder,
  patchProducts,
  scenario,
  setBalance,
} from "./testing/scenarios.ts";
import { addAttempt, fulfilmentPlans } from "./testing/fulfilment-plans.ts";
import { guestPlans } from "./testing/guest-plans.ts";
import { shopPlans } from "./testing/shop-plans.ts";
import { paymentPlans } from "./testing/payment-plans.ts";
import { withdrawalPlans } from "./testing/withdrawal-plans.ts";
import {
  actorExclusive,
  actorReasons,
  adminReasons,
  haveTwoAdmins,
  type Plan,
  type Scenario,
  waitFor,
} from "./testing/plan.ts";
import { admin, ama, kofi, loadNeeds, mtn, oneGigabyte, testCommand } from "./testing/world.ts";

const precedence = (code: RejectionCode) => rejectionCodes.indexOf(code);

const stranger = "00000000-0000-4000-8000-0000000000ee";

type AboutUser = Scenario<
  | "change_level"
  | "change_status"
  | "delete_user"
  | "change_profile"
  | "help_sign_in"
  | "end_sessions"
  | "replace_api_key"
>;
const unknownUser = (s: AboutUser) => {
  if (s.actor === s.intent.user) {
    // Only the shop itself is an actor without an account.
    s.actor = s.intent.user = "system";
    s.state.accounts.set("system", null);
  } else s.state.accounts.set(s.intent.user, null);
};
const ownAccount = (s: AboutUser) => {
  if (s.state.accounts.rows.get(s.intent.user) === null) {
    s.actor = s.intent.user = "system";
    s.state.accounts.set("system", null);
  } else s.intent.user = s.actor;
};
const presentStatus = ({ state, intent }: Scenario<"change_status">) =>
  state.accounts.rows.get(intent.user)?.status;
const limitTo = (state: State, correction_limit: number | null) =>
  (state.settings = { ...state.settings, correction_limit });
const askedUser = (state: State) => {
  const request = state.approvals.peek(approval)?.request;
  return request?.kind === "correction" ? request.user : ama;
};
const lastAdmin = (s: AboutUser) => {
  patchAccount(s.state, s.intent.user, { level: "Admin", status: "Active" });
  s.state.admins = 1;
};

const noOtherAdmin = (s: AboutUser) => {
  haveTwoAdmins(s.state);
  if (s.state.accounts.rows.get(s.intent.user)?.level === "Admin") return;
  patchAccount(s.state, s.intent.user, { level: "Admin" });
  s.state.admins = [s.actor, s.intent.user].filter((one) => {
    const account = s.state.accounts.rows.get(one);
    return account && isActiveAdmin(account);
  }).length;
};
/** Of others than admins, it takes one admin. */
const otherAdmins = (s: AboutUser) => {
  patchAccount(s.state, s.intent.user, { level: "Admin" });
  s.state.admins = 3;
};

const plans: { [T in CommandType]: Plan<T> } = {
  ...paymentPlans,
  ...fulfilmentPlans,
  ...shopPlans,
  ...guestPlans,
  ...withdrawalPlans,
  register_user: {
    start: () => scenario({ user: stranger, level: "Customer" as const }),
    provoke: {
      user_exists: (s) => (s.intent.user = ama),
      level_not_grantable: (s) => (s.intent.level = "Admin"),
    },
    exclusive: [],
  },
  start_move_in: {
    start: () => scenario({ move_in: "m", users: 1, products: 0, amount: 5_00 }),
    provoke: {
      ...adminReasons,
      approval_open: (s) => waitFor(s, { kind: "move in", ...s.intent }),
    },
    exclusive: actorExclusive,
  },
  move_in_user: {
    start: () =>
      scenario(
        { user: stranger, level: "Customer" as Level, amount: 5_00, move_in: "m" },
        undefined,
        "system",
      ),
    provoke: {
      admin_only: (s) => (s.actor = admin),
      user_exists: (s) => (s.intent.user = ama),
      level_not_grantable: (s) => (s.intent.level = "Admin"),
      amount_invalid: (s) => (s.intent.amount = -1),
      amount_too_large: (s) => (s.intent.amount = officeLimits.opening_balance_max + 1),
    },
    exclusive: ["amount_invalid × amount_too_large"],
  },
  open_wallet: {
    start: () => scenario({ user: kofi }, (state) => state.wallets.set(kofi, null)),
    provoke: {
      ...adminReasons,
      user_unknown: (s) => s.state.accounts.set(s.intent.user, null),
      wallet_open: (s) =>
        s.state.wallets.set(s.intent.user, { user: s.intent.user, balance: 0, version: 1, position: 1 }),
    },
    exclusive: actorExclusive,
  },
  change_level: {
    start: () => scenario<{ user: string; level: Level; seen?: Level }>({ user: ama, level: "Agent" }),
    provoke: {
      ...adminReasons,
      user_unknown: unknownUser,
      own_account: ownAccount,
      level_not_grantable: (s) => (s.intent.level = "Admin"),
      last_admin: lastAdmin,
      changed_meanwhile: (s) => (s.intent.seen = "Super Agent"),
      unchanged: (s) => {
        const account = s.state.accounts.rows.get(s.intent.user);
        if (account && s.intent.level === "Admin") patchAccount(s.state, s.intent.user, { level: "Admin" });
        else if (account) s.intent.level = account.level;
      },
      no_other_admin: noOtherAdmin,
      approval_open: (s) => {
        otherAdmins(s);
        waitFor(s, { kind: "admin", ...s.intent });
      },
    },
    exclusive: [
      ...actorExclusive,
      "user_unknown × last_admin",
      "user_unknown × changed_meanwhile",
      "user_unknown × unchanged",
      "level_not_grantable × last_admin",
      "last_admin × unchanged",
      "user_unknown × no_other_admin",
      "user_unknown × approval_open",
      "unchanged × no_other_admin",
      "unchanged × approval_open",
      "no_other_admin × approval_open",
    ],
  },
  change_status: {
    start: () =>
      scenario<{ user: string; status: AccountStatus; seen?: AccountStatus }>({
        user: ama,
        status: "Banned",
      }),
    provoke: {
      ...adminReasons,
      user_unknown: unknownUser,
      own_account: ownAccount,
      last_admin: lastAdmin,
      changed_meanwhile: (s) => (s.intent.seen = presentStatus(s) === "Active" ? "Banned" : "Active"),
      unchanged: (s) => patchAccount(s.state, s.intent.user, { status: "Banned" }),
      no_other_admin: noOtherAdmin,
      approval_open: (s) => {
        otherAdmins(s);
        waitFor(s, { kind: "admin status", ...s.intent });
      },
    },
    exclusive: [
      ...actorExclusive,
      "user_unknown × no_other_admin",
      "user_unknown × approval_open",
      "no_other_admin × approval_open",
      "user_unknown × last_admin",
      "user_unknown × changed_meanwhile",
      "user_unknown × unchanged",
      "last_admin × unchanged",
      // An actor who is banned is told that first.
      "own_account × unchanged",
    ],
  },
  delete_user: {
    start: () => scenario({ user: kofi }),
    provoke: {
      ...adminReasons,
      user_unknown: unknownUser,
      own_account: ownAccount,
      last_admin: lastAdmin,
      no_other_admin: noOtherAdmin,
      business_open: (s) => s.state.open.set(s.intent.user, 1),
      wallet_not_empty: (s) => setBalance(s.state, s.intent.user, 5),
      approval_open: (s) => {
        otherAdmins(s);
        waitFor(s, { kind: "admin deletion", ...s.intent });
      },
    },
    exclusive: [
      ...actorExclusive,
      "user_unknown × last_admin",
      "user_unknown × no_other_admin",
      "user_unknown × approval_open",
      "no_other_admin × approval_open",
    ],
  },
  change_profile: {
    start: () => scenario({ user: ama, fields: ["email"] }),
    provoke: { ...adminReasons, user_unknown: unknownUser, unchanged: (s) => (s.intent.fields = []) },
    exclusive: actorExclusive,
  },
  help_sign_in: {
    start: () => scenario({ user: ama, way: "code" }),
    provoke: {
      ...adminReasons,
      user_unknown: unknownUser,
      own_account: ownAccount,
      account_of_admin: (s) => patchAccount(s.state, s.intent.user, { level: "Admin" }),
    },
    exclusive: [...actorExclusive, "user_unknown × account_of_admin"],
  },
  end_sessions: {
    start: () => scenario({ user: ama, session: null }),
    provoke: { ...adminReasons, user_unknown: unknownUser },
    exclusive: actorExclusive,
  },
  replace_api_key: {
    start: () =>
      scenario({ user: ama }, (state) => patchAccount(state, ama, { level: "Agent" as const }), ama),
    provoke: {
      ...actorReasons,
      user_unknown: (s) => s.state.accounts.set((s.intent.user = stranger), null),
      agents_only: (s) => patchAccount(s.state, s.intent.user, { level: "Customer" }),
    },
    exclusive: actorExclusive,
  },
  request_topup: {
    start: () =>
      scenario(
        { topup: 7, amount: 60_00, purpose: "topup" as TopupPurpose, momo_transaction_id: null },
        undefined,
        ama,
      ),
    provoke: {
      ...actorReasons,
      wallet_unknown: (s) => s.state.wallets.set(s.actor, null),
      customers_only: (s) => {
        s.intent.purpose = "agent-upgrade";
        patchAccount(s.state, s.actor, { level: "Agent" });
      },
      agent_request_open: (s) => {
        s.intent.purpose = "agent-upgrade";
        s.state.pending_topups.set(s.actor, [
          ...(s.state.pending_topups.get(s.actor) ?? []),
          { id: 1, purpose: "agent-upgrade", created_at: s.state.now },
        ]);
      },
      amount_invalid: (s) => (s.intent.amount += 0.5),
      amount_too_small: (s) => (s.intent.amount = 1 + (s.intent.amount % 1)),
      amount_too_large: (s) => (s.intent.amount = 2_000_000_00 + (s.intent.amount % 1)),
      reference_taken: (s) => addTopup(s.state, s.intent.topup, "pending"),
      too_many_topups: (s) => {
        const more = Array.from({ length: officeLimits.pending_topups_max }, (_, n) => ({ id: n + 2 }));
        s.state.pending_topups.set(s.actor, [
          ...(s.state.pending_topups.get(s.actor) ?? []),
          ...more.map(({ id }) => ({ id, purpose: "topup" as const, created_at: s.state.now })),
        ]);
      },
    },
    exclusive: [...actorExclusive, "amount_too_small × amount_too_large"],
  },
  approve_topup: {
    start: () =>
      scenario<Intents["approve_topup"]>({ topup: 7 }, (state) => {
        addTopup(state, 7, "pending");
        addTopup(state, 8, "approved");
      }),
    provoke: {
      ...adminReasons,
      own_account: (s) => {
        const own = s.state.topups.rows.get(7);
        if (own) s.state.topups.set(7, { ...own, user: s.actor });
      },
      level_not_grantable: (s) => (s.intent.level = "Admin"),
      recharge_unknown: (s) => s.state.topups.set(7, null),
      recharge_decided: (s) => {
        const own = s.state.topups.rows.get(7);
        if (own) s.state.topups.set(7, { ...own, status: "declined" });
      },
      changed_meanwhile: (s) => (s.intent = { ...s.intent, seen: [{ topup: 8, status: "pending" }] }),
      reason_required: (s) => {
        s.intent.others = [8];
        s.intent.seen ??= [{ topup: 8, status: "approved" }];
      },
      approval_open: (s) => {
        s.state.settings = { ...s.state.settings, topup_limit: 1 };
        waitFor(s, { kind: "topup", ...s.intent });
      },
    },
    exclusive: [...actorExclusive, "own_account × recharge_unknown", "recharge_unknown × approval_open"],
  },
  decline_topup: {
    start: () => scenario({ topup: 7 }, (state) => addTopup(state, 7, "pending")),
    provoke: {
      ...adminReasons,
      recharge_unknown: (s) => s.state.topups.set(7, null),
      recharge_decided: (s) => void (s.state.topups.rows.get(7) && addTopup(s.state, 7, "approved")),
    },
    exclusive: actorExclusive,
  },
  remove_topup: {
    start: () => scenario({ topup: 7 }, (state) => addTopup(state, 7, "declined")),
    provoke: {
      ...adminReasons,
      recharge_unknown: (s) => s.state.topups.set(7, null),
      recharge_open: (s) => void (s.state.topups.rows.get(7) && addTopup(s.state, 7, "pending")),
    },
    exclusive: [...actorExclusive, "recharge_unknown × recharge_open"],
  },
  place_order: {
    start: () => scenario({ ...oneGigabyte, expected_price: 6_00 }, undefined, ama),
    provoke: {
      ...actorReasons,
      wallet_unknown: (s) => s.state.wallets.set(s.actor, null),
      product_unknown: (s) => s.state.products.clear(),
      package_unknown: (s) => patchProducts(s.state, { packages: [] }),
      form_required: (s) => {
        patchProducts(s.state, { network: "AFA" });
        s.intent.package = { network: "AFA", offer: "1 GB" };
      },
      product_out_of_stock: (s) => patchProducts(s.state, { status: "out of stock" }),
      own_price: (s) => {
        haveTwoAdmins(s.state);
        const cut = { package: "mtn-1", price: "customer", before: 9_00, at: s.state.now } as const;
        s.state.price_cuts = [{ ...cut, by: s.actor }];
      },
      price_changed: (s) => (s.intent.expected_price = 1),
      insufficient_balance: (s) =>
        void (s.state.wallets.rows.get(s.actor) && setBalance(s.state, s.actor, 0)),
    },
    exclusive: [
      ...actorExclusive,
      // Without a product or package there is nothing to fill a form for, and no price to be short of.
      "product_unknown × form_required",
      "product_unknown × own_price",
      "product_unknown × insufficient_balance",
      "package_unknown × own_price",
      "package_unknown × insufficient_balance",
    ],
  },
  process_order: orderPlan("pending", "completed"),
  complete_order: {
    start: () => orderScenario("processing", { order: 3, voucher: false as boolean }),
    provoke: {
      ...orderPlan("processing", "pending").provoke,
      voucher_required: (s) => patchOrder(s.state, 3, { network: "WAEC" }),
      voucher_unexpected: (s) => (s.intent.voucher = true),
    },
    exclusive: [
      ...actorExclusive,
      "own_account × order_unknown",
      "order_unknown × order_decided",
      "order_unknown × voucher_required",
      "voucher_required × voucher_unexpected",
    ],
  },
  reject_order: {
    ...orderPlan("pending", "completed"),
    start: () => orderScenario("pending", { order: 3, reason: null }),
  },
  remove_order: {
    start: () => orderScenario("completed", { order: 3 }),
    provoke: {
      ...adminReasons,
      order_unknown: (s) => s.state.orders.set(3, null),
      order_open: (s) => void (s.state.orders.rows.get(3) && addOrder(s.state, 3, "processing")),
    },
    exclusive: [...actorExclusive, "order_unknown × order_open"],
  },
  correct_balance: {
    start: () =>
      scenario({ user: ama, amount: -1, reason: "r", corrects: 90 }, (state) => addEntry(state, ama)),
    provoke: {
      ...adminReasons,
      user_unknown: (s) => s.state.accounts.set(s.intent.user, null),
      own_account: (s) => (s.intent.user = s.actor),
      wallet_unknown: (s) => s.state.wallets.set(s.intent.user, null),
      entry_unknown: (s) => s.state.entries.set(90, null),
      entry_of_other_wallet: (s) => void (s.state.entries.rows.get(90) && addEntry(s.state, kofi)),
      amount_invalid: (s) => (s.intent.amount -= 0.5),
      amount_too_large: (s) => (s.intent.amount = -2_000_000_00 + (s.intent.amount % 1)),
      entry_overcorrected: (s) => (s.intent.amount = Math.min(s.intent.amount, -60_00)),
      wallet_short: (s) =>
        void (s.state.wallets.rows.get(s.intent.user) && setBalance(s.state, s.intent.user, 0)),
      approval_open: (s) => {
        limitTo(s.state, 0);
        waitFor(s, { kind: "correction", ...s.intent });
      },
    },
    exclusive: [
      ...actorExclusive,
      "user_unknown × own_account",
      "wallet_unknown × wallet_short",
      "entry_unknown × entry_of_other_wallet",
      "entry_unknown × entry_overcorrected",
    ],
  },
  create_product: {
    start: () => scenario({ product: "new", facts: { ...mtn, network: "Telecel" } }),
    provoke: {
      ...adminReasons,
      network_taken: (s) => (s.intent.facts = mtn),
      approval_open: (s) => {
        limitTo(s.state, 1);
        waitFor(s, { kind: "new product", ...s.intent });
      },
    },
    exclusive: actorExclusive,
  },
  create_products: {
    start: () => scenario({ products: [{ product: "new", facts: { ...mtn, network: "Telecel" } }] }),
    provoke: {
      ...adminReasons,
      network_taken: (s) => (s.intent.products = [{ product: "mtn", facts: mtn }]),
      second_admin_needed: (s) => {
        haveTwoAdmins(s.state);
        limitTo(s.state, 1);
      },
    },
    exclusive: actorExclusive,
  },
  change_product: {
    start: () => scenario({ product: "mtn", facts: mtn }),
    provoke: {
      ...adminReasons,
      product_unknown: (s) => (s.intent.product = "nowhere"),
      network_taken: (s) => {
        s.state.products.set("rival", { id: "rival", ...mtn, network: "Telecel", version: 1, position: 1 });
        s.intent.facts = { ...mtn, network: "Telecel" };
      },
      changed_meanwhile: (s) => (s.intent.seen = -1),
      approval_open: (s) => {
        limitTo(s.state, 1);
        patchProducts(s.state, { packages: [] });
        waitFor(s, { kind: "product", ...s.intent });
      },
    },
    exclusive: [...actorExclusive, "product_unknown × approval_open"],
  },
  change_product_status: {
    start: () =>
      scenario<{ product: string; status: ProductStatus; seen?: ProductStatus }>({
        product: "mtn",
        status: "out of stock",
      }),
    provoke: {
      ...adminReasons,
      product_unknown: (s) => (s.intent.product = "nowhere"),
      changed_meanwhile: (s) => (s.intent.seen = "out of stock"),
      unchanged: (s) => (s.intent.status = "available"),
    },
    exclusive: [...actorExclusive, "product_unknown × changed_meanwhile", "product_unknown × unchanged"],
  },
  clear_list: {
    start: () => scenario({ list: "order" }),
    provoke: adminReasons,
    exclusive: actorExclusive,
  },
  send_to_supplier: {
    start: () => scenario({ network: "MTNup2u", orders: [1] }, (state) => addOrder(state, 1, "pending")),
    provoke: {
      ...adminReasons,
      own_account: (s) => {
        haveTwoAdmins(s.state);
        patchOrder(s.state, 1, { user: s.actor });
      },
      order_unknown: (s) => {
        s.intent.orders = [...s.intent.orders, 99];
        s.state.orders.set(99, null);
      },
      orders_mixed: (s) => (s.intent.network = "WAEC"),
      orders_not_pending: (s) => patchOrder(s.state, 1, { status: "processing" }),
    },
    exclusive: [...actorExclusive, "own_account × orders_not_pending"],
  },
  change_supplier_layout: {
    start: () => scenario({ network: "MTNup2u", layout: { ...defaultLayout("MTNup2u"), header: false } }),
    provoke: {
      ...adminReasons,
      product_unknown: (s) => (s.intent.network = "constructor"),
      changed_meanwhile: (s) => (s.intent.seen = { ...defaultLayout("MTNup2u"), phones: "international" }),
      unchanged: (s) => (s.intent.layout = defaultLayout("MTNup2u")),
    },
    exclusive: actorExclusive,
  },
  change_notice: {
    start: () => scenario({ notice: "n" }),
    provoke: { ...adminReasons, changed_meanwhile: (s) => (s.intent.seen = "what nobody wrote") },
    exclusive: actorExclusive,
  },
  change_support_links: {
    start: () => scenario({ support_group: "g", support_chat: "c" }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = { support_group: "other", support_chat: "" }),
    },
    exclusive: actorExclusive,
  },
  change_message_settings: {
    start: () => scenario({ admin_phone: "", card_number: "whole", templates: {} }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) =>
        (s.intent.seen = { admin_phone: "", card_number: "last four", templates: { order_placed: "other" } }),
    },
    exclusive: actorExclusive,
  },
  change_price_rule: {
    start: () => scenario<Intents["change_price_rule"]>({ rule: { ...usualPriceRule, customer: 5_00 } }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = { ...usualPriceRule, step: 5 }),
      unchanged: (s) => (s.state.settings = { ...s.state.settings, price_rule: s.intent.rule }),
      amount_invalid: (s) => (s.intent.rule.agent = -1),
    },
    exclusive: actorExclusive,
  },
  change_correction_limit: {
    start: () => scenario<{ limit: number | null; seen?: number }>({ limit: 100_00 }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = -2),
      unchanged: (s) => limitTo(s.state, s.intent.limit),
      amount_invalid: (s) => (s.intent.limit = -1),
      approval_open: (s) => {
        limitTo(s.state, 1);
        waitFor(s, { kind: "limit", limit: s.intent.limit });
      },
    },
    exclusive: [
      ...actorExclusive,
      // Only a higher limit takes two.
      "unchanged × approval_open",
      "amount_invalid × approval_open",
    ],
  },
  change_topup_limit: {
    start: () => scenario<{ limit: number | null; seen?: number }>({ limit: 100_00 }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = -2),
      unchanged: (s) => (s.state.settings = { ...s.state.settings, topup_limit: s.intent.limit }),
      amount_invalid: (s) => (s.intent.limit = -1),
      approval_open: (s) => {
        s.state.settings = { ...s.state.settings, topup_limit: 1 };
        waitFor(s, { kind: "topup limit", limit: s.intent.limit });
      },
    },
    exclusive: [...actorExclusive, "unchanged × approval_open", "amount_invalid × approval_open"],
  },
  change_step_up: {
    start: () => scenario({ isOn: true }),
    provoke: {
      ...adminReasons,
      unchanged: (s) => (s.intent.isOn = false),
    },
    exclusive: actorExclusive,
  },
  change_admin_factor: {
    start: () => scenario<{ required: boolean; seen?: boolean }>({ required: true }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = !s.state.settings.admin_factor),
      unchanged: (s) => (s.intent.required = s.state.settings.admin_factor),
    },
    exclusive: actorExclusive,
  },
  grant_approval: {
    start: () =>
      scenario({ approval }, (state) => {
        addEntry(state, ama);
        addAsker(state);
        addApproval(state);
      }),
    provoke: {
      ...adminReasons,
      approval_unknown: (s) => s.state.approvals.set(approval, null),
      approval_decided: (s) => s.state.approvals.peek(approval) && addApproval(s.state, {}, "declined"),
      user_unknown: (s) => s.state.accounts.set(askedUser(s.state), null),
      own_account: (s) => s.state.approvals.peek(approval) && addApproval(s.state, { user: s.actor }),
      wallet_unknown: (s) => s.state.wallets.set(askedUser(s.state), null),
      entry_unknown: (s) => s.state.entries.set(90, null),
      entry_of_other_wallet: (s) => s.state.entries.peek(90) && addEntry(s.state, kofi),
      amount_invalid: (s) => askFor(s.state, (amount) => amount - 0.5),
      amount_too_large: (s) => askFor(s.state, (amount) => -2_000_000_00 + (amount % 1)),
      entry_overcorrected: (s) => askFor(s.state, (amount) => Math.min(amount, -60_00)),
      wallet_short: (s) =>
        s.state.wallets.peek(askedUser(s.state)) && setBalance(s.state, askedUser(s.state), 0),
      second_admin_needed: (s) => patchAccount(s.state, asker, { status: "Banned" }),
    },
    exclusive: [
      ...actorExclusive,
      ...[
        "approval_decided",
        "user_unknown",
        "own_account",
        "wallet_unknown",
        "entry_unknown",
        "entry_of_other_wallet",
        "amount_invalid",
        "amount_too_large",
        "entry_overcorrected",
        "wallet_short",
        "second_admin_needed",
      ].map((code) => `approval_unknown × ${code}`),
      "user_unknown × own_account",
      "wallet_unknown × wallet_short",
      "entry_unknown × entry_of_other_wallet",
      "entry_unknown × entry_overcorrected",
    ],
  },
  decline_approval: {
    start: () => scenario({ approval }, (state) => addApproval(state)),
    provoke: {
      ...adminReasons,
      approval_unknown: (s) => s.state.approvals.set(approval, null),
      approval_decided: (s) => {
        const row = s.state.approvals.peek(approval);
        if (row) s.state.approvals.set(approval, { ...row, status: "declined" });
      },
      own_account: (s) => {
        const row = s.state.approvals.peek(approval);
        const request = { kind: "admin deletion", user: s.actor } as const;
        if (row) s.state.approvals.set(approval, { ...row, request });
      },
    },
    exclusive: [...actorExclusive, "approval_unknown × approval_decided", "approval_unknown × own_account"],
  },
  change_payment_details: {
    start: () => scenario({ momo_phone_number: "0", momo_account_name: "S" }),
    provoke: {
      ...adminReasons,
      changed_meanwhile: (s) => (s.intent.seen = { momo_phone_number: "1", momo_account_name: "" }),
      approval_open: (s) => {
        limitTo(s.state, 1);
        waitFor(s, { kind: "payment details", ...s.intent });
      },
    },
    exclusive: actorExclusive,
  },
};

for (const type of Object.keys(plans) as CommandType[])
  walk(type, plans[type] as unknown as Plan<CommandType>);

function walk(type: CommandType, plan: Plan<CommandType>): void {
  const codes = codesOf(type, plan.start());
  describe(`${type}`, () => {
    test("is accepted at the start", () => {
      expect(answer(type, plan.start())).toBeUndefined();
    });

    test("has its reasons in the catalogue's order, and each can be provoked", () => {
      expect(codes).toEqual([...codes].sort((a, b) => precedence(a) - precedence(b)));
      expect(Object.keys(plan.provoke).sort()).toEqual([...codes].sort());
      for (const code of codes) {
        const one = plan.start();
        plan.provoke[code]?.(one);
        expect(applying(type, one)).toContain(code);
      }
    });

    for (const [index, first] of codes.entries()) {
      for (const second of codes.slice(index + 1)) walkPair(type, plan, first, second);
    }
  });
}

function walkPair(
  type: CommandType,
  plan: Plan<CommandType>,
  first: RejectionCode,
  second: RejectionCode,
): void {
  const exclusive = plan.exclusive.includes(`${first} × ${second}`);
  test(`${first} ${exclusive ? "excludes" : "before"} ${second}`, () => {
    expect(new Set(attempts(type, plan, first, second))).toEqual(new Set(exclusive ? [] : [first]));
  });
}

/** The answers in those of the two orders of provoking that make both apply, and nothing before them. */
function* attempts(type: CommandType, plan: Plan<CommandType>, first: RejectionCode, second: RejectionCode) {
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    const scenario = plan.start();
    for (const code of order) plan.provoke[code as RejectionCode]?.(scenario);
    const found = applying(type, scenario);
    if (!found.includes(first) || !found.includes(second)) continue;
    if (found.some((code) => precedence(code) < precedence(first))) continue;
    yield answer(type, scenario);
  }
}

function commandOf(type: CommandType, { intent, actor, state }: Scenario): Command {
  const command = testCommand(type, intent, actor);
  loadNeeds(command, state);
  return command;
}

function codesOf(type: CommandType, scenario: Scenario): RejectionCode[] {
  return rulesOf(commandOf(type, scenario), scenario.state).checks.map(([code]) => code);
}

/** Every reason that applies, whatever comes before it. */
function applying(type: CommandType, scenario: Scenario): RejectionCode[] {
  return rulesOf(commandOf(type, scenario), scenario.state).checks.flatMap(([code, applies]) =>
    applies() ? [code] : [],
  );
}

function answer(type: CommandType, scenario: Scenario): RejectionCode | undefined {
  return decide(commandOf(type, scenario), scenario.state).rejection?.code;
}

function orderPlan(from: "pending" | "processing", wrong: "pending" | "completed") {
  return {
    start: () => orderScenario(from, { order: 3 }),
    provoke: {
      ...adminReasons,
      own_account: (s: Scenario) => {
        haveTwoAdmins(s.state);
        patchOrder(s.state, 3, { user: s.actor });
      },
      order_unknown: (s: Scenario) => s.state.orders.set(3, null),
      order_decided: (s: Scenario) => patchOrder(s.state, 3, { status: wrong }),
      fulfilment_open: (s: Scenario) => addAttempt(s.state, 1),
    },
    exclusive: [...actorExclusive, "own_account × order_unknown", "order_unknown × order_decided"],
  };
}

test("every reason of the catalogue belongs to a command or is decided outside the ledger", () => {
  const outside: RejectionCode[] = ["key_reused", "phone_taken", "email_taken", "username_taken"];
  const known = (Object.keys(plans) as CommandType[]).flatMap((type) => codesOf(type, plans[type].start()));
  expect(new Set([...known, ...outside])).toEqual(new Set(rejectionCodes));
});
