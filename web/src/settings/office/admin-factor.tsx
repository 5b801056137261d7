import { useQuery } from "@tanstack/react-query";
import type { AdminFactorAnswer } from "#contract/second-factor.ts";
import { secondFactorQuery } from "../../users/second-factor.query.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Card } from "../../ui/card.tsx";
import { OnlineButton } from "../../ui/online-button.tsx";
import { notify } from "../../lib/notifications.ts";
import { LastChange } from "./last-change.tsx";

/** Whether every admin needs a second factor. */
export function AdminFactor() {
  const { data } = useQuery(secondFactorQuery);
  const change = useCommand({
    send: (isRequired: boolean, send) =>
      send<AdminFactorAnswer>({
        method: "PUT",
        path: "/extra/admin-second-factor",
        body: { isRequired, seen: !isRequired },
        changes: [{ what: "Second factor of admins", before: "required", after: "optional" }],
      }),
    onDone: () => notify("Second factor of admins saved", "success"),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(secondFactorQuery),
        queryClient.invalidateQueries({ queryKey: ["settings"] }),
      ]),
  });
  return (
    <Card role="region" aria-label="Second factor of admins" className="flex flex-col gap-3.5">
      <div>
        <h2 className="text-lg font-bold">Second factor of admins</h2>
        <p className="text-sm text-muted-foreground">
          {data?.isRequiredForAdmins
            ? "Every admin signs in with a code from an authenticator app. An admin without one sets it up first and can do nothing else until then."
            : "Recommended: every admin signs in with a code from an authenticator app, so a stolen password alone is useless. An admin without one sets it up before anything else."}
        </p>
      </div>
      {data !== undefined && (
        <OnlineButton
          variant="soft"
          className="self-start"
          busy={change.isBusy}
          onClick={() => change.send(!data.isRequiredForAdmins)}
        >
          {data.isRequiredForAdmins ? "Make it optional" : "Require it"}
        </OnlineButton>
      )}
      <LastChange kind="second factor of admins" />
    </Card>
  );
}
