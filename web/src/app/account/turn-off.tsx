import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../lib/api-error.ts";
import { post } from "../../lib/api.ts";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { PasswordInput } from "../../ui/password-input.tsx";
import { secondFactorQuery } from "./second-factor.query.ts";

/** Asks for both factors, because somebody who finds the page open has neither. */
export function TurnOff({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const isOnline = useOnline();
  const turnOff = useMutation({
    mutationFn: () => post<{ message: string }>("/user/second-factor/off", { password, code }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries(secondFactorQuery);
      notify(message, "success");
      onClose();
    },
  });
  return (
    <Confirm
      title="Turn the second factor off?"
      confirm="Yes, turn off"
      variant="destructive"
      busy={turnOff.isPending}
      disabled={!isOnline || password === "" || code.trim() === ""}
      onConfirm={() => turnOff.mutate()}
      onClose={onClose}
    >
      <Field label="Your password">
        {(parts) => (
          <PasswordInput
            {...parts}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <Field label="Code from the app, or a recovery code">
        {(parts) => (
          <Input
            {...parts}
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      {turnOff.isError && (
        <Alert variant="destructive" role="alert">
          {errorText(turnOff.error)}
        </Alert>
      )}
    </Confirm>
  );
}
