import { useQuery } from "@tanstack/react-query";
import type { OwnSessionsAnswer } from "#contract/sessions.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { getQuery, queryClient } from "../lib/query-client.ts";
import { useCommand } from "../lib/command.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { notify } from "../lib/notifications.ts";
import { OnlineButton } from "../ui/button.tsx";

/** The feed says nothing about sessions. */
const sessionsQuery = getQuery<OwnSessionsAnswer>(["own-sessions"], "/user/sessions", { staleTime: 0 });

export function SessionsCard() {
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const end = useCommand({
    send: (session: string, send) =>
      send<{ message: string }>({ method: "DELETE", path: `/user/sessions/${session}` }),
    onDone: ({ message }) => notify(message, "success"),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  return (
    <Card role="region" aria-label="Signed-in devices" className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">Signed-in devices</h2>
      <Loading of={query} what="Your devices could not be loaded." />
      <ul className="flex flex-col divide-y divide-border">
        {data?.map(({ _id, device, createdAt, lastSeenAt, isThis }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5">
            <p>
              <b>{device || "Unknown device"}</b>
              <span className="block text-sm text-muted-foreground">
                Signed in {formatDateTime(createdAt)} · last used {formatDateTime(lastSeenAt)}
              </span>
            </p>
            {isThis ? (
              <Badge variant="info">This device</Badge>
            ) : (
              <OnlineButton
                variant="outline"
                size="sm"
                busy={end.isBusy && end.input === _id}
                onClick={() => end.send(_id)}
              >
                Sign out
              </OnlineButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
