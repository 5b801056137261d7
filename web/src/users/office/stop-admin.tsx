import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { UserRecord } from "#contract/user-list.ts";
import type { AdminWord } from "#contract/terms/statuses.ts";
import { getSession } from "../../lib/session.ts";
import { Alert } from "../../ui/alert.tsx";
import { approvalsQuery, isAboutRights, waitingIn } from "../../office/approvals.query.ts";
import { titleOf } from "../../office/approval-title.ts";

/** Whether an admin can act who is neither the current one nor this user. */
export function hasOtherAdmin({ admins }: ApprovalsAnswer, user: UserRecord): boolean {
  const isActiveAdmin = user.isAdmin && user.status === "Active";
  return admins > (isActiveAdmin ? 2 : 1);
}

/** On an admin's page: what it takes to ban, demote or delete them, and what already waits. */
export function AdminNote({ user }: { user: UserRecord }) {
  const { data } = useQuery(approvalsQuery);
  if (data === undefined) return null;
  const waiting = waitingIn(data).filter((one) => one.user?._id === user._id && isAboutRights(one));
  const words: AdminWord[] =
    user.status === "Banned" ? ["unban", "demote", "delete"] : ["ban", "demote", "delete"];
  return (
    <>
      {hasOtherAdmin(data, user) ? (
        <Alert variant="info" role="note">
          {user.username} is an admin. If you change their level or status, or delete them, a request goes to
          the other admins. Nothing changes until one of them approves it.
        </Alert>
      ) : (
        <OnServer user={user} words={words} />
      )}
      {waiting.map((one) => (
        <Alert key={one._id} variant="warning" role="note">
          Requested by {one.requestedBy._id === getSession()?._id ? "you" : one.requestedBy.username}:{" "}
          {titleOf(one)}. It waits for another admin under{" "}
          <Link to="/admin/finance" className="underline underline-offset-3">
            Topups
          </Link>
          .
        </Alert>
      ))}
    </>
  );
}

/** Where no other admin could approve it. */
export function OnServer({ user, words }: { user: UserRecord; words: readonly AdminWord[] }) {
  return (
    <Alert variant="info" role="note">
      Only another admin could approve a change of {user.username}’s rights, and there is none. Whoever runs
      the server can make it there:
      {words.map((word) => (
        <code key={word} className="mt-1 block break-all">
          npm run admin -- {word} {user.phone}
        </code>
      ))}
    </Alert>
  );
}
