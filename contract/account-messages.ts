/**
 * What the shop tells users about their account, and admins about the shop and its admins, by SMS or email. One segment each,
 * without links: somebody else could send the same text with theirs.
 */
import { limits } from "./terms/limits.ts";
import type { MessageKind } from "./terms/event-texts.ts";

/** As lists and the subjects of emails name them. */
export const accountMessageLabels = {
  proof_code: "Code",
  new_device: "New sign-in",
  password_changed: "Password changed",
  phone_changed: "Phone number changed",
  sign_in_help: "Help with signing in",
  paid_twice: "Paid twice",
  payment_details: "Payment details changed",
  admin_rights: "Admin rights",
  red_books: "Books do not balance",
  running_low: "Running low",
};

export type AccountMessageKind = keyof typeof accountMessageLabels;
export const accountMessageKinds = Object.keys(accountMessageLabels) as AccountMessageKind[];

/** Also an admin's test of a text, and the link that sets a new password. Admins cannot change what these say. */
export const otherMessageKinds = ["test", "password_reset", ...accountMessageKinds] as const;
export type AnyMessageKind = MessageKind | (typeof otherMessageKinds)[number];

export const accountTexts = {
  code: `{shop}: your code is {code}. It works for ${limits.proof_code_ms / 60_000} minutes. Enter it under My Profile, and give it to nobody.`,
  resetCode: `{shop}: your code for a new password is {code}. It works for ${limits.proof_code_ms / 60_000} minutes. Give it to nobody, not even to us.`,
  helpLink:
    "{shop}: our support has sent you a link for a new password. If you did not ask for it, contact us at once.",
  helpCode:
    "{shop}: our support has read out a code for a new password of your account. If this was not for you, contact us at once.",
  newDevice:
    "{shop}: new sign-in ({device}). If this was not you, open the shop, change your password and sign out all devices.",
  passwordChanged:
    "{shop}: your password was changed. If this was not you, open the shop, choose Forgot your password, or contact us at once.",
  /** To the number before it, and by email. */
  phoneChanged:
    "{shop}: the phone number of your account was changed. If this was not you, contact us at once.",
  /** To the new number, which may be somebody else's. */
  phoneAdded: "{shop}: an account now has this phone number. If it is not yours, please tell us.",
  /** To all admins, with the username of the one whom it is about. */
  adminMade: "{shop}: {user} is now an admin. If you do not know why, ask the other admins at once.",
  adminRemoved: "{shop}: {user} is no longer an admin. If you do not know why, ask the other admins at once.",
  adminBanned: "{shop}: the admin {user} was banned. If you do not know why, ask the other admins at once.",
  adminUnbanned:
    "{shop}: the admin {user} is no longer banned. If you do not know why, ask the other admins at once.",
  adminDeleted: "{shop}: the admin {user} was deleted. If you do not know why, ask the other admins at once.",
  adminUsed:
    "{shop}: {user} uses their admin rights after a change of their {part}. If you do not know why, ask them at once.",
  paidTwice:
    "{shop}: you paid GHS {amount} twice: two payments were open, and both were made. Both are in your wallet. If you want one back, contact us.",
  redBooks: "{shop}: the books do not balance. Open Audit, Books to see what differs.",
  runningLow: "{shop}: running low. {what}. Open Suppliers in the back office.",
  paymentDetails:
    "{shop}: top-ups are now paid to {momo}. If you do not know why, open the shop, look under Audit and change it back.",
} as const;
