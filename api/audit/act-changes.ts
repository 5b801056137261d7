/** The changes of an administrative act, as lines with before and after. */
import { system } from "#ledger/decide/checks.ts";
import type { Facts } from "#ledger/decide/events.ts";
import type { MessageSettings, MoveIn, PaymentDetails } from "#ledger/decide/events/settings.ts";
import type { Package, ProductFacts } from "#ledger/decide/events/products.ts";
import type { RailBalance } from "#ledger/decide/events/payments.ts";
import type { ActView } from "#ledger/store/read/audit-acts.ts";
import { count_max } from "#ledger/store/read/search.ts";
import { formatCedis, type Pesewas, groupedCedis } from "#ledger/terms/money.ts";
import { orderReference, topupReference } from "#ledger/terms/references.ts";
import { type SupplierLayout, titleOf } from "#ledger/terms/supplier.ts";
import type { ClearedList } from "#ledger/terms/statuses.ts";
import type { ChangeRecord } from "../contract/audit.ts";

export function changesOf(act: ActView): ChangeRecord[] {
  switch (act.type) {
    case "user_level_changed":
      return [{ what: "level", before: act.data.before, after: act.data.after }];
    case "user_status_changed":
    case "product_status_changed":
      return [{ what: "status", before: act.data.before, after: act.data.after }];
    case "notice_changed":
      return [{ what: "notice", ...act.data }];
    case "payment_details_changed":
      return paymentChanges(act.data.before, act.data.after);
    case "support_links_changed":
      return differences({ ...act.data.before }, { ...act.data.after });
    case "message_settings_changed":
      return differences(settingLines(act.data.before), settingLines(act.data.after));
    case "correction_limit_changed":
    case "topup_limit_changed":
      return [{ what: "limit", before: limitText(act.data.before), after: limitText(act.data.after) }];
    case "step_up_changed": {
      const { before, after } = act.data;
      return [{ what: "step-up", before: before ? "on" : "off", after: after ? "on" : "off" }];
    }
    case "admin_factor_changed":
      return [
        { what: "second factor", before: factorText(act.data.before), after: factorText(act.data.after) },
      ];
    case "product_changed":
      return productChanges(act.data.before, act.data.after);
    case "product_created":
      return productChanges(undefined, act.data);
    case "user_profile_changed":
      // The values are personal data, and not in the log.
      return act.data.fields.map((what) => ({ what, before: null, after: null }));
    case "sessions_ended":
      return [{ what: endedWhat(act.data), before: "open", after: "ended" }];
    case "api_key_replaced":
      return [{ what: "API key", before: null, after: "replaced" }];
    case "user_deleted":
      return [userDeletion];
    case "order_processed":
    case "order_completed":
    case "order_rejected":
    case "topup_approved":
    case "duplicate_accepted":
    case "topup_declined":
    case "topup_removed":
    case "order_removed":
      return rowChanges(act);
    case "wallet_corrected":
    case "payment_held":
    case "payment_matched":
    case "payment_covered":
    case "payment_returned":
    case "rail_transferred":
      return [moneyChange(act)];
    case "supplier_batch_sent":
      return [sentToSupplier(act.data)];
    case "supplier_layout_changed":
      return differences(layoutLines(act.data.before), layoutLines(act.data.after));
    case "move_in_started":
      return [movedIn(act.data, act.actor)];
    case "rail_balance_confirmed":
      return [railBalanceChange(act.data)];
    case "list_cleared":
      return [
        { what: clearedWhat[act.data.list], before: clearedCount(act), after: "removed from the lists" },
      ];
  }
}

export const userDeletion: ChangeRecord = { what: "user", before: "there", after: "deleted" };

export function railBalanceChange({ rail, from, balance, reason }: RailBalance): ChangeRecord {
  return {
    what: `balance on the phone, ${rail}`,
    before: from === null ? null : formatCedis(from),
    after: `${formatCedis(balance)}: ${reason}`,
  };
}

function sentToSupplier({ batch, network, orders }: Facts["supplier_batch_sent"]): ChangeRecord {
  return { what: `batch ${batch}, ${network}`, before: null, after: `${orders} orders` };
}

type MoneyAct = Extract<
  ActView,
  {
    type:
      | "wallet_corrected"
      | "payment_held"
      | "payment_matched"
      | "payment_covered"
      | "payment_returned"
      | "rail_transferred";
  }
>;

function moneyChange(act: MoneyAct): ChangeRecord {
  const amount = act.amount ?? 0;
  const what = `payment ${act.transaction ?? ""}, ${formatCedis(amount)}`;
  switch (act.type) {
    case "wallet_corrected":
      return { what: "wallet", before: null, after: `${signed(amount)}: ${act.data.reason}` };
    case "rail_transferred":
      // What the rail's account gains, the rail has paid out.
      return {
        what: `balance of ${act.data.rail}`,
        before: null,
        after: `${signed(0 - amount)}: ${act.data.reason}`,
      };
    case "payment_held":
      return { what, before: null, after: `waits: ${act.data.reason}` };
    case "payment_returned":
      return { what, before: null, after: `returned: ${act.data.reason}` };
    case "payment_covered":
      return { what, before: null, after: `was credited before, by ${topupReference(act.data.topup)}` };
    case "payment_matched": {
      const { topup } = act.data;
      return {
        what,
        before: null,
        after: topup === null ? "matched" : `matched with ${topupReference(topup)}`,
      };
    }
  }
}

type RowAct = Extract<
  ActView,
  {
    type:
      | "order_processed"
      | "order_completed"
      | "order_rejected"
      | "topup_approved"
      | "duplicate_accepted"
      | "topup_declined"
      | "topup_removed"
      | "order_removed";
  }
>;

/** Of one order or top-up request. */
function rowChanges(act: RowAct): ChangeRecord[] {
  switch (act.type) {
    case "order_processed":
      return [{ what: rowName(act), before: "pending", after: "processing" }];
    case "order_completed":
      return [{ what: rowName(act), before: "processing", after: "completed" }];
    case "order_rejected":
      return [{ what: rowName(act), before: null, after: "rejected" }];
    case "topup_approved":
      return [{ what: rowName(act), before: "pending", after: "approved" }];
    case "duplicate_accepted": {
      const before = `same MoMo ID as ${act.data.topups.map(topupReference).join(", ")}`;
      return [{ what: rowName(act), before, after: `approved: ${act.data.reason}` }];
    }
    case "topup_declined": {
      const { reason } = act.data;
      const after = reason === undefined ? "declined" : `declined: ${reason}`;
      return [{ what: rowName(act), before: "pending", after }];
    }
    case "topup_removed":
    case "order_removed":
      return [{ what: rowName(act), before: act.status, after: "removed from the lists" }];
  }
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
  return { what, before: null, after: `${users} users with ${formatCedis(amount)}, ${products} products` };
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
