import type { ApprovalKind, ApprovalStatus } from "#contract/terms/statuses.ts";
import type { SettleIntent } from "./fulfilments.ts";
import type { ApprovablePaymentIntents } from "./payments.ts";
import type { ApprovableProductIntents, ProductFacts } from "./products.ts";
import { bigint, integer, jsonb, type Row, type Table, text, timestamptz, uuid } from "./table.ts";
import type { ApprovableMoveInIntents, ApprovableSettingsIntents, LimitIntents } from "./settings.ts";
import type { ApprovableTopupIntents } from "./topups.ts";
import type { ApprovableUserIntents } from "./users.ts";
import type { CorrectionIntents } from "./wallets.ts";
import type { ApprovableWithdrawalIntents } from "./withdrawals.ts";

/** Of the commands that may take two admins: a request for approval keeps the intent. */
interface ApprovableIntents
  extends
    ApprovableUserIntents,
    ApprovableTopupIntents,
    ApprovableSettingsIntents,
    CorrectionIntents,
    LimitIntents,
    ApprovableProductIntents,
    ApprovableMoveInIntents,
    ApprovablePaymentIntents,
    ApprovableWithdrawalIntents {
  settle_fulfilment: SettleIntent;
}

/** The commands that can take two admins, by the kind of their request for approval. */
export const approvableCommands = {
  correction: "correct_balance",
  limit: "change_correction_limit",
  "topup limit": "change_topup_limit",
  topup: "approve_topup",
  product: "change_product",
  "new product": "create_product",
  "payment details": "change_payment_details",
  admin: "change_level",
  "admin status": "change_status",
  "admin deletion": "delete_user",
  payment: "match_payment",
  "move in": "start_move_in",
  "rail balance": "confirm_rail_balance",
  fulfilment: "settle_fulfilment",
  withdrawal: "send_withdrawal",
  "paid withdrawal": "pay_withdrawal",
  "failed withdrawal": "fail_withdrawal",
} as const satisfies Record<ApprovalKind, keyof ApprovableIntents>;

type IntentOf<K extends ApprovalKind> = ApprovableIntents[(typeof approvableCommands)[K]];

/** What an admin asks for that takes a second admin: the intent of the command, and of a product what it was before. */
export type ApprovalRequest = {
  [K in ApprovalKind]: { kind: K; before?: ProductFacts } & IntentOf<K>;
}[ApprovalKind];

export interface Approval extends Row {
  id: string;
  request: ApprovalRequest;
  requested_by: string;
  requested_at: string;
  status: ApprovalStatus;
  decided_by: string | null;
  decided_at: string | null;
}

export const approvalTable: Table<Approval> = {
  name: "approval",
  key: ["id"],
  columns: {
    id: uuid,
    request: jsonb,
    requested_by: uuid,
    requested_at: timestamptz,
    status: text,
    decided_by: text,
    decided_at: timestamptz,
    version: integer,
    position: bigint,
  },
};

/** What waits for a second admin, with the id of its approval. */
export type PendingRequest = Pick<Approval, "id" | "request">;
