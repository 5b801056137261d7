/**
 * What people read about an event: what kind of act it is in the audit, and the SMS that tells of it. A type of event that is
 * not here is no act, and nobody gets an SMS about it.
 */

/**
 * Acts of admins and of users on their own account, and what kind each is. Work on orders, requests and wallets is listed
 * for one admin or kind.
 */
export const actKindOf = {
  user_level_changed: "level",
  user_status_changed: "status",
  user_profile_changed: "profile",
  user_deleted: "deletion",
  sessions_ended: "sessions",
  api_key_replaced: "api key",
  product_created: "product",
  products_listed: "product",
  product_changed: "product",
  product_status_changed: "product status",
  notice_changed: "notice",
  payment_details_changed: "payment details",
  support_links_changed: "support links",
  correction_limit_changed: "correction limit",
  topup_limit_changed: "top-up limit",
  step_up_changed: "step-up",
  admin_factor_changed: "second factor of admins",
  message_settings_changed: "message settings",
  topup_declined: "declined request",
  topup_removed: "removed request",
  order_removed: "removed order",
  list_cleared: "cleared list",
  move_in_started: "move-in",
  supplier_batch_sent: "supplier batch",
  supplier_layout_changed: "supplier layout",
  order_processed: "processed order",
  order_completed: "completed order",
  order_rejected: "rejected order",
  topup_approved: "approved request",
  duplicate_accepted: "same payment",
  wallet_corrected: "correction",
  payment_held: "payment",
  payment_matched: "payment",
  payment_covered: "payment",
  payment_returned: "payment",
  rail_transferred: "rail transfer",
  rail_balance_confirmed: "rail balance",
  supplier_funded: "supplier float",
  price_rule_changed: "price rule",
  package_routes_changed: "suppliers of a package",
  fulfilment_settled: "settled attempt",
  vouchers_added: "vouchers for the stock",
  supplier_prices_imported: "price list of a supplier",
  contradiction_seen: "contradiction of a supplier",
  fulfilment_rules_changed: "rules for suppliers",
  shop_opened: "shop of an agent",
  shop_prices_changed: "prices of a shop",
  shop_closed: "shop of an agent",
  shop_reopened: "shop of an agent",
  shop_rules_changed: "rules for shops",
  withdrawal_sent: "withdrawal",
  withdrawal_paid: "withdrawal",
  withdrawal_failed: "withdrawal",
  withdrawal_rejected: "withdrawal",
  withdrawal_rules_changed: "rules for withdrawals",
} as const;

export type ActType = keyof typeof actKindOf;
export type ActKind = (typeof actKindOf)[ActType];
export const actKinds = [...new Set(Object.values(actKindOf))];

/** What admins do all day. Among all acts it would hide the others, so it is listed for one admin or by its kind. */
export const dailyActs = [
  "order_processed",
  "order_completed",
  "order_rejected",
  "topup_approved",
  "wallet_corrected",
  "payment_matched",
] as const satisfies ActType[];

export interface Occasion {
  label: string;
  /** To the admin's number, to the user, or to the number that paid for a guest's order. */
  to: "admin" | "user" | "guest";
  text: string;
  /** The fields that a text may contain, with example values for the preview and for counting segments. */
  fields: Readonly<Record<string, string>>;
}

const shop = { shop: "Cedibook" } as const;
const person = { user: "kwame_mensah", phone: "0244123456" } as const;
const bought = {
  reference: "10000042",
  network: "MTNup2u",
  offer: "10 GB",
  receiver: "0201234567",
  amount: "1,022.50",
} as const;
const link = "https://cedibook.example/o/Zm9sbG93LXlvdXItb3Jk";
const withdrawn = { amount: "1,200.00", arrives: "1,199.00" } as const;
const request = { reference: "T-10042", amount: "1,200.00" } as const;

/**
 * The SMS after each type of event, and those that take its place: for a request to become an agent, an AFA form and a
 * voucher.
 */
export const occasions = {
  topup_requested: {
    label: "Top-up request",
    to: "admin",
    text: "Top-up request {reference}: {user} ({phone}) says that GHS {amount} is paid. MoMo ID: {momo}",
    fields: { ...shop, ...person, ...request, momo: "38271940562" },
  },
  agent_requested: {
    label: "Agent request",
    to: "admin",
    text: "Agent request {reference}: {user} ({phone}) asks to become an Agent and says that GHS {amount} is paid.",
    fields: { ...shop, ...person, ...request, amount: "50.00", momo: "38271940562" },
  },
  order_placed: {
    label: "Data order",
    to: "admin",
    text: "Order {reference}: {network} {offer} for {receiver}, GHS {amount}, from {user} ({phone}).",
    fields: { ...shop, ...person, ...bought },
  },
  afa_ordered: {
    label: "AFA request",
    to: "admin",
    text: "AFA {reference} from {user}: {name}, {formPhone}, card {card}, born {dob}, {location}.",
    fields: {
      ...shop,
      ...person,
      ...bought,
      name: "Akosua Boateng Mensah",
      formPhone: "0201234567",
      card: "...4321",
      dob: "14/02/1994",
      location: "Kumasi, Ashanti",
    },
  },
  topup_approved: {
    label: "Top-up approved",
    to: "user",
    text: "Your top-up {reference} of GHS {amount} is approved. Your balance is GHS {balance}.",
    fields: { ...shop, ...person, ...request, balance: "12,345.60" },
  },
  topup_declined: {
    label: "Top-up declined",
    to: "user",
    text: "Your top-up {reference} of GHS {amount} was declined. Your balance is unchanged. {reason}",
    fields: { ...shop, ...person, ...request, reason: "We found no payment with this ID." },
  },
  order_completed: {
    label: "Order completed",
    to: "user",
    text: "Your order {reference} is complete: {network} {offer} for {receiver}. Thank you!",
    fields: { ...shop, ...person, ...bought },
  },
  voucher_completed: {
    label: "Voucher delivered",
    to: "user",
    text: "Your order {reference} is complete: {offer} for {receiver}. PIN {pin}, serial {serial}. Thank you!",
    fields: {
      ...shop,
      ...person,
      ...bought,
      network: "WAEC",
      offer: "WASSCE checker",
      pin: "491827364550",
      serial: "WRC2611-0042",
    },
  },
  order_rejected: {
    label: "Order rejected",
    to: "user",
    text: "Your order {reference} ({offer} for {receiver}) was rejected. GHS {amount} is back in your wallet. {reason}",
    fields: { ...shop, ...person, ...bought, reason: "This number cannot take bundles." },
  },
  guest_paid: {
    label: "Guest's payment",
    to: "guest",
    text: "We have your GHS {amount} for {offer} to {receiver}. Follow order {reference} here: {link}",
    fields: { ...shop, ...bought, link },
  },
  guest_completed: {
    label: "Guest's order delivered",
    to: "guest",
    text: "Your {network} {offer} for {receiver} is delivered. Order {reference}: {link}",
    fields: { ...shop, ...bought, link },
  },
  guest_refunded: {
    label: "Guest refunded",
    to: "guest",
    text: "{offer} for {receiver} could not be delivered. GHS {amount} went back to this number. {link}",
    fields: { ...shop, ...bought, link },
  },
  withdrawal_requested: {
    label: "Withdrawal asked for",
    to: "user",
    text: "You asked to withdraw GHS {amount}. GHS {arrives} will go to {to} once it is approved. Not you? Call us now.",
    fields: { ...shop, ...person, ...withdrawn, to: "0244123456" },
  },
  withdrawal_paid: {
    label: "Withdrawal paid",
    to: "user",
    text: "We paid GHS {arrives} to {to} for your withdrawal of GHS {amount}. Transaction: {transaction}",
    fields: { ...shop, ...person, ...withdrawn, to: "0244123456", transaction: "38271940562" },
  },
  withdrawal_failed: {
    label: "Withdrawal failed",
    to: "user",
    text: "Your withdrawal could not be paid. GHS {amount} is back in your wallet. {reason}",
    fields: { ...shop, ...person, ...withdrawn, to: "0244123456", reason: "The number is barred." },
  },
  withdrawal_rejected: {
    label: "Withdrawal rejected",
    to: "user",
    text: "Your withdrawal was not approved. GHS {amount} is back in your wallet. {reason}",
    fields: { ...shop, ...person, ...withdrawn, to: "0244123456", reason: "Please call us first." },
  },
} as const satisfies Record<string, Occasion>;

export type MessageKind = keyof typeof occasions;
export const messageKinds = Object.keys(occasions) as MessageKind[];
