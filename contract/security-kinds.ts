/** Apart from the other statuses, because the login page loads those. */

/** What the shop notes beside the ledger, so that misuse is seen afterwards. */
export const securityKinds = [
  "login",
  "too many attempts",
  "not allowed",
  "ban",
  "unban",
  "admin invited",
  "admin made",
  "admin removed",
  "password change",
  "password reset",
  "sign-in help",
  "second factor on",
  "second factor off",
  "step-up",
  "move in",
  "wrong signature",
  "message of the phone",
  "export",
  "private details viewed",
  "api key shown",
  "api key replaced",
  "webhook changed",
  "statement noted",
  "test payment",
  "red books",
  "backups too old",
] as const;
export type SecurityKind = (typeof securityKinds)[number];

export const securityResults = ["done", "refused"] as const;
export type SecurityResult = (typeof securityResults)[number];
