import { useState } from "react";
import { factorOffBody } from "#api/contract/second-factor.ts";
import { post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { FormEnd } from "../../ui/form-end.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { PasswordField } from "./password-field.tsx";
import { secondFactorQuery } from "./second-factor.query.ts";

/** Asks for both factors, because somebody who finds the page open has neither. */
export function TurnOff({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState({ password: "", code: "" });
  const { problems, submit, ...attempt } = useForm({
    check: () => problemsOf(factorOffBody, form),
    send: () => post<{ message: string }>("/user/second-factor/off", form),
    onDone: ({ message }) => {
      void queryClient.invalidateQueries(secondFactorQuery);
      notify(message, "success");
      onClose();
    },
  });
  return (
    <ResponsiveDialog title="Turn the second factor off?" isQuestion onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <PasswordField
          label="Your password"
          value={form.password}
          error={problems["password"]}
          onChange={(password) => setForm({ ...form, password })}
        />
        <Field label="Code from the app, or a recovery code" error={problems["code"]}>
          {(parts) => (
            <Input
              {...parts}
              autoComplete="one-time-code"
              value={form.code}
              onChange={({ target }) => setForm({ ...form, code: target.value })}
            />
          )}
        </Field>
        <FormEnd form={attempt} variant="destructive" onCancel={onClose}>
          Yes, turn off
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
