import type { MessageKind } from "./event-texts.ts";

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
