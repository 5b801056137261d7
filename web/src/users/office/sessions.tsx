import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "#contract/terms/dates.ts";
import { texts } from "#contract/terms/texts.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OnlineButton } from "../../ui/online-button.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { endSessions } from "./change-user.ts";

/** A user's sessions. Ending one affects open pages at once. */
export function Sessions({ user }: { user: string }) {
  const { data: account } = useQuery(accountQuery(user));
  const end = useCommand({
    send: (session: string | undefined, send) => endSessions(user, session, send),
  });
  const sessions = account?.sessions ?? [];
  if (sessions.length === 0) return <EmptyState title={texts.noRecords}>Nobody is signed in.</EmptyState>;
  const endButton = (session: string | undefined) => ({
    variant: "outline" as const,
    size: "sm" as const,
    busy: end.isBusy && end.input === session,
    onClick: () => end.send(session),
  });
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {sessions.map((session) => (
          <li key={session._id}>
            <Card className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <b>
                  {session.device || "Signed in"} {formatDateTime(session.createdAt)}
                </b>
                <span className="block text-sm text-muted-foreground">
                  Last renewed {formatDateTime(session.lastSeenAt)} · ends {formatDateTime(session.expiresAt)}
                </span>
              </p>
              <OnlineButton {...endButton(session._id)}>End session</OnlineButton>
            </Card>
          </li>
        ))}
      </ul>
      <OnlineButton {...endButton(undefined)} className="self-start">
        End all sessions
      </OnlineButton>
    </>
  );
}
