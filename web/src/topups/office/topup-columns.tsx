import { Link } from "@tanstack/react-router";
import { topupList, type TopupRecord } from "#contract/topups.ts";
import { texts } from "#contract/terms/texts.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { buttonVariants } from "../../ui/button.tsx";
import type { Columns } from "../../ui/data-columns.tsx";
import { actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { Remove } from "../../office/remove.tsx";
import { UserLink } from "../../office/user-link.tsx";
import { TopupReference } from "./topup-sheet.tsx";

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
      <Link
        to="/admin/finance"
        search={{ wait: topup.rechargeId }}
        className={buttonVariants({ variant: "ghost", size: "sm" })}
      >
        Decide
      </Link>
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
