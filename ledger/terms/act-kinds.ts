/** Apart from the other statuses, because the login page loads those. */

/** Acts of admins and of users on their own account. Work on orders, requests and wallets is listed for one admin or kind. */
export const actKinds = [
  "level",
  "status",
  "profile",
  "deletion",
  "sessions",
  "api key",
  "product",
  "product status",
  "notice",
  "payment details",
  "support links",
  "correction limit",
  "top-up limit",
  "step-up",
  "second factor of admins",
  "message settings",
  "declined request",
  "removed request",
  "removed order",
  "cleared list",
  "supplier batch",
  "supplier layout",
  "processed order",
  "completed order",
  "rejected order",
  "approved request",
  "same payment",
  "correction",
] as const;
export type ActKind = (typeof actKinds)[number];
