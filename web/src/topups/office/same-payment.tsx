import { Link } from "@tanstack/react-router";
import type { TopupRecord } from "#contract/topups.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { money } from "../../lib/money.ts";
import { Alert } from "../../ui/alert.tsx";

/** The other requests that name the same MoMo transaction. At most one of them all was paid. */
export function SamePayment({ others }: { others: readonly TopupRecord[] }) {
  if (others.length === 0) return null;
  return (
    <Alert variant="destructive" role="alert">
      <p className="font-bold">This MoMo ID was used before. A payment can be credited only once.</p>
      <ul className="max-h-40 overflow-y-auto">
        {others.map(({ _id, rechargeId, user, amount, status, createdAt, actionTimestamp }) => (
          <li key={_id} className="py-1">
            <Link
              to="/admin/finance"
              search={{ search: rechargeId }}
              className="font-bold underline underline-offset-3"
            >
              {rechargeId}
            </Link>{" "}
            · {user.username} · <b>{money(amount)}</b> · <b>{status}</b>{" "}
            {formatDateTime(actionTimestamp ?? createdAt)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
