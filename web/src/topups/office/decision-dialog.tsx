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
import { SamePayment } from "./same-payment.tsx";
import { SecondAdmin, SecondAdminOfMany } from "./second-admin.tsx";
import { momoDuplicatesQuery, othersOf, pendingKey } from "./topups.query.ts";
import { ReasonField } from "../../office/reason-field.tsx";
import { formatCedis } from "#contract/terms/money.ts";
import { countText } from "../../lib/count-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { NotAll } from "../../office/act-results.tsx";
import { mergedResults, type Result, workEach } from "../../office/work-each.ts";
import { requestLine, sumOf } from "./request-line.tsx";

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

/** The reason of a decision on a top-up. */
export function DecisionReason({
  isForUser,
  ...field
}: {
  isForUser: boolean;
  value: string;
  onValue: (value: string) => void;
}) {
  return isForUser ? (
    <ReasonField
      label="Reason for the customer (optional)"
      hint="They read it in their funding history and in the message"
      {...field}
    />
  ) : (
    <ReasonField
      label="Why is this another payment?"
      hint="It stays in the log. The customer does not see it."
      {...field}
    />
  );
}

export const doneBy = { approve: "approved", decline: "declined" } as const;

interface BulkDialogProps {
  topups: TopupRecord[];
  decision: "approve" | "decline";
  /** Called with the results of all requests so far, decided or not. */
  onDone: (results: Result<TopupRecord>[]) => void;
  onClose: () => void;
}

/**
 * Asks once for several requests, each of which is a decision of its own. Those whose payment another request names too
 * are left out: each of them needs a reason.
 */
export function BulkDialog({ topups: asked, decision, onDone, onClose }: BulkDialogProps) {
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const [reason, setReason] = useState("");
  const isDecline = decision === "decline";
  const done = doneBy[decision];
  const topups = asked.filter((topup) => isDecline || othersOf(duplicates, topup.rechargeId).length === 0);
  const left = asked.length - topups.length;
  const { act, results } = useBulk(decision, reason.trim(), onDone, onClose);
  if (!act.isBusy && results.length > 0)
    return (
      <NotAll
        noun="request"
        done={done}
        line={requestLine}
        results={results}
        onRetry={act.send}
        onClose={onClose}
      />
    );
  if (topups.length === 0) return <OnlyLeft count={left} onClose={onClose} />;
  const agents = topups.filter(({ purpose }) => purpose === "agent-upgrade").length;
  return (
    <Confirm
      title={`${isDecline ? "Decline" : "Approve"} ${countText(topups.length, "request")} · ${formatCedis(sumOf(topups))}?`}
      confirm={`Yes, ${decision}`}
      variant={isDecline ? "destructive" : "default"}
      busy={act.isBusy}
      onConfirm={() => act.send(topups)}
      onClose={onClose}
    >
      <Lines topups={topups} />
      {left > 0 && <Left count={left} />}
      {!isDecline && <PromptsOpen topups={topups} />}
      {agents > 0 && !isDecline && (
        <Alert variant="info">{`${countText(agents, "request")} to become an Agent: the user becomes one.`}</Alert>
      )}
      {isDecline ? (
        <DecisionReason isForUser value={reason} onValue={setReason} />
      ) : (
        <SecondAdminOfMany topups={topups} />
      )}
    </Confirm>
  );
}

/** Decides each request, and keeps the results of all. */
function useBulk(
  decision: BulkDialogProps["decision"],
  reason: string,
  onDone: BulkDialogProps["onDone"],
  onClose: BulkDialogProps["onClose"],
) {
  const [results, setResults] = useState<Result<TopupRecord>[]>([]);
  const client = useQueryClient();
  const isDecline = decision === "decline";
  const done = doneBy[decision];
  const act = useCommand({
    send: (tried: TopupRecord[], send) =>
      workEach(tried, async (topup) => {
        const isAgentRequest = topup.purpose === "agent-upgrade" && !isDecline;
        const ruling = { decision: isAgentRequest ? ("approveAgent" as const) : decision, others: [] };
        const said = await decide(topup, { ...ruling, reason }, send);
        return said === texts.awaitingApproval ? said : undefined;
      }),
    onDone: (fresh) => {
      const all = mergedResults(results, fresh);
      setResults(all);
      onDone(all);
      const failed = all.find(({ failure }) => failure !== null);
      if (failed !== undefined) return notify(failed.failure?.message ?? "", "danger");
      const asks = all.filter(({ said }) => said !== undefined).length;
      if (asks > 0) notify(`${countText(all.length - asks, "request")} ${done}, ${asks} for another admin`);
      else notify(`${countText(all.length, "request")} ${done}`, "success");
      onClose();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: pendingKey }),
        client.invalidateQueries(momoDuplicatesQuery),
      ]),
  });
  return { act, results };
}

function OnlyLeft({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <Confirm
      title={`Approve ${countText(count, "request")}?`}
      confirm="OK"
      isLocal
      onConfirm={onClose}
      onClose={onClose}
    >
      <Left count={count} />
    </Confirm>
  );
}

function Left({ count }: { count: number }) {
  return (
    <Alert variant="destructive" role="alert">
      {count === 1
        ? "1 request has the MoMo ID of another request. Please approve it separately."
        : `${count} requests have the MoMo ID of another request. Please approve them one by one.`}
    </Alert>
  );
}

function Lines({ topups }: { topups: TopupRecord[] }) {
  return (
    <ul className="max-h-60 divide-y divide-border overflow-y-auto">
      {topups.map((topup) => (
        <li key={topup._id} className="flex justify-between gap-3 py-1.5 text-sm">
          <span>{requestLine(topup)}</span>
          <b>{money(topup.amount)}</b>
        </li>
      ))}
    </ul>
  );
}
