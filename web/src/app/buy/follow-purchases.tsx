import { useEffect } from "react";
import { groupPhone } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { withFullStop } from "../../lib/api-error.ts";
import { isRunning } from "../../lib/command.ts";
import { useOnline } from "../../lib/online.ts";
import { notify } from "../../ui/notifications.ts";
import { unansweredCommands } from "../../lib/unanswered.ts";
import { isPurchase, type SentPurchase, useUnansweredPurchases } from "./purchase.ts";
import { settlePurchase } from "./settle-purchase.ts";

const pause_ms = 5000;

/** Finds out by itself what became of purchases without an answer, while there is a connection. Shows nothing. */
export function FollowPurchases() {
  const isOnline = useOnline();
  const hasUnanswered = useUnansweredPurchases().length > 0;
  useEffect(() => {
    if (!isOnline || !hasUnanswered) return;
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      for (const command of unansweredCommands().filter(isPurchase))
        if (!isRunning(command)) await settleAndTell(command);
      isAsking = false;
    };
    const timer = setInterval(() => void ask(), pause_ms);
    return () => clearInterval(timer);
  }, [isOnline, hasUnanswered]);
  return null;
}

async function settleAndTell(command: SentPurchase): Promise<void> {
  // Without an answer it is asked again after the pause.
  const settled = await settlePurchase(command).catch(() => undefined);
  const { offer, receiver } = command.body;
  const what = `${offer} for ${groupPhone(receiver)}`;
  if (settled?.state === "done") notify(`${texts.purchaseMade}: ${what}`, "success");
  if (settled?.state === "refused")
    notify(`${what} was not bought. ${withFullStop(settled.message)} Nothing was charged.`, "warning");
}
