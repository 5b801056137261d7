import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useSession } from "../../lib/session.ts";
import { readStored, writeStored } from "../../lib/storage.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { noticeQuery } from "../../live/notice.query.ts";
import { lastChangeQuery } from "./last-change.tsx";
import type { NoticeRecord } from "#contract/settings.ts";
import { groupPhone } from "#contract/terms/phone.ts";

/**
 * Tells every admin at once when the payment details change, because a changed number redirects every top-up. The alert
 * stays until it is acknowledged, also for admins who were away. On the page that made the change it is not shown. The
 * same admin's other devices show it, which reveals a stolen session.
 */
export function PaymentChange() {
  const { data: notice } = useQuery(noticeQuery);
  const [seen, setSeen] = useState(() => readStored("paymentSeen"));
  const now = notice && detailsText(notice);
  // The first details that this device sees are not a change.
  const isKnown = now !== undefined && now !== seen && (seen === null || ownPayment.is(now));
  if (isKnown) setSeen(now);
  useEffect(() => {
    if (seen === null) return;
    writeStored("paymentSeen", seen);
    ownPayment.arrived(seen);
  }, [seen]);
  const isChanged = now !== undefined && seen !== null && now !== seen;
  const { data: act } = useQuery({ ...lastChangeQuery("payment details", now), enabled: isChanged });
  const me = useSession()?._id;
  if (!isChanged) return null;
  return (
    <NoticeAlert onSeen={() => setSeen(now)}>
      <b>The payment details were changed</b>
      {act && ` by ${act.actor}${act.actorId === me ? " (you)" : ""} on ${act.date}`} to {now} (before: {seen}
      ).{" "}
      <Link to="/admin/audit/acts" search={{ kind: "payment details" }} className="font-semibold underline">
        All changes
      </Link>
    </NoticeAlert>
  );
}

/** What an admin has to acknowledge, above every page. */
export function NoticeAlert({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  return (
    <Alert
      variant="destructive"
      role="alert"
      className="mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 lg:mx-6"
    >
      <span className="min-w-0 flex-1 basis-64">{children}</span>
      <Button variant="outline" size="sm" onClick={onSeen}>
        I have seen it
      </Button>
    </Alert>
  );
}

type PaymentDetails = Pick<NoticeRecord, "momoPhoneNumber" | "momoAccountName">;

let expected: string | null = null;

/** The payment details that this page has sent. The feed often reports them before the answer arrives. */
export const ownPayment = {
  expect: (sent: PaymentDetails | null) => void (expected = sent && detailsText(sent)),
  is: (details: string) => details === expected,
  /** The change has arrived. If the same details are sent again, it is by somebody else. */
  arrived: (details: string) => {
    if (details === expected) expected = null;
  },
};

function detailsText({ momoPhoneNumber, momoAccountName }: PaymentDetails): string {
  return `${groupPhone(momoPhoneNumber) || "no number"}, ${momoAccountName.trim() || "no name"}`;
}
