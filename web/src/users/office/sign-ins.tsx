import { useState } from "react";
import type { SignInHelpAnswer } from "#contract/password-resets.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { type SignInHelp as Way, signInHelpFields } from "#contract/terms/sign-in-help.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, OnlineButton } from "../../ui/button.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { useQuery } from "@tanstack/react-query";
import { texts } from "#contract/terms/texts.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/placeholders.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { endSessions } from "./change-user.tsx";

export function SignInHelp({ user }: { user: UserRecord }) {
  const [isOpen, setOpen] = useState(false);
  // The API refuses it too: whoever gets an admin's account gets the shop.
  if (user.isAdmin)
    return <span className="text-sm">On the server only: npm run admin -- password PHONE</span>;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Help to a new password
      </Button>
      {isOpen && <HelpDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

function HelpDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const help = useCommand({
    send: (way: Way, send) =>
      send<SignInHelpAnswer>({
        method: "POST",
        path: `/user/${user._id}/sign-in-help`,
        body: { way },
        changes: [{ what: signInHelpFields[way], before: null, after: user.username }],
      }),
    onError: () => undefined,
  });
  const { result: answer } = help;
  const button = (way: Way, text: string) => (
    <OnlineButton
      variant="outline"
      className="w-full"
      busy={help.isBusy && help.input === way}
      disabled={help.isBusy}
      onClick={() => help.send(way)}
    >
      {text}
    </OnlineButton>
  );
  return (
    <ResponsiveDialog
      title={`Help ${user.username} to a new password`}
      onClose={help.isBusy ? () => undefined : onClose}
    >
      <Alert variant="warning">
        First make sure that it is {user.username}: ask what only they know, such as their last top-up and
        orders. The shop tells them wherever it reaches them, and it stays in the log with your name.
      </Alert>
      {answer?.code !== undefined && (
        <div role="status" className="flex flex-col gap-1">
          <p>{answer.message}:</p>
          <p className="text-3xl font-bold tracking-[0.2em] tabular-nums">{answer.code}</p>
          <p className="text-sm text-muted-foreground">
            It works once, until {formatDateTime(answer.expiresAt ?? "")}. They enter it under Forgot your
            password, I have a code.
          </p>
        </div>
      )}
      {answer !== undefined && answer.code === undefined && (
        <Alert variant="success" role="status">
          {answer.message}
        </Alert>
      )}
      <OutcomeAlert error={help.error} />
      {button("link", `Send a link to ${user.email}`)}
      {button("code", answer?.code === undefined ? "Make a code to read out" : "Make another code")}
    </ResponsiveDialog>
  );
}

/** A user's sessions. Ending one affects open pages at once. */
export function Sessions({ user }: { user: string }) {
  const { data: account } = useQuery(accountQuery(user));
  const end = useCommand({ send: (session: string | undefined, send) => endSessions(user, session, send) });
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
