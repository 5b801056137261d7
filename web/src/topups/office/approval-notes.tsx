import { useQuery } from "@tanstack/react-query";
import type { TopupRecord } from "#contract/topups.ts";
import { officeLimits, topupLimitFor } from "#contract/terms/office-limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { pesewas, money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { getSession } from "../../lib/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { approvalsQuery, topupApproval } from "../../office/approvals.query.ts";
import { Link } from "@tanstack/react-router";
import { formatDateTime } from "#contract/terms/dates.ts";

type SecondAdminProps = { topup: TopupRecord; registeredAt: string | undefined };

/** Says beforehand that an approval asks another admin, or answers one who asked. */
export function SecondAdmin({ topup, registeredAt }: SecondAdminProps) {
  const { data } = useQuery(approvalsQuery);
  const now_ms = useNow_ms();
  const asked = topupApproval(data, topup.rechargeId);
  if (asked !== undefined) {
    const isOwn = asked.requestedBy._id === getSession()?._id;
    return (
      <Alert variant="info" role="note">
        {isOwn
          ? "You have already asked for this. Another admin has to approve it."
          : `${asked.requestedBy.username} asked for this. If you approve too, it is credited at once.`}
      </Alert>
    );
  }
  const limit = data?.isBinding === true ? data.topupLimit : null;
  if (limit === null || registeredAt === undefined) return null;
  const whole = pesewas(limit);
  const own = topupLimitFor(whole, registeredAt, new Date(now_ms).toISOString());
  if (pesewas(topup.amount) <= own) return null;
  return (
    <Alert variant="info" role="note">
      {own < whole ? `For an account that is younger than ${officeLimits.young_account_h / 24} days, ` : ""}
      {own < whole ? "more" : "More"} than {formatCedis(own)} takes two admins. Another admin will be asked,
      and nothing is credited until they approve.
    </Alert>
  );
}

/** The same about several requests, whose users' ages are not known here. */
export function SecondAdminOfMany({ topups }: { topups: readonly TopupRecord[] }) {
  const { data } = useQuery(approvalsQuery);
  const limit = data?.isBinding === true ? data.topupLimit : null;
  if (limit === null) return null;
  const least = pesewas(limit) / officeLimits.young_account_divisor;
  if (topups.every(({ amount }) => pesewas(amount) <= least)) return null;
  return (
    <Alert variant="info" role="note">
      More than {formatCedis(pesewas(limit))} takes two admins, and more than {formatCedis(least)} if the
      account is younger than {officeLimits.young_account_h / 24} days. For these, another admin will be
      asked.
    </Alert>
  );
}

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
