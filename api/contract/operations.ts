/** Every call there is. What is not here has no route, and what has no route fails a test. */
import { accountOperations } from "./operations/account.ts";
import { approvalOperations } from "./operations/approvals.ts";
import { auditOperations } from "./operations/audit.ts";
import { catalogueOperations } from "./operations/catalogue.ts";
import { messageOperations } from "./operations/messages.ts";
import { orderOperations } from "./operations/orders.ts";
import { rechargeOperations } from "./operations/recharges.ts";
import { secondFactorOperations } from "./operations/second-factor.ts";
import { serviceOperations } from "./operations/service.ts";
import { sessionOperations } from "./operations/sessions.ts";
import { userOperations } from "./operations/users.ts";
import { webhookOperations } from "./operations/webhooks.ts";

export const operations = {
  ...sessionOperations,
  ...secondFactorOperations,
  ...userOperations,
  ...accountOperations,
  ...catalogueOperations,
  ...orderOperations,
  ...rechargeOperations,
  ...messageOperations,
  ...webhookOperations,
  ...auditOperations,
  ...approvalOperations,
  ...serviceOperations,
};
