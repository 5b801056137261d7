import { useQuery } from "@tanstack/react-query";
import { limitBody } from "#contract/approvals.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { plainMoney } from "../../lib/money.ts";
import { TextField } from "../../ui/field.tsx";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { type Setting, SettingForm } from "./setting-form.tsx";
import type { StepUpSetting } from "#contract/step-up.ts";
import { limits } from "#contract/terms/limits.ts";
import { getQuery, queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/command.ts";
import { Card } from "../../ui/card.tsx";
import { notify } from "../../lib/notifications.ts";
import { Switch } from "../../ui/switch.tsx";
import { LastChange } from "./last-change.tsx";
import type { AdminFactorAnswer } from "#contract/second-factor.ts";
import { secondFactorQuery } from "../../users/users.query.ts";
import { OnlineButton } from "../../ui/button.tsx";

export function Limits() {
  const { data } = useQuery(approvalsQuery);
  if (data === undefined) return null;
  const raising = `Raising the amount or clearing it also needs a second admin.${
    data.isBinding ? "" : " It takes effect once the shop has two admins."
  }`;
  return (
    <>
      <LimitForm
        title="Large corrections"
        path="/extra/correction-limit"
        act="correction limit"
        hint="Empty: one admin may correct any amount"
        present={data.limit}
        about={
          <>
            A credit or debit above this amount needs a second admin. So does a smaller one if what one admin
            does alone within 24 hours exceeds it: corrections in all wallets, and what was bought below
            prices that they have just cut. With an amount here, prices that fall by more than{" "}
            {officeLimits.price_cut_share_max * 100} % within a day, new offers and new payment details need a
            second admin too. {raising}
          </>
        }
      />
      <LimitForm
        title="Large top-ups"
        path="/extra/topup-limit"
        act="top-up limit"
        hint="Empty: one admin may approve any amount"
        present={data.topupLimit}
        about={`Approving a top-up above this amount needs a second admin. For a user who registered less than a week ago, a fifth of it is enough. New payment details need a second admin too. ${raising}`}
      />
    </>
  );
}

interface Props extends Pick<Setting<"limit">, "title" | "path" | "act" | "about"> {
  hint: string;
  present: number | null;
}

function LimitForm({ hint, present, ...setting }: Props) {
  return (
    <SettingForm
      setting={{
        ...setting,
        schema: limitBody,
        sent: (text) => text.trim() || null,
        fields: {
          limit: (field) => <TextField label="Amount (¢)" hint={hint} inputMode="decimal" {...field} />,
        },
      }}
      live={{ limit: plainMoney(present ?? undefined) }}
    />
  );
}

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
