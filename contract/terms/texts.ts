/** The specification's texts (sections 2, 5 and 8), for both ends. */
import { formatCedis, groupedCedis, type Pesewas } from "./money.ts";

export const texts = {
  loginSuccessful: "Login successful",
  passwordsDiffer: "Passwords do not match",
  secondFactorRequired: "This shop requires a second factor of its admins. Please set it up first.",
  banned: "This account is banned. Please contact support.",
  allFieldsRequired: "All fields are required",
  resetEmailSent: "Password reset email sent. Please check your inbox.",
  resetLinkInvalid: "This link has expired or was already used. Please ask for a new one.",
  passwordReset: "Your password has been reset. Please sign in with the new one.",
  errorResettingPassword: "Error resetting password",
  errorUpdatingProfile: "Error updating profile",
  profileUpdated: "Profile updated successfully",
  passwordNeeded: "Please enter your current password to change your phone number",
  passwordWrong: "This is not your current password",
  passwordNeededForEmail: "Please enter your current password to add an email",
  emailFixed: "Email cannot be changed",
  purchaseMade: "Purchase made successfully",
  insufficientBalance: "Insufficient balance. Please top up your wallet.",
  topupFirst: "Please complete the topup before you order",
  topupAmountHint: "Please enter an amount of at least 50.00",
  paymentNotice: "PAYMENT NOTICE",
  iHavePaid: "I have paid",
  rechargeApproved: "Recharge request approved",
  rechargeDeclined: "Recharge request declined",
  userLevelUpdated: "User level updated successfully",
  userStatusUpdated: "User status updated successfully",
  userDeleted: "User deleted successfully",
  awaitingApproval: "Another admin must approve this first. Nothing has changed yet.",
  productUpdated: "Product updated successfully",
  productCreated: "Product created successfully",
  productsCreated: "Products created successfully",
  errorUpdatingProductStatus: "Error updating product status:",
  errorSavingProduct: "Error saving product:",
  errorUpdatingNotice: "Error updating notice content:",
  errorDeletingRequests: "Error deleting all requests",
  errorDeletingRequest: "Failed to delete the request. Please try again",
  errorDeletingOrders: "Error deleting all orders",
  errorDeletingOrder: "Failed to delete the order. Please try again",
  imageTooLarge: "Image size exceeds 100KB. Please upload a smaller image.",
  imageWrongKind: "Please choose a PNG, JPEG or WebP image",
  priceNotNumber: "Price must be a number",
  confirmPayment: "Are you sure you want to make payment?",
  noRecords: "No records found",
  loading: "Loading...",
  mtnExpressNote: "Currently, MTN Express is not accepting new numbers. Please try MTNUp2U or MTNMe2U.",
  priceChanged: "The price has changed",
} as const;

/** On the notice board if there is no notice. */
export function welcome(shopName: string): string {
  return `Welcome to ${shopName}.`;
}

export function rechargeSubmitted(reference: string): string {
  return `Recharge request submitted successfully. Your reference ID is ${reference}`;
}

export function confirmWalletUpdate(user: string, amount: Pesewas): string {
  return `Are you sure you want to update ${user}'s wallet with ¢${groupedCedis(amount)}?`;
}

export function walletUpdated(user: string, balance: Pesewas): string {
  return `${user}'s wallet updated successfully. New balance: ${formatCedis(balance)}`;
}

/** `isExact` is false if the total was only counted up to a bound. */
export function showingEntries(shown: number, total: number, isExact = true): string {
  const all = total.toLocaleString("en");
  return `Showing ${shown} of ${isExact ? all : `more than ${all}`} entries`;
}

export function confirmProductStatus(status: string): string {
  return `Are you sure you want to mark this product as ${status}?`;
}
