import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserRecord } from "#contract/user-list.ts";
import { dayOf, formatDay } from "#contract/terms/dates.ts";
import { erasesAt } from "#contract/erasure.ts";
import { errorText } from "../../lib/api-error.ts";
import { money } from "../../lib/money.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { deleteUser } from "./change-user.ts";
import { hasOtherAdmin, OnServer } from "./stop-admin.tsx";
import { isSelf } from "./user-selects.tsx";

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
          disabled={isForServer}
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
          {remove.error !== null && (
            <Alert variant="destructive" role="alert">
              {errorText(remove.error)}
            </Alert>
          )}
        </Confirm>
      )}
    </>
  );
}
