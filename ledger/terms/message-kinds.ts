/** Apart from the other statuses, because the login page loads those. */

/** The shop's SMS. Their texts are in messages.ts, which customers' pages need not load. */
export const messageKinds = [
  "topup_requested",
  "agent_requested",
  "order_placed",
  "afa_ordered",
  "topup_approved",
  "topup_declined",
  "order_completed",
  "voucher_completed",
  "order_rejected",
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What users are told about their own account, and admins about the shop's. */
export const accountMessageKinds = [
  "proof_code",
  "new_device",
  "password_changed",
  "phone_changed",
  "sign_in_help",
  "paid_twice",
  "payment_details",
  "admin_rights",
  "red_books",
] as const;
export type AccountMessageKind = (typeof accountMessageKinds)[number];

/** Also an admin's test of a text, and the link that sets a new password. Admins cannot change what these say. */
export const otherMessageKinds = ["test", "password_reset", ...accountMessageKinds] as const;
export type AnyMessageKind = MessageKind | (typeof otherMessageKinds)[number];
