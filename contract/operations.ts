/** Every operation of the API, in the order of its description. A test fails for an operation without a route. */
import { accountOperations } from "./account.ts";
import { adminInviteOperations } from "./admin-invites.ts";
import { approvalOperations } from "./approvals.ts";
import { auditOperations } from "./audit.ts";
import { bulkOrderOperations } from "./bulk-orders.ts";
import { guestOrderOperations } from "./guest-orders.ts";
import { liveOperations } from "./live.ts";
import { messageOperations } from "./messages.ts";
import { moveInOperations } from "./move-in.ts";
import { orderListOperations } from "./order-list.ts";
import { orderOperations } from "./orders.ts";
import { passwordResetOperations } from "./password-resets.ts";
import { paymentOperations } from "./payments.ts";
import { statementOperations } from "./rail-statements.ts";
import { claimOperations } from "./claims.ts";
import { phoneOperations } from "./phone.ts";
import { productOperations } from "./products.ts";
import { proofOperations } from "./proofs.ts";
import { pushOperations } from "./push.ts";
import { receiptOperations } from "./receipts.ts";
import { removalOperations } from "./removals.ts";
import { secondFactorOperations } from "./second-factor.ts";
import { serviceOperations } from "./service.ts";
import { securityOperations } from "./security.ts";
import { sessionOperations } from "./sessions.ts";
import { settingsOperations } from "./settings.ts";
import { reportOperations } from "./reports.ts";
import { shopOperations } from "./shops.ts";
import { stepUpOperations } from "./step-up.ts";
import { fulfilmentOperations } from "./fulfilment.ts";
import { supplierPriceOperations } from "./supplier-prices.ts";
import { supplierOperations } from "./supplier.ts";
import { testPaymentOperations } from "./test-payments.ts";
import { ticketOperations } from "./tickets.ts";
import { topupOperations } from "./topups.ts";
import { userListOperations } from "./user-list.ts";
import { userOperations } from "./users.ts";
import { verificationOperations } from "./verification.ts";
import { webhookOperations } from "./webhooks.ts";
import { withdrawalOperations } from "./withdrawals.ts";

export const operations = {
  ...sessionOperations,
  ...passwordResetOperations,
  ...secondFactorOperations,
  ...stepUpOperations,
  ...proofOperations,
  ...userListOperations,
  ...moveInOperations,
  ...userOperations,
  ...accountOperations,
  ...productOperations,
  ...settingsOperations,
  ...shopOperations,
  ...orderListOperations,
  ...reportOperations,
  ...orderOperations,
  ...bulkOrderOperations,
  ...supplierOperations,
  ...fulfilmentOperations,
  ...supplierPriceOperations,
  ...removalOperations,
  ...topupOperations,
  ...paymentOperations,
  ...statementOperations,
  ...testPaymentOperations,
  ...guestOrderOperations,
  ...phoneOperations,
  ...claimOperations,
  ...withdrawalOperations,
  ...receiptOperations,
  ...messageOperations,
  ...adminInviteOperations,
  ...webhookOperations,
  ...pushOperations,
  ...auditOperations,
  ...securityOperations,
  ...verificationOperations,
  ...approvalOperations,
  ...ticketOperations,
  ...liveOperations,
  ...serviceOperations,
};
