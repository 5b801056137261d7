import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, OnlineButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { TurnOn } from "./turn-on.tsx";
import { secondFactorQuery } from "./users.query.ts";
import { factorOffBody } from "#contract/second-factor.ts";
import { post } from "../lib/api.ts";
import { useForm, FormDialog } from "../ui/form.tsx";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { CodeField, PasswordField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import type { OwnSessionsAnswer } from "#contract/sessions.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { useCommand } from "../lib/command.ts";
import { Badge } from "../ui/badge.tsx";

export function SecondFactorCard() {
  const query = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<"on" | "off">();
  const close = () => setOpen(undefined);
  if (!query.isSuccess) return <Loading of={query} what="The second factor could not be loaded." />;
  const { data } = query;
  return (
    <Card role="region" aria-label="Second factor" className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-bold">Second factor</h2>
        <p className="text-sm text-muted-foreground">
          {data.isOn
            ? `Signing in needs a code from your authenticator app. ${data.recoveryCodesLeft} recovery codes are left.`
            : "Ask for a code from an authenticator app at every login. A stolen password alone is then useless."}
        </p>
      </div>
      <Button variant="outline" className="self-start" onClick={() => setOpen(data.isOn ? "off" : "on")}>
        {data.isOn ? "Turn off" : "Set up"}
      </Button>
      {open === "on" && <TurnOn onClose={close} />}
      {open === "off" && <TurnOff onClose={close} />}
    </Card>
  );
}

/** Asks for both factors, because somebody who finds the page open has neither. */
function TurnOff({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: factorOffBody,
    initial: { password: "", code: "" },
    send: (body) => post<{ message: string }>("/user/second-factor/off", body),
    onDone: ({ message }) => {
      void queryClient.invalidateQueries(secondFactorQuery);
      notify(message, "success");
      onClose();
    },
  });
  return (
    <FormDialog
      title="Turn the second factor off?"
      form={form}
      send="Yes, turn off"
      isQuestion
      variant="destructive"
      onClose={onClose}
    >
      <PasswordField label="Your password" {...form.field("password")} />
      <CodeField label="Code from the app, or a recovery code" {...form.field("code")} />
    </FormDialog>
  );
}

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
