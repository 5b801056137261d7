import { useQuery } from "@tanstack/react-query";
import type { StepUpSetting } from "#contract/step-up.ts";
import { limits } from "#contract/terms/limits.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { getQuery } from "../../lib/get-query.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Card } from "../../ui/card.tsx";
import { notify } from "../../lib/notifications.ts";
import { Switch } from "../../ui/switch.tsx";
import { LastChange } from "./last-change.tsx";

const stepUpQuery = getQuery<StepUpSetting>(["step-up"], "/extra/step-up", {
  outdatedBy: ({ event }) => event === "noticeUpdated",
});

/** Whether sensitive changes ask for the password or code again. */
export function StepUpCard() {
  const { data } = useQuery(stepUpQuery);
  const change = useCommand({
    send: (isOn: boolean, send) =>
      send<StepUpSetting>({
        method: "PUT",
        path: "/extra/step-up",
        body: { isOn },
        changes: [{ what: "Ask again before sensitive changes", ...onOff(isOn) }],
      }),
    onDone: ({ isOn }) => notify(`Sensitive changes ${isOn ? "ask" : "no longer ask"}`, "success"),
    onSettled: () => queryClient.invalidateQueries(stepUpQuery),
  });
  return (
    <Card role="region" aria-label="Ask again">
      <div className="flex items-start justify-between gap-4">
        <h2 id="ask-again" className="text-lg font-bold">
          Ask again before sensitive changes
        </h2>
        {data !== undefined && (
          <Switch
            aria-labelledby="ask-again"
            checked={change.isBusy ? (change.input ?? data.isOn) : data.isOn}
            disabled={change.isBusy}
            onCheckedChange={(isOn) => change.send(isOn)}
          />
        )}
      </div>
      <p className="mb-3.5 text-sm text-muted-foreground">
        Payment details, texts of messages, prices that move by more than{" "}
        {officeLimits.price_cut_share_max * 100}
        &nbsp;% within a day, new offers, API keys and webhooks then ask for the password or a code, which
        counts for {limits.step_up_ms / 60_000} minutes. Programs that change these have to do it too. Turning
        this off asks as well.
      </p>
      <LastChange kind="step-up" />
    </Card>
  );
}

function onOff(isOn: boolean) {
  return isOn ? { before: "off", after: "on" } : { before: "on", after: "off" };
}
