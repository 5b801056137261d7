import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import { useState } from "react";
import type { TopupRecord } from "#contract/topups.ts";
import { cn } from "../lib/cn.ts";
import { money } from "../lib/money.ts";
import { myTopupsQuery } from "./my-topups.query.ts";

const looks = {
  pending: {
    Icon: Hourglass,
    tone: "bg-warning-soft text-warning",
    text: "is waiting for the shop. This card turns green by itself.",
  },
  approved: { Icon: CircleCheck, tone: "bg-success-soft text-success", text: "is in your wallet." },
  declined: {
    Icon: CircleX,
    tone: "bg-destructive-soft text-destructive",
    text: "was declined.",
  },
} as const;

/** The user's pending requests, and those decided while the page is open. */
export function PendingCards() {
  const { data: topups } = useQuery(myTopupsQuery);
  const [watched, setWatched] = useState<readonly string[]>([]);
  const unseen = (topups ?? []).filter(({ _id, status }) => status === "pending" && !watched.includes(_id));
  if (unseen.length > 0) setWatched([...watched, ...unseen.map((topup) => topup._id)]);

  const shown = (topups ?? []).filter((topup) => watched.includes(topup._id)).slice(0, 3);
  return (
    <div role="status" aria-live="polite" className="flex flex-col gap-2.5 empty:hidden">
      {shown.map((topup) => (
        <PendingCard key={topup._id} topup={topup} />
      ))}
    </div>
  );
}

function PendingCard({ topup }: { topup: TopupRecord }) {
  const { Icon, tone, text } = looks[topup.status];
  return (
    <div
      data-testid="topup-card"
      data-status={topup.status}
      className={cn("flex items-center gap-3 rounded-lg px-3.5 py-3 transition-colors duration-200", tone)}
    >
      <Icon aria-hidden className="size-6 shrink-0" />
      <p className="text-sm">
        <b className="text-base">{money(topup.amount)}</b> {text}
        {topup.status === "declined" && ` ${topup.reason ?? "Your balance is unchanged."}`}
        <br />
        Reference {topup.rechargeId}
      </p>
    </div>
  );
}
