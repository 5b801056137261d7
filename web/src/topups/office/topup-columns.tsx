import { topupList, type TopupRecord, type TopupHistory } from "#contract/topups.ts";
import { texts } from "#contract/terms/texts.ts";
import { StatusBadge, variantOf } from "../../ui/badge.tsx";
import { type Columns, actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { Remove } from "../../office/remove.tsx";
import { ButtonLink, UserLink } from "../../office/links.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { groupPhone } from "#contract/terms/phone.ts";
import { Steps } from "../../ui/steps.tsx";
import { getQuery } from "../../lib/query-client.ts";
import { money, signedMoney } from "../../lib/money.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";

const decider = ({ status, decidedBy }: TopupRecord) => decidedBy && `${status} by ${decidedBy}`;

/** Top-up requests, pending and decided. */
export const topupColumns: Columns<TopupRecord> = [
  ...listColumns(topupList, {
    rechargeId: {
      cell: (topup) => (
        <>
          <TopupReference topup={topup} />
          {agentMark(topup)}
        </>
      ),
      card: { line: (topup) => <TopupReference topup={topup} />, text: agentMark },
    },
    user: {
      cell: ({ userId, user }) => <UserLink id={userId} name={user.username} className="font-medium" />,
      className: "max-w-48 truncate",
      card: { title: ({ userId, user }) => <UserLink id={userId} name={user.username} /> },
    },
    momoTransactionId: {
      cell: ({ momoTransactionId }) => momoTransactionId ?? "–",
      card: { more: ({ momoTransactionId }) => `MoMo ID ${momoTransactionId ?? "not given"}` },
    },
    status: { cell: ({ status }) => <StatusBadge status={status} /> },
    decidedBy: {
      cell: ({ decidedBy }) => decidedBy ?? "–",
      className: "max-w-36 truncate",
      fullText: ({ decidedBy, reason }) => [decidedBy, reason].filter((part) => part !== null).join(": "),
      card: { text: ({ reason }) => reason, more: decider },
    },
  }),
  actsColumn<TopupRecord>((topup) => <RequestAction topup={topup} />),
];

export const topupLook = {
  rowHeights: ["h-9", "h-21"],
  className: "[&_td]:px-1.5 [&_th]:px-1.5",
} as const;

/** A pending request is decided in its own list. A decided one can be removed from the lists. */
function RequestAction({ topup }: { topup: TopupRecord }) {
  if (topup.status === "pending")
    return (
      <ButtonLink to="/admin/finance" search={{ wait: topup.rechargeId }} variant="ghost">
        Decide
      </ButtonLink>
    );
  return (
    <Remove
      name="Remove"
      title={`Remove request ${topup.rechargeId}?`}
      path={`/recharge/delete/${topup._id}`}
      lists={topupList.name}
      failure={texts.errorDeletingRequest}
    >
      Nobody will see it any more, including its user. It stays in the log and in the wallet.
    </Remove>
  );
}

function agentMark({ purpose }: TopupRecord) {
  return purpose === "agent-upgrade" ? (
    <span className="block text-sm font-semibold text-info">Agent request</span>
  ) : null;
}

/** The reference of a request, which opens its details. */
export function TopupReference({ topup }: { topup: TopupRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Show request ${topup.rechargeId}`}
        className="relative font-bold text-primary underline underline-offset-3 before:absolute before:-inset-x-1 before:-inset-y-3 before:content-[''] md:before:inset-0"
        onClick={() => setOpen(true)}
      >
        {topup.rechargeId}
      </button>
      {isOpen && <TopupSheet topup={topup} onClose={() => setOpen(false)} />}
    </>
  );
}

/** All details of a top-up or agent request, and who asked, decided and corrected. */
function TopupSheet({ topup, onClose }: { topup: TopupRecord; onClose: () => void }) {
  const { rechargeId, user, purpose, momoTransactionId } = topup;
  const query = useQuery(topupHistoryQuery(topup._id));
  const { data } = query;
  return (
    <ResponsiveDialog title={`Request ${rechargeId}`} onClose={onClose}>
      <div className="flex items-center justify-between gap-3">
        <p className="text-xl font-bold">{money(topup.amount)}</p>
        <StatusBadge status={topup.status} />
      </div>
      <Facts>
        <Fact name="User">
          <UserLink id={topup.userId} name={user.username} /> {groupPhone(user.phone)}
        </Fact>
        <Fact name="Purpose">{purpose === "agent-upgrade" ? "Become an Agent" : "Top up the wallet"}</Fact>
        <Fact name="Reference">
          {rechargeId} <CopyButton value={rechargeId} what="reference" />
        </Fact>
        <Fact name="MoMo ID">{momoTransactionId ?? "not given"}</Fact>
      </Facts>
      <Loading of={query} what="The history could not be loaded." rows={2} height="h-7" />
      {data !== undefined && (
        <Steps
          steps={data.map(stepOf)}
          next={topup.status === "pending" ? "Waiting for the shop" : undefined}
        />
      )}
    </ResponsiveDialog>
  );
}

const names: Record<TopupHistory[number]["step"], string> = {
  asked: "Asked",
  "same payment": "Accepted beside the same payment",
  approved: "Approved",
  declined: "Declined",
  corrected: "Corrected",
};

function stepOf({ step, date, by, requester, reason, amount, position }: TopupHistory[number]) {
  return {
    key: position,
    name: names[step],
    variant: step === "asked" ? variantOf("pending") : variantOf(step),
    date,
    by: requester === null ? by : `${by}, requested by ${requester}`,
    more: (reason !== null || amount !== null) && (
      <span className="block wrap-anywhere">
        {[amount === null ? null : signedMoney(amount), reason].filter((part) => part !== null).join(" · ")}
      </span>
    ),
  };
}

/** Fetched again when the request is decided, and when a correction moves the wallet. */
function topupHistoryQuery(id: string) {
  return getQuery<TopupHistory>(["topup-history", id], `/recharge/${id}/history`, {
    staleTime: 0,
    outdatedBy: ({ event, data }) =>
      event === "userUpdated" || (event === "rechargeUpdated" && data._id === id),
  });
}
