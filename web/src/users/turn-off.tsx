import { factorOffBody } from "#contract/second-factor.ts";
import { post } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { queryClient } from "../lib/query-client.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { secondFactorQuery } from "./second-factor.query.ts";

/** Asks for both factors, because somebody who finds the page open has neither. */
export function TurnOff({ onClose }: { onClose: () => void }) {
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
    <ResponsiveDialog title="Turn the second factor off?" isQuestion onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <PasswordField label="Your password" {...form.field("password")} />
        <TextField
          label="Code from the app, or a recovery code"
          autoComplete="one-time-code"
          {...form.field("code")}
        />
        <FormEnd form={form} variant="destructive" onCancel={onClose}>
          Yes, turn off
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
