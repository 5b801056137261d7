import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TopupRecord } from "#api/contract/topups.ts";
import { texts } from "#ledger/terms/texts.ts";
import { money } from "../../lib/money.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../ui/notifications.ts";
import { OnlineButton } from "../../ui/online-button.tsx";
import { OutcomeAlert } from "../shared/outcome-alert.tsx";
import { accountQuery } from "../users/account.query.ts";
import { decide, decisions, type Decision } from "./decide.ts";
import { pendingKey } from "./topups.query.ts";

interface Props {
  topup: TopupRecord;
  decision: Decision;
  onClose: () => void;
}

/** Asks for confirmation of an approval or decline, and shows its effect on the wallet. */
export function DecisionDialog({ topup, decision, onClose }: Props) {
  const { data: account } = useQuery(accountQuery(topup.userId));
  const client = useQueryClient();
  const answer = useCommand({
    send: (chosen: Decision, send) => decide(topup, chosen, send),
    onDone: (said) => {
      notify(said, said === texts.awaitingApproval ? "info" : "success");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: pendingKey }),
  });
  const { name } = decisions[decision];
  const before = account?.user.balance;
  const isAgentRequest = topup.purpose === "agent-upgrade" && decision === "approve";
  return (
    <Confirm
      title={`${name} ${money(topup.amount)} for ${topup.user.username}?`}
      confirm={answer.isUnknown ? "Retry" : `Yes, ${name.toLowerCase()}`}
      variant={decision === "decline" ? "destructive" : "default"}
      busy={answer.isBusy}
      // Retry repeats the same decision.
      onConfirm={() => answer.send(answer.isUnknown ? (answer.input ?? decision) : decision)}
      onClose={onClose}
    >
      <Facts>
        <Fact name="Reference">{topup.rechargeId}</Fact>
        <Fact name="MoMo transaction ID">{topup.momoTransactionId ?? "not given"}</Fact>
        {before !== undefined && (
          <Fact name="Balance">
            {decision === "decline"
              ? `${money(before)}, unchanged`
              : `${money(before)} → ${money(before + topup.amount)}`}
          </Fact>
        )}
      </Facts>
      <OutcomeAlert error={answer.error} />
      {isAgentRequest && (
        <OnlineButton variant="soft" busy={answer.isBusy} onClick={() => answer.send("approveAgent")}>
          {decisions.approveAgent.name}
        </OnlineButton>
      )}
    </Confirm>
  );
}
