import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TopupRecord } from "#contract/topups.ts";
import { texts } from "#contract/terms/texts.ts";
import { money } from "../../lib/money.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { OnlineButton } from "../../ui/online-button.tsx";
import { OutcomeAlert } from "../../office/outcome-alert.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { decide, decisions, type Decision, type Ruling } from "./decide.ts";
import { PromptsOpen } from "./by-prompt.tsx";
import { DecisionReason } from "./decision-reason.tsx";
import { SamePayment } from "./same-payment.tsx";
import { SecondAdmin } from "./second-admin.tsx";
import { momoDuplicatesQuery, othersOf, pendingKey } from "./topups.query.ts";

interface Props {
  topup: TopupRecord;
  decision: "approve" | "decline";
  onClose: () => void;
}

/** Asks for confirmation of an approval or decline, and shows its effect on the wallet. */
export function DecisionDialog({ topup, decision, onClose }: Props) {
  const { data: account } = useQuery(accountQuery(topup.userId));
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const [reason, setReason] = useState("");
  const client = useQueryClient();
  const answer = useCommand({
    send: (ruling: Ruling, send) => decide(topup, ruling, send),
    onDone: (said) => {
      notify(said, said === texts.awaitingApproval ? "info" : "success");
      onClose();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: pendingKey }),
        client.invalidateQueries(momoDuplicatesQuery),
      ]),
  });
  const others = othersOf(duplicates, topup.rechargeId);
  const isDecline = decision === "decline";
  const isDuplicate = !isDecline && others.length > 0;
  const isAgentRequest = topup.purpose === "agent-upgrade" && !isDecline;
  const main: Decision = isAgentRequest ? "approveAgent" : decision;
  const isBlocked = isDuplicate && reason.trim() === "";
  const before = account?.user.balance;
  const send = (chosen: Decision) => answer.send({ decision: chosen, others, reason: reason.trim() });
  return (
    <Confirm
      title={`${isDecline ? "Decline" : "Approve"} ${money(topup.amount)} for ${topup.user.username}?`}
      confirm={answer.isUnknown ? "Retry" : isAgentRequest ? decisions.approveAgent.name : `Yes, ${decision}`}
      variant={isDecline ? "destructive" : "default"}
      busy={answer.isBusy}
      disabled={isBlocked}
      isDeliberate={isDuplicate}
      // Retry repeats the same decision.
      onConfirm={() => (answer.isUnknown && answer.input ? answer.send(answer.input) : send(main))}
      onClose={onClose}
    >
      <SamePayment others={others} />
      <Facts>
        <Fact name="Reference">{topup.rechargeId}</Fact>
        <Fact name="MoMo transaction ID">{topup.momoTransactionId ?? "not given"}</Fact>
        {before !== undefined && (
          <Fact name="Balance">
            {isDecline ? `${money(before)}, unchanged` : `${money(before)} → ${money(before + topup.amount)}`}
          </Fact>
        )}
      </Facts>
      {!isDecline && <PromptsOpen topups={[topup]} />}
      {!isDecline && <SecondAdmin topup={topup} registeredAt={account?.registeredAt} />}
      {(isDecline || isDuplicate) && (
        <DecisionReason isForUser={isDecline} value={reason} onValue={setReason} />
      )}
      <OutcomeAlert error={answer.error} />
      {isAgentRequest && !answer.isUnknown && (
        <OnlineButton
          variant="outline"
          busy={answer.isBusy}
          disabled={isBlocked}
          onClick={() => send("approve")}
        >
          Approve without the level
        </OnlineButton>
      )}
    </Confirm>
  );
}
