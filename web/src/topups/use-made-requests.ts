import { toCedis, type Pesewas } from "#contract/terms/money.ts";
import type { TopupPurpose } from "#contract/terms/statuses.ts";
import { rechargeSubmitted } from "#contract/terms/texts.ts";
import { notify } from "../lib/notifications.ts";
import { forgetTopupDrafts, useSettledRequests } from "./topup-request.ts";

/**
 * Reports requests whose answer was lost, and closes the PAYMENT NOTICE if its request turns out to be made. `open` is
 * undefined if no notice is open.
 */
export function useMadeRequests(
  open: { purpose: TopupPurpose; amount: Pesewas } | undefined,
  close: () => void,
): void {
  useSettledRequests((made) => {
    notify(rechargeSubmitted(made.rechargeId), "success");
    if (made.purpose !== open?.purpose || made.amount !== toCedis(open.amount)) return;
    forgetTopupDrafts();
    close();
  });
}
