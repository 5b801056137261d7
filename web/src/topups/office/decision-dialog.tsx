import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TopupRecord, DecisionAnswer } from "#contract/topups.ts";
import { texts } from "#contract/terms/texts.ts";
import { money, pesewas } from "../../lib/money.ts";
import { queryClient, getQuery } from "../../lib/query-client.ts";
import { useCommand, type Send } from "../../lib/command.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { OnlineButton } from "../../ui/button.tsx";
import { OutcomeAlert, type Result, useWorkEach } from "../../office/act-results.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { SamePayment, SecondAdmin, SecondAdminOfMany } from "./approval-notes.tsx";
import { momoDuplicatesQuery, othersOf, pendingKey } from "./topups.query.ts";
import { ReasonField } from "../../office/reason-field.tsx";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { countText } from "../../lib/count-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";

interface Props {
  topups: TopupRecord[];
  decision: "approve" | "decline";
  /** Called with the results of all of several requests so far, decided or not. */
  onDone: (results: Result<TopupRecord>[]) => void;
  onClose: () => void;
}

/** Asks before one request or several are decided. */
export function DecisionDialog(props: Props) {
  const [only] = props.topups;
  if (only === undefined || props.topups.length > 1) return <BulkDialog {...props} />;
  return <OneDialog topup={only} {...props} />;
}

/** Asks for confirmation of an approval or decline, and shows its effect on the wallet. */
function OneDialog({ topup, decision, onClose }: Omit<Props, "topups"> & { topup: TopupRecord }) {
  const { data: account } = useQuery(accountQuery(topup.userId));
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const [reason, setReason] = useState("");
  const answer = useCommand({
    send: (ruling: Ruling, send) => decide(topup, ruling, send),
    onDone: (said) => {
      notify(said, said === texts.awaitingApproval ? "info" : "success");
      onClose();
    },
    onSettled: lookAgain,
  });
  const others = othersOf(duplicates, topup.rechargeId);
  const isDecline = decision === "decline";
  const isDuplicate = !isDecline && others.length > 0;
  const isAgentRequest = topup.purpose === "agent-upgrade" && !isDecline;
  const main: Decision = isAgentRequest ? "approveAgent" : decision;
  const why = isDuplicate && reason.trim() === "" && "Please enter the reason first.";
  const before = account?.user.balance;
  const send = (chosen: Decision) => answer.send({ decision: chosen, others, reason: reason.trim() });
  return (
    <Confirm
      title={`${isDecline ? "Decline" : "Approve"} ${money(topup.amount)} for ${topup.user.username}?`}
      confirm={answer.isUnknown ? "Retry" : isAgentRequest ? decisions.approveAgent.name : `Yes, ${decision}`}
      variant={isDecline ? "destructive" : "default"}
      busy={answer.isBusy}
      why={why}
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
        <ReasonField {...(isDecline ? forCustomer : forLog)} value={reason} onValue={setReason} />
      )}
      <OutcomeAlert error={answer.error} />
      {isAgentRequest && !answer.isUnknown && (
        <OnlineButton variant="outline" busy={answer.isBusy} why={why} onClick={() => send("approve")}>
          Approve without the level
        </OnlineButton>
      )}
    </Confirm>
  );
}

function lookAgain() {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: pendingKey }),
    queryClient.invalidateQueries(momoDuplicatesQuery),
  ]);
}

const forCustomer = {
  label: "Reason for the customer (optional)",
  hint: "They read it in their funding history and in the message",
};
const forLog = {
  label: "Why is this another payment?",
  hint: "It stays in the log. The customer does not see it.",
};

export const doneBy = { approve: "approved", decline: "declined" } as const;

/**
 * Asks once for several requests, each of which is a decision of its own. Those whose payment another request names too
 * are left out: each of them needs a reason.
 */
function BulkDialog({ topups: asked, decision, onDone, onClose }: Props) {
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const [reason, setReason] = useState("");
  const isDecline = decision === "decline";
  const topups = asked.filter((topup) => isDecline || othersOf(duplicates, topup.rechargeId).length === 0);
  const left = asked.length - topups.length;
  const { work, question } = useWorkEach<TopupRecord>({
    noun: "request",
    done: doneBy[decision],
    line: requestLine,
    act: async (topup, send) => {
      const isAgentRequest = topup.purpose === "agent-upgrade" && !isDecline;
      const chosen = isAgentRequest ? "approveAgent" : decision;
      const said = await decide(topup, { decision: chosen, others: [], reason: reason.trim() }, send);
      return said === texts.awaitingApproval ? said : undefined;
    },
    onDone,
    onSettled: lookAgain,
    onClose,
  });
  if (question) return question;
  const nothing = topups.length === 0;
  const what = nothing
    ? countText(left, "request")
    : `${countText(topups.length, "request")} · ${formatCedis(sumOf(topups))}`;
  const agents = topups.filter(({ purpose }) => purpose === "agent-upgrade").length;
  return (
    <Confirm
      title={`${isDecline ? "Decline" : "Approve"} ${what}?`}
      confirm={nothing ? "OK" : `Yes, ${decision}`}
      isLocal={nothing}
      variant={isDecline ? "destructive" : "default"}
      busy={work.isBusy}
      onConfirm={() => (nothing ? onClose() : work.send(topups))}
      onClose={onClose}
    >
      <ul className="max-h-60 divide-y divide-border overflow-y-auto empty:hidden">
        {topups.map((topup) => (
          <li key={topup._id} className="flex justify-between gap-3 py-1.5 text-sm">
            <span>{requestLine(topup)}</span>
            <b>{money(topup.amount)}</b>
          </li>
        ))}
      </ul>
      {left > 0 && <Left count={left} />}
      {!isDecline && <PromptsOpen topups={topups} />}
      {agents > 0 && !isDecline && (
        <Alert variant="info">{`${countText(agents, "request")} to become an Agent: the user becomes one.`}</Alert>
      )}
      {isDecline ? (
        <ReasonField {...forCustomer} value={reason} onValue={setReason} />
      ) : (
        <SecondAdminOfMany topups={topups} />
      )}
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

/** References of requests that customers are asked to pay on their phones. */
export const promptsQuery = getQuery<string[]>(["topups", "prompts"], "/payment/prompts", {
  outdatedBy: (event) => event.event === "rechargeUpdated",
});

/** Before requests are approved by hand although their payments may still come by themselves. */
function PromptsOpen({ topups }: { topups: readonly TopupRecord[] }) {
  const { data: prompts } = useQuery(promptsQuery);
  const count = topups.filter(({ rechargeId }) => prompts?.includes(rechargeId)).length;
  if (count === 0) return null;
  const which = topups.length === 1 ? "This one is" : count === 1 ? "One of them is" : `${count} of them are`;
  return (
    <Alert role="note">
      {which} being paid by prompt. The payment may still come by itself, and would then wait in Payments, Not
      matched.
    </Alert>
  );
}

/** A request in one line, for a question about several and for its results. */
export function requestLine({ rechargeId, user, momoTransactionId }: TopupRecord) {
  return (
    <>
      <b>{rechargeId}</b> · {user.username} · MoMo ID {momoTransactionId ?? "not given"}
    </>
  );
}

export function sumOf(topups: readonly TopupRecord[]): Pesewas {
  return topups.reduce((sum, { amount }) => sum + pesewas(amount), 0);
}

const decisions = {
  approve: { name: "Approve", path: "approve", done: texts.rechargeApproved },
  decline: { name: "Decline", path: "decline", done: texts.rechargeDeclined },
  approveAgent: { name: "Approve and make Agent", path: "approve", done: texts.rechargeApproved },
} as const;
type Decision = keyof typeof decisions;

/** What an admin decides, and on what grounds. */
interface Ruling {
  decision: Decision;
  /** The other requests with the same MoMo transaction id, as the page shows them. */
  others: readonly TopupRecord[];
  /** Of a decline: for the user. Of an approval: why, although there are others. */
  reason: string;
}

/** @returns what to say about it */
async function decide(topup: TopupRecord, { decision, others, reason }: Ruling, send: Send): Promise<string> {
  const { path, done } = decisions[decision];
  const seen = { others: others.map(({ rechargeId, status }) => ({ rechargeId, status })) };
  const { recharge, account, pending } = await send<DecisionAnswer>({
    method: "PUT",
    path: `/recharge/${topup._id}/${path}`,
    body: {
      ...(decision === "approveAgent" && { userLevel: "Agent" }),
      ...(decision !== "decline" && { seen }),
      ...(reason !== "" && { reason }),
    },
  });
  if (pending) {
    void queryClient.invalidateQueries(approvalsQuery);
    return texts.awaitingApproval;
  }
  applyChange(queryClient, { event: "rechargeUpdated", data: recharge, position: recharge.position });
  applyAccount(queryClient, account);
  return done;
}
