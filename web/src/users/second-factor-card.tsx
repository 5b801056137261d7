import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { TurnOn } from "./turn-on.tsx";
import { secondFactorQuery } from "./users.query.ts";
import { factorOffBody } from "#contract/second-factor.ts";
import { post } from "../lib/api.ts";
import { useForm, FormDialog } from "../ui/form.tsx";
import { queryClient } from "../lib/query-client.ts";
import { CodeField, PasswordField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";

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
