import { useMutation, useQuery } from "@tanstack/react-query";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { useOnline } from "../../lib/online.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { notify } from "../../ui/notifications.ts";
import { accountQuery } from "./account.query.ts";
import { endSessions } from "./change-user.ts";

/** A user's sessions. Ending one affects open pages at once. */
export function Sessions({ user }: { user: string }) {
  const { data: account } = useQuery(accountQuery(user));
  const isOnline = useOnline();
  const end = useMutation({
    mutationFn: (session: string | undefined) => endSessions(user, session),
    onError: (error) => notify(errorText(error), "danger"),
  });
  const sessions = account?.sessions ?? [];
  if (sessions.length === 0) return <EmptyState title={texts.noRecords}>Nobody is signed in.</EmptyState>;
  const props = { variant: "outline", size: "sm", disabled: !isOnline || end.isPending } as const;
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {sessions.map((session) => (
          <li key={session._id}>
            <Card className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <b>Signed in {formatDateTime(session.createdAt)}</b>
                <span className="block text-sm text-muted-foreground">
                  Last renewed {formatDateTime(session.lastSeenAt)} · ends {formatDateTime(session.expiresAt)}
                </span>
              </p>
              <Button {...props} onClick={() => end.mutate(session._id)}>
                End session
              </Button>
            </Card>
          </li>
        ))}
      </ul>
      <Button {...props} className="self-start" onClick={() => end.mutate(undefined)}>
        End all sessions
      </Button>
    </>
  );
}
