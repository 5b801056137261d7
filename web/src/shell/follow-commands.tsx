import { useEffect } from "react";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { withFullStop } from "../lib/api-error.ts";
import { findOut, isLost, isRunning } from "../lib/command.ts";
import { useOnline } from "../lib/online.ts";
import { forgetCommands, type SentCommand, unansweredCommands, useUnanswered } from "../lib/unanswered.ts";
import { notify } from "../lib/notifications.ts";
import { isPurchase, type SentPurchase } from "../orders/buy/purchase.ts";
import { settlePurchase } from "../orders/buy/settle-purchase.ts";
import { isTopupRequest } from "../topups/topup-request.ts";

const pause_ms = 5000;

/** Finds out by itself what became of commands without an answer, while there is a connection. Shows nothing. */
export function FollowCommands() {
  const isOnline = useOnline();
  const hasUnanswered = useUnanswered().some(isFollowed);
  useEffect(() => {
    if (!isOnline || !hasUnanswered) return;
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      for (const command of unansweredCommands().filter(isFollowed))
        if (!isRunning(command)) await (isPurchase(command) ? settleAndTell(command) : settle(command));
      isAsking = false;
    };
    const timer = setInterval(() => void ask(), pause_ms);
    return () => clearInterval(timer);
  }, [isOnline, hasUnanswered]);
  return null;
}

/** A top-up request is found in the user's list (topup-request.ts). Commands that are not kept end with their page. */
function isFollowed(command: SentCommand): boolean {
  return command.isKept && !isTopupRequest(command);
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

/** Otherwise the same command on another day would get this one's answer. */
async function settle(command: SentCommand): Promise<void> {
  const outcome = await findOut(command).catch(() => undefined);
  if (outcome?.state === "unknown" && isLost(command)) forgetCommands([command.key]);
}
