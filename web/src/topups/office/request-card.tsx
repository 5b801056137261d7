import type { TopupRecord } from "#contract/topups.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TopupReference } from "./topup-sheet.tsx";
import { UserLink } from "../../office/user-link.tsx";

interface Props {
  topup: TopupRecord;
  /** Other requests with the same MoMo transaction. At most one of them was paid. */
  others: readonly TopupRecord[];
  /** The customer is asked to pay it on the phone. */
  isByPrompt: boolean;
  /** The admin whose approval waits for a second one. */
  asker: string | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onAsk: (decision: "approve" | "decline") => void;
}

export function RequestCard({ topup, others, isByPrompt, asker, isSelected, onSelect, onAsk }: Props) {
  const { user, momoTransactionId, purpose, status, rechargeId } = topup;
  return (
    <Card
      data-recharge={topup._id}
      data-state={isSelected ? "selected" : undefined}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 data-[state=selected]:border-primary data-[state=selected]:ring-1 data-[state=selected]:ring-primary"
    >
      <div className="flex min-w-[min(14rem,100%)] flex-1 items-center gap-4">
        {status === "pending" && (
          <Checkbox
            aria-label={`Select request ${rechargeId}`}
            checked={isSelected}
            onCheckedChange={onSelect}
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <b className="text-xl">{money(topup.amount)}</b>
            <span className="text-sm">
              <TopupReference topup={topup} />
            </span>
          </p>
          <p className="text-sm">
            <UserLink id={topup.userId} name={user.username} /> ·{" "}
            <span className="whitespace-nowrap">{groupPhone(user.phone)}</span>
          </p>
          <p className="text-sm text-muted-foreground">
            {formatDateTime(topup.createdAt)} · MoMo ID {momoTransactionId ?? "not given"}
          </p>
          {isByPrompt && status === "pending" && (
            <p className="text-sm font-semibold text-info">By prompt, waiting for the customer</p>
          )}
          {others.length > 0 && (
            <p className="text-sm font-semibold text-destructive">
              The same MoMo ID stands in{" "}
              {others.map((other) => `${other.rechargeId} (${other.status})`).join(", ")}
            </p>
          )}
          {asker !== undefined && (
            <p className="mt-1 text-sm font-semibold text-info">
              {asker} asked for a second admin&apos;s approval
            </p>
          )}
          {purpose === "agent-upgrade" && (
            <p className="mt-1 text-sm font-semibold text-info">Wants to become an Agent</p>
          )}
        </div>
      </div>
      {status === "pending" ? (
        <div className="flex max-w-full grow flex-wrap gap-2 sm:grow-0">
          <Button variant="outline" className="grow" onClick={() => onAsk("decline")}>
            Decline
          </Button>
          <Button variant="soft" className="grow" onClick={() => onAsk("approve")}>
            Approve
          </Button>
        </div>
      ) : (
        <StatusBadge status={status} />
      )}
    </Card>
  );
}
