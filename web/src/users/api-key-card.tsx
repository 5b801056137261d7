import { useQuery } from "@tanstack/react-query";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { useState } from "react";
import type { ApiKeyAnswer } from "#contract/account.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { isStepUpNeeded } from "../lib/api.ts";
import { askStepUp } from "../lib/step-up.ts";
import { useCommand } from "../lib/command.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { notify } from "../lib/notifications.ts";

/** The user's own API key. Kept in memory only while the card is shown. */
const apiKeyQuery = getQuery<ApiKeyAnswer>(["api-key"], "/user/api-key", { gcTime: 0 });

/** The agent's API key: hidden until shown, copied without showing it, and replaced if somebody else may have it. */
export function ApiKeyCard() {
  const query = useQuery(apiKeyQuery);
  const { data, error, refetch } = query;
  const [isShown, setShown] = useState(false);
  const confirm = async () => {
    if (await askStepUp([{ what: "API key", before: "hidden", after: "shown" }])) await refetch();
  };
  return (
    <Card role="region" aria-label="API key" className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-bold">API key</h2>
        <p className="text-sm text-muted-foreground">
          Lets your own program list products, buy from your wallet, and read your orders and balance.{" "}
          <a href="/api/docs" className="font-semibold text-primary underline underline-offset-4">
            How to use it
          </a>
        </p>
      </div>
      {isStepUpNeeded(error) ? (
        <Button variant="outline" className="self-start" onClick={() => void confirm()}>
          Confirm to see it
        </Button>
      ) : (
        <Loading of={query} what="The key could not be loaded." />
      )}
      {data !== undefined && (
        <>
          <p className="rounded-lg bg-muted px-3.5 py-2.5 font-mono text-sm break-all">
            {isShown ? data.apiKey : "•".repeat(24)}
          </p>
          <p className="text-sm text-muted-foreground">
            {data.lastUsedAt === null ? "Never used" : `Last used ${formatDateTime(data.lastUsedAt)}`}
            {data.previousUntil !== null &&
              `. The key before it works until ${formatDateTime(data.previousUntil)}`}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Button variant="outline" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? "Hide" : "Show"}
            </Button>
            <CopyButton value={data.apiKey} what="API key" />
            <ReplaceKey />
          </div>
        </>
      )}
    </Card>
  );
}

function ReplaceKey() {
  const [isAsked, setAsked] = useState(false);
  const [overlaps, setOverlaps] = useState(false);
  // Each replacement is asked anew: the choice of the last one would keep a key that has leaked.
  const ask = () => {
    setOverlaps(false);
    setAsked(true);
  };
  const replace = useCommand({
    send: (_: void, send) =>
      send<ApiKeyAnswer>({
        method: "POST",
        path: `/user/api-key${overlaps ? "?overlap=1" : ""}`,
        changes: [{ what: "API key", before: "the current key", after: "a new key" }],
      }),
    onDone: (answer) => {
      queryClient.setQueryData(apiKeyQuery.queryKey, answer);
      setAsked(false);
      notify("API key replaced", "success");
    },
  });
  return (
    <>
      <Button variant="ghost" className="text-destructive" onClick={ask}>
        Replace
      </Button>
      {isAsked && (
        <Confirm
          title="Replace the API key?"
          confirm="Yes, replace"
          variant="destructive"
          busy={replace.isBusy}
          onConfirm={() => replace.send()}
          onClose={() => setAsked(false)}
        >
          <p className="text-sm text-muted-foreground">
            {overlaps
              ? "The current key works for 24 more hours. Give your program the new one until then."
              : "The current key stops working at once. Your program will need the new one."}
          </p>
          <label className="flex min-h-12 items-center gap-3 font-medium">
            <Checkbox checked={overlaps} onCheckedChange={setOverlaps} />
            Keep the current key for 24 hours
          </label>
        </Confirm>
      )}
    </>
  );
}
