import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserRecord } from "#contract/user-list.ts";
import { dayOf, formatDay } from "#contract/terms/dates.ts";
import { erasesAt } from "#contract/erasure.ts";
import { money } from "../../lib/money.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { approvalsQuery, isAboutRights, waitingIn, titleOf } from "../../office/approvals.query.ts";
import { deleteUser, isSelf } from "./change-user.tsx";
import { Link } from "@tanstack/react-router";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { AdminWord } from "#contract/terms/statuses.ts";
import { getSession } from "../../lib/session.ts";
import { ErrorAlert } from "../../ui/form.tsx";

/** "22/12/2026", if they are deleted now. */
function erasureDay(): string {
  return formatDay(dayOf(erasesAt(new Date().toISOString())));
}

export function DeleteUser({ user, onDone }: { user: UserRecord; onDone?: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useCommand({
    send: (_: void, send) => deleteUser(user._id, send),
    onDone: (isDeleted) => {
      setAsked(false);
      if (isDeleted) onDone?.();
    },
  });
  const { data: approvals } = useQuery({ ...approvalsQuery, enabled: isAsked && user.isAdmin });
  const isForServer = user.isAdmin && approvals !== undefined && !hasOtherAdmin(approvals, user);
  if (isSelf(user)) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-destructive"
        aria-label={`Delete ${user.username}`}
        onClick={() => setAsked(true)}
      >
        Delete
      </Button>
      {isAsked && (
        <Confirm
          title={`Delete ${user.username}?`}
          confirm="Yes, delete"
          variant="destructive"
          busy={remove.isBusy}
          why={isForServer && noOtherAdmin}
          onConfirm={() => remove.send()}
          onClose={() => setAsked(false)}
        >
          <p className="text-sm text-muted-foreground">
            {user.balance > 0
              ? `The wallet holds ${money(user.balance)}: it must be empty first.`
              : `The account is closed permanently. The name, phone number, email and other personal data are erased on ${erasureDay()}. Its history stays in the log, without a name.`}
          </p>
          {user.isAdmin && !isForServer && (
            <p className="text-sm text-muted-foreground">Another admin must approve this first.</p>
          )}
          {isForServer && <OnServer user={user} words={["delete"]} />}
          <ErrorAlert error={remove.error} />
        </Confirm>
      )}
    </>
  );
}

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

/** Why the page cannot do it, where `OnServer` says what can. */
export const noOtherAdmin = "No other admin could approve this. Use the command above.";

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
