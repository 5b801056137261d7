/**
 * What becomes of every column when a user is forgotten. A new column fails this test until it is decided here whether it
 * holds personal data, and then erasure.ts erases it, or the reason why it stays is written down.
 */
import { expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();

/** `erased`: these columns, or "rows" for the whole rows. `kept`: the other columns, with the reason. */
interface Decision {
  erased?: string;
  kept?: [columns: string, because: string];
}

const facts = "only ids, amounts, times and states: the books need them, and they name nobody";
const order =
  "id user_id amount charged_at refunded_at created_at action_at position version hidden status product_id package_id network offer reason supplier_batch payment";
const topup =
  "id user_id amount credited_at created_at action_at position version hidden purpose status momo_transaction_id reason payment";
const settings =
  "id notice momo_phone_number momo_account_name support_group support_chat correction_limit admin_phone card_number templates version position topup_limit admin_factor step_up supplier_batches supplier_layouts package_routes fulfilment_rules price_rule shop_rules withdrawal_rules";
const ofOrder =
  "ids, amounts and states, and a rejection's reason in an admin's own words, which the log keeps too";
const ofTopup =
  "ids, amounts and states, and the payment's id at the mobile-money operator, which the log keeps too: it proves the payment";
const ofSettings = "about the shop and not about a customer: it is shown to all of them";

/** The log, and the same rows in the auditor's copies. */
const projections: Record<string, Decision> = {
  account: { kept: ["user_id level status deleted registered_at version position", facts] },
  act: {
    kept: [
      "position amount corrects clearing recorded_at wallet type actor requested_by payment made_admin reason",
      "ids, amounts and states, and an admin's own words, which the log keeps too",
    ],
  },
  agent_shop: { kept: ["user_id prices closed version position", facts] },
  approval: {
    kept: [
      "id request requested_by requested_at status decided_by decided_at version position",
      "what was asked for, by ids; a correction's reason is in an admin's own words, which the log keeps too",
    ],
  },
  withdrawal: {
    kept: [
      "id user_id amount fee requested created_at sent_at action_at position version attempt first status rail transaction reason",
      "ids, amounts, states, the payment's id at its rail, and an admin's own words, which the log keeps too",
    ],
  },
  daily_total: { kept: ["list day status count value position", facts] },
  house_account: { kept: ["name balance position", facts] },
  order: { kept: [order, ofOrder] },
  payment: {
    kept: [
      "id user_id amount fee topup_id received received_at action_at position version disputed rail status transaction reason order_id margin borne refund",
      "ids, amounts, states, the payment's id at its rail, and an admin's own words, which the log keeps too",
    ],
  },
  fulfilment: {
    kept: [
      "id order_id cost sent_at settled_at position attempt version supplier code reference state reason contradiction refusal seen_at",
      "ids, amounts and times, and a supplier's words without numbers",
    ],
  },
  product: { kept: ["id network status note image packages version position", ofSettings] },
  reversal: { kept: ["entry reversed position", facts] },
  sales_by_day: { kept: ["user_id day status count value position", facts] },
  settings: { kept: [settings, ofSettings] },
  topup: { kept: [topup, ofTopup] },
  wallet: { kept: ["user_id balance version position", facts] },
};

const copies = Object.entries(projections).flatMap(([table, decision]): [string, Decision][] => [
  [`ledger.${table}`, decision],
  [`audit.${table}`, decision],
]);

const decisions: Record<string, Decision> = {
  ...Object.fromEntries(copies),
  "ledger.event": {
    kept: [
      "position amount balance_after recorded_at command_id wallet version fingerprint hash stream type actor counterparty data house",
      "the log is never rewritten: it has ids, amounts and states, the mobile-money payment's id, and the words of admins in reasons",
    ],
  },
  "ledger.command": {
    kept: [
      "position id events fingerprint rejection",
      "a keyed hash of the call's body, which cannot be read",
    ],
  },
  "ledger.head": { kept: ["id position orders_placed recorded_at hash rebuilds", facts] },
  "audit.alone_day": { kept: ["day actor kind count amount", facts] },
  "audit.amount": { kept: ["amount position", facts] },
  "audit.books": { kept: ["id checked_at took_ms position hash findings", "names rows by their ids"] },
  "audit.daily_head": { kept: ["day position hash root sent_at", facts] },
  "audit.days_counted": { kept: ["id position", facts] },
  "audit.incident": { kept: ["id began_at ended_at findings", "names rows by their ids"] },
  "audit.log_block": { kept: ["block events sum", facts] },
  "audit.state": {
    kept: ["id position hash recorded_at orders_placed commands commands_sum acts", facts],
  },
  "audit.topup_day": { kept: ["day count amount", facts] },
  "audit.tree_block": { kept: ["index leaves root", facts] },
  "audit.tree_wallet": { kept: ["wallet movements", facts] },
  "audit.verification": {
    kept: ["id asked_at asked_by started_at finished_at position target hash findings failure", facts],
  },
  "shop.user": {
    erased: "username phone email first_name last_name password_hash phone_proved_at email_proved_at",
    kept: [
      "id deleted erased_at receivers_erased_at unused_change sign_in_changed_at",
      "the id is what the log names, and that an admin changed a password or number is in the log",
    ],
  },
  "shop.account_block": { kept: ["block account type count value", facts] },
  "shop.account_day": { kept: ["day account type count value", facts] },
  "shop.agent_shop": { erased: "rows" },
  "shop.api_key": { erased: "rows" },
  "shop.attempt": { kept: ["key count resets_at", "keyed hashes, deleted within an hour"] },
  "shop.backup": {
    kept: [
      "id target base base_at tails file_id written_from position counts shipped_at failed_at",
      "where the backups are and how far they go: names nobody",
    ],
  },
  "shop.beneficiary": { erased: "rows" },
  "shop.blocks_counted": { kept: ["id blocks", facts] },
  "shop.buyer_day": { kept: ["day user_id type count value", facts] },
  "shop.buyer_sales": { kept: ["month user_id count value", facts] },
  "shop.costs_counted": { kept: ["id position", facts] },
  "shop.days_counted": { kept: ["id position", facts] },
  "shop.incident_note": {
    kept: ["incident_id user_id reason noted_at", "the words of admins, as in the log's reasons"],
  },
  "shop.live_ticket": { erased: "rows" },
  "shop.fulfilment": {
    kept: [
      "order_id next_at slot_at asks their_reference their_attempt said waits earlier bulk",
      "references and times, and a supplier's words without numbers",
    ],
  },
  "shop.fulfilment_follower": { kept: ["id position", facts] },
  "shop.message": { erased: "rows" },
  "shop.message_follower": { kept: ["id position", facts] },
  "shop.message_gateway": {
    kept: ["channel state since answer", "the gateway's last answer, which the next one replaces"],
  },
  "shop.message_search": { erased: "rows" },
  "shop.move_in": {
    kept: [
      "id checked_by checked_at users products amount already_users already_products already_amount refused moved_users moved_products moved_amount leased_until finished_at",
      "counts and sums, deleted after days",
    ],
  },
  "shop.move_in_text": {
    kept: [
      "id uploaded_by upload file part bytes sealed uploaded_at",
      "another shop's files, sealed: deleted when they move in, and after days (expired-rows.ts)",
    ],
  },
  "shop.move_in_part": {
    kept: [
      "id move_in kind sealed",
      "lines of those files, sealed: deleted when they have moved in or were declined, and after days (expired-rows.ts)",
    ],
  },
  "shop.move_in_key": { kept: ["id key", ofSettings] },
  "shop.charge": { erased: "rows" },
  "shop.guest_order": { erased: "rows" },
  "shop.odd_payment": {
    kept: [
      "id kind rail transaction other reference user_id amount currency domain reversed found_at note handled_by handled_at",
      "ids, amounts and times, and an admin's own words, as in the log's reasons",
    ],
  },
  "shop.payment_claim": { erased: "rows" },
  "shop.payout": { erased: "rows" },
  "shop.phone": { kept: ["device heard_at message_at unread unread_at", "the shop's own phone"] },
  "shop.phone_rail": { kept: ["rail balance confirmed moved_at", facts] },
  "shop.rail_message": {
    kept: [
      "id rail kind transaction amount fee balance before topup reverses state typed_by received_at stored_at place held settled_at",
      "what a network says about the shop's wallet, without names and numbers",
    ],
  },
  "shop.network_sales": { kept: ["day network event count value", facts] },
  // The receiver: their own number with the rest, the others a year after the deletion.
  "shop.notice": { erased: "rows" },
  "shop.order_detail": { erased: "receiver form voucher", kept: ["order_id", facts] },
  "shop.order_search": { erased: "receiver", kept: ["order_id sold", facts] },
  "shop.package_day": { kept: ["day network offer level type count value", facts] },
  "shop.password_reset": { erased: "rows" },
  "shop.proof_code": { erased: "rows" },
  "shop.product_image": { kept: ["hash mime bytes", ofSettings] },
  "shop.push_delivery": { erased: "rows" },
  "shop.push_key": { kept: ["id public_key private_key", ofSettings] },
  "shop.push_subscription": { erased: "rows" },
  "shop.rail_statement": { kept: ["id rail at balance noted_by noted_at", facts] },
  "shop.receipt_key": { kept: ["public_key private_key made_at retired_at", ofSettings] },
  "shop.recovery_code": { erased: "rows" },
  "shop.sales_counted": { kept: ["id position", facts] },
  "shop.security_event": {
    erased: "address",
    kept: ["id at kind result user_id actor detail times", "who did what by ids, for a year: no names"],
  },
  "shop.session": { erased: "rows" },
  "shop.topup_reservation": { erased: "rows" },
  "shop.supplier": {
    kept: [
      "name is_paused balance balance_at differs_since failures rests_until failure next_slot_at low next_ask_at",
      "what the shop knows of its suppliers",
    ],
  },
  "shop.supplier_day": { kept: ["day supplier type count value", facts] },
  "shop.supplier_price": {
    kept: ["supplier code name network cost seen_at old_cost changed_at is_imported", facts],
  },
  "shop.voucher_stock": {
    kept: [
      "id package_id cost order_id imported_at imported_by digest sealed",
      "the shop's own goods, sealed",
    ],
  },
  "shop.shop_name": {
    erased: "user_id",
    kept: ["name taken_at", "nobody else gets a link that customers keep in their chats"],
  },
  "shop.shop_report": { erased: "rows" },
  "shop.totp": { erased: "rows" },
  "shop.webhook": { erased: "rows" },
  "shop.webhook_delivery": { erased: "rows" },
  "jobs._private_jobs": {
    kept: [
      "id job_queue_id task_id payload priority run_at attempts max_attempts last_error created_at updated_at key locked_at locked_by revision flags is_available",
      "a finished job is deleted, and a failed one after 30 days (expired-rows.ts); a payload has an id or a sealed address",
    ],
  },
  "jobs._private_job_queues": { kept: ["id queue_name locked_at locked_by is_available", facts] },
  "jobs._private_known_crontabs": { kept: ["identifier known_since last_execution", facts] },
  "jobs._private_tasks": { kept: ["id identifier", facts] },
  "jobs.migrations": { kept: ["id ts breaking", facts] },
};

const columnsOf = `
  select n.nspname || '.' || c.relname as table, array_agg(a.attname::text) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname in ('shop', 'jobs', 'audit', 'ledger') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  group by 1`;

const words = (text: string | undefined) => (text ?? "").split(" ").filter((word) => word !== "");

test("every column of the database is erased with a deleted user, or has a reason to stay", async () => {
  const { rows } = await shop.pool.query<{ table: string; columns: string[] }>(columnsOf);
  expect(rows.map(({ table }) => table).sort()).toEqual(Object.keys(decisions).sort());
  for (const { table, columns } of rows) {
    const { erased, kept } = decisions[table]!;
    if (erased === "rows") continue;
    expect([...words(erased), ...words(kept?.[0])].sort(), table).toEqual(columns.sort());
  }
});
