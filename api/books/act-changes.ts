/** The changes of an administrative act, as lines with before and after. */
import type { Facts, StreamOf } from "#ledger/core/events.ts";
import type { Changed } from "#ledger/core/events/declare.ts";
import type { RailBalance } from "#ledger/core/rows/payments.ts";
import type { Package, ProductFacts } from "#ledger/core/rows/products.ts";
import type { MessageSettings, MoveIn, PaymentDetails } from "#ledger/core/rows/settings.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { ActView } from "#ledger/books/audit-acts.ts";
import { count_max } from "#ledger/tables/search.ts";
import { actKindOf, type ActType } from "#contract/terms/event-texts.ts";
import { type FulfilmentRules, type Route, supplierNames } from "#contract/terms/fulfilment.ts";
import { formatCedis, type Pesewas, groupedCedis } from "#contract/terms/money.ts";
import type { ShopRules } from "#contract/terms/shops.ts";
import type { PriceRule } from "#contract/terms/pricing.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import { type SupplierLayout, titleOf } from "#contract/terms/supplier.ts";
import type { ClearedList } from "#contract/terms/statuses.ts";
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import type { WithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { ChangeRecord } from "#contract/audit.ts";

type Act<T extends ActType> = Extract<ActView, { type: T }>;
type Lines = { [T in ActType]: (act: Act<T>) => ChangeRecord[] };
/** Acts whose lines follow from their data or their type: a value before and after, or a decision about a row. */
type Plain =
  | { [T in ActType]: Facts[T] extends Changed<string | boolean | object> ? T : never }[ActType]
  | RowAct;
type RowAct = { [T in ActType]: StreamOf<T> extends Stream<"order" | "topup"> ? T : never }[ActType];

export function changesOf(act: ActView): ChangeRecord[] {
  const own = ownLines[act.type] as ((act: ActView) => ChangeRecord[]) | undefined;
  return own?.(act) ?? plainLines(act as Act<Plain>);
}

const ownLines: Omit<Lines, Plain> & Partial<Pick<Lines, Plain>> = {
  product_status_changed: ({ data }) => [{ what: "status", before: data.before, after: data.after }],
  payment_details_changed: ({ data }) => paymentChanges(data.before, data.after),
  message_settings_changed: ({ data }) => differences(settingLines(data.before), settingLines(data.after)),
  correction_limit_changed: ({ data }) => [limitChange(data)],
  topup_limit_changed: ({ data }) => [limitChange(data)],
  admin_factor_changed: ({ data }) => [
    { what: "second factor", before: factorText(data.before), after: factorText(data.after) },
  ],
  product_changed: ({ data }) => productChanges(data.before, data.after),
  product_created: ({ data }) => productChanges(undefined, data),
  products_listed: ({ data: { products, packages } }) => [
    newly("list of products", `${products} products with ${packages} packages`),
  ],
  // The values are personal data, and not in the log.
  user_profile_changed: ({ data }) => data.fields.map((what) => ({ what, before: null, after: null })),
  sessions_ended: ({ data }) => [{ what: endedWhat(data), before: "open", after: "ended" }],
  api_key_replaced: () => [{ what: "API key", before: null, after: "replaced" }],
  user_deleted: () => [userDeletion],
  order_processed: (act) => [{ what: rowName(act), before: "pending", after: "processing" }],
  order_completed: (act) => [{ what: rowName(act), before: "processing", after: "completed" }],
  topup_approved: (act) => [{ what: rowName(act), before: "pending", after: "approved" }],
  duplicate_accepted: (act) => {
    const before = `same MoMo ID as ${act.data.topups.map(topupReference).join(", ")}`;
    return [{ what: rowName(act), before, after: `approved: ${act.data.reason}` }];
  },
  topup_declined: (act) => {
    const { reason } = act.data;
    const after = reason === undefined ? "declined" : `declined: ${reason}`;
    return [{ what: rowName(act), before: "pending", after }];
  },
  topup_removed: (act) => [removal(act)],
  order_removed: (act) => [removal(act)],
  wallet_corrected: ({ data, amount }) => [newly("wallet", `${signed(amount ?? 0)}: ${data.reason}`)],
  payment_held: (act) => [newly(paymentName(act), `waits: ${act.data.reason}`)],
  payment_matched: (act) => {
    const { topup } = act.data;
    return [newly(paymentName(act), topup === null ? "matched" : `matched with ${topupReference(topup)}`)];
  },
  payment_covered: (act) => [
    newly(paymentName(act), `was credited before, by ${topupReference(act.data.topup)}`),
  ],
  payment_returned: (act) => [newly(paymentName(act), `returned: ${act.data.reason}`)],
  // What the rail's account gains, the rail has paid out.
  rail_transferred: ({ data, amount }) => [
    newly(`balance of ${data.rail}`, `${signed(0 - (amount ?? 0))}: ${data.reason}`),
  ],
  supplier_funded: ({ data, amount }) => [
    newly(
      `money at ${supplierNames[data.supplier]}`,
      `${signed(amount ?? 0)} from ${data.from}: ${data.reason}`,
    ),
  ],
  vouchers_added: ({ data: { package: id, cost, count } }) => [
    newly(`vouchers of ${id}`, `${count} at ${groupedCedis(cost)} cedis each`),
  ],
  supplier_prices_imported: ({ data: { supplier, count, changed } }) => [
    newly(`prices of ${supplierNames[supplier]}`, `${count} packages`),
    ...changed.map(({ code, before, after }) => ({
      what: `cost of ${code}`,
      before: before === null ? null : groupedCedis(before),
      after: after === null ? "not in the list" : groupedCedis(after),
    })),
  ],
  package_routes_changed: ({ data: { package: id, before, after } }) => [
    { what: `suppliers of ${id}`, before: routesText(before), after: routesText(after) },
  ],
  price_rule_changed: ({ data }) => differences(marginLines(data.before), marginLines(data.after)),
  fulfilment_settled: ({ stream, data: { outcome, reason } }) => [
    newly(`attempt ${idOfStream(stream as Stream<"fulfilment">)}`, `${outcome}: ${reason}`),
  ],
  contradiction_seen: ({ stream, data }) => [
    newly(`attempt ${idOfStream(stream as Stream<"fulfilment">)}`, `taken care of: ${data.reason}`),
  ],
  fulfilment_rules_changed: ({ data }) => differences(ruleLines(data.before), ruleLines(data.after)),
  shop_rules_changed: ({ data }) => differences(shopLines(data.before), shopLines(data.after)),
  shop_opened: () => [newly("shop", "opened")],
  shop_prices_changed: ({ data }) =>
    data.prices.map(({ package: id, before, after }) => ({
      what: `price of ${id}`,
      before: before === null ? null : groupedCedis(before),
      after: after === null ? "not offered" : groupedCedis(after),
    })),
  shop_closed: ({ data }) => [{ what: "shop", before: "allowed", after: `closed: ${data.reason}` }],
  shop_reopened: ({ data }) => [{ what: "shop", before: "closed", after: `allowed: ${data.reason}` }],
  withdrawal_sent: ({ data: { rail, attempt } }) => [
    newly("withdrawal", `sent by ${rail}${attempt === 1 ? "" : `, attempt ${attempt}`}`),
  ],
  withdrawal_paid: ({ data: { rail, transaction }, amount }) => [
    newly("withdrawal", `${formatCedis(amount ?? 0)} paid by ${rail}: ${transaction}`),
  ],
  withdrawal_failed: ({ data: { reason }, amount }) => [
    newly("withdrawal", `${formatCedis(amount ?? 0)} back in the wallet: ${reason}`),
  ],
  withdrawal_rejected: ({ data: { reason }, amount }) => [
    newly("withdrawal", `rejected, ${formatCedis(amount ?? 0)} back in the wallet: ${reason}`),
  ],
  withdrawal_rules_changed: ({ data }) =>
    differences(withdrawalLines(data.before), withdrawalLines(data.after)),
  supplier_batch_sent: ({ data: { batch, network, orders } }) => [
    newly(`batch ${batch}, ${network}`, `${orders} orders`),
  ],
  supplier_layout_changed: ({ data }) => differences(layoutLines(data.before), layoutLines(data.after)),
  move_in_started: ({ data, actor }) => [movedIn(data, actor)],
  rail_balance_confirmed: ({ data }) => [railBalanceChange(data)],
  list_cleared: (act) => [
    { what: clearedWhat[act.data.list], before: clearedCount(act), after: "removed from the lists" },
  ],
};

function plainLines(act: Act<Plain>): ChangeRecord[] {
  if (!("before" in act.data)) return [newly(rowName(act), act.type.slice(act.type.indexOf("_") + 1))];
  const { before, after } = act.data as Changed<string | boolean | Record<string, string>>;
  if (typeof before === "object" && typeof after === "object") return differences(before, after);
  return [{ what: actKindOf[act.type], before: plainText(before), after: plainText(after) }];
}

function plainText(value: unknown): string {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

/** Nothing was there before it, or the act does not say what. */
function newly(what: string, after: string): ChangeRecord {
  return { what, before: null, after };
}

function routesText(routes: readonly Route[]): string {
  return routes.map(({ supplier }) => supplierNames[supplier]).join(", then ") || "by hand";
}

function marginLines({ unit, step, customer, agent, superAgent }: PriceRule): Record<string, string> {
  const margin = (hundredths: number) =>
    unit === "percent" ? `${hundredths / 100} %` : formatCedis(hundredths);
  return {
    "margin for customers": margin(customer),
    "margin for agents": margin(agent),
    "margin for super agents": margin(superAgent),
    "rounded up to": formatCedis(step),
  };
}

function shopLines({ isOn, highest, fee_by }: ShopRules): Record<string, string> {
  return {
    "agents' shops": isOn ? "on" : "off",
    "highest price": `${highest / 100} times what the agent pays`,
    "payment fee": `borne by the ${fee_by}`,
  };
}

function removal(act: Act<"order_removed" | "topup_removed">): ChangeRecord {
  return { what: rowName(act), before: act.status, after: "removed from the lists" };
}

function limitChange({ before, after }: Changed<Pesewas | null>): ChangeRecord {
  return { what: "limit", before: limitText(before), after: limitText(after) };
}

function paymentName({ transaction, amount }: ActView): string {
  return `payment ${transaction ?? ""}, ${formatCedis(amount ?? 0)}`;
}

export const userDeletion: ChangeRecord = { what: "user", before: "there", after: "deleted" };

export function railBalanceChange({ rail, from, balance, reason }: RailBalance): ChangeRecord {
  return {
    what: `balance on the phone, ${rail}`,
    before: from === null ? null : formatCedis(from),
    after: `${formatCedis(balance)}: ${reason}`,
  };
}

function layoutLines({ columns, header, phones }: SupplierLayout): Record<string, string> {
  return {
    columns: columns
      .map(({ cell, title }) => (title === titleOf(cell) ? title : `${title} (${cell})`))
      .join(", "),
    header: header ? "with titles" : "without titles",
    phones,
  };
}

function ruleLines({ refunds, float_min, hours_min, vouchers_min }: FulfilmentRules): Record<string, string> {
  return {
    "refunds by itself": refunds.length === 0 ? "no order" : refunds.join(", "),
    "warns below": `${groupedCedis(float_min)} cedis, ${hours_min} hours, ${vouchers_min} vouchers`,
  };
}

function withdrawalLines({ isOn, who, what, min, fee, day_max }: WithdrawalRules): Record<string, string> {
  return {
    withdrawals: isOn ? "on" : "off",
    "who withdraws": who,
    "what is withdrawn": what,
    "least withdrawal": groupedCedis(min),
    fee: groupedCedis(fee),
    "most in a day": groupedCedis(day_max),
  };
}

function factorText(isRequired: boolean): string {
  return isRequired ? "required for admins" : "optional for admins";
}

function endedWhat({ session, except }: Facts["sessions_ended"]): string {
  if (session !== null) return "one session";
  return except === undefined ? "all sessions" : "all other sessions";
}

const clearedWhat: Record<ClearedList, string> = {
  order: "all decided orders",
  topup: "all decided requests",
};

/** "+¢30.00" */
function signed(amount: Pesewas): string {
  return `${amount > 0 ? "+" : ""}${formatCedis(amount)}`;
}

function clearedCount({ cleared }: ActView): string {
  const count = cleared ?? 0;
  const more = count > count_max ? "more than " : "";
  return `${more}${Math.min(count, count_max).toLocaleString("en")} in the lists`;
}

/** "order 10000005, ¢4.80" */
function rowName({ order_id, topup_id, amount }: ActView): string {
  const name =
    topup_id === null ? `order ${orderReference(order_id ?? 0)}` : `request ${topupReference(topup_id)}`;
  return `${name}, ${formatCedis(amount ?? 0)}`;
}

/** One line for each text. An empty text stands for the default text. */
function settingLines({ templates, ...rest }: MessageSettings): Record<string, string> {
  return { ...rest, ...templates };
}

function limitText(limit: Pesewas | null): string {
  return limit === null ? "none" : groupedCedis(limit);
}

function differences(before: Record<string, string>, after: Record<string, string>): ChangeRecord[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => (before[name] ?? "") !== (after[name] ?? ""))
    .map((name) => ({
      what: name.replaceAll("_", " "),
      before: before[name] ?? null,
      after: after[name] ?? null,
    }));
}

export function paymentChanges(before: PaymentDetails | undefined, after: PaymentDetails): ChangeRecord[] {
  return differences(before ? paymentLines(before) : {}, paymentLines(after));
}

function movedIn({ users, products, amount }: MoveIn, actor: string): ChangeRecord {
  const what = `moved in from another shop${actor === system ? " (command line)" : ""}`;
  return newly(what, `${users} users with ${formatCedis(amount)}, ${products} products`);
}

/** What a second admin compares with the old shop's sums. */
export function moveInChanges({ users, amount, products }: MoveIn): ChangeRecord[] {
  const lines = {
    users: users.toLocaleString("en"),
    balances: formatCedis(amount),
    products: products.toLocaleString("en"),
  };
  return differences({}, lines);
}

/** In this order: the database orders the keys of JSON in its own way. */
function paymentLines({ momo_phone_number, momo_account_name }: PaymentDetails): Record<string, string> {
  return { "mobile money number": momo_phone_number, "account name": momo_account_name };
}

/** Packages are compared by id, so a renamed package is not a new one. It is shown with its newer offer. */
export function productChanges(before: ProductFacts | undefined, after: ProductFacts): ChangeRecord[] {
  const names = namesOf([...(before?.packages ?? []), ...after.packages]);
  return differences(before ? factsOf(before, names) : {}, factsOf(after, names));
}

/** A product as lines, one for each value that can differ. */
function factsOf(
  { network, status, note, image, packages }: ProductFacts,
  names: Map<string, string>,
): Record<string, string> {
  return {
    network,
    status,
    note,
    image: image === null ? "" : `${image.slice(0, 8)}…`,
    ...Object.fromEntries(
      packages.flatMap((one) => Object.entries(packageLines(one, names.get(one.id) ?? one.id))),
    ),
  };
}

function packageLines({ offer, customer, agent, superAgent }: Package, name: string): Record<string, string> {
  return {
    [`${name}: offer`]: offer,
    [`${name}: customer`]: groupedCedis(customer),
    [`${name}: agent`]: groupedCedis(agent),
    [`${name}: super agent`]: groupedCedis(superAgent),
  };
}

function namesOf(packages: Package[]): Map<string, string> {
  return new Map(packages.map(({ id, offer }) => [id, offer]));
}
