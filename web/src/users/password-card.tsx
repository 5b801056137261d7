import { useState } from "react";
import { changePasswordForm } from "#contract/sessions.ts";
import { limits } from "#contract/terms/limits.ts";
import { errorText } from "../lib/api-error.ts";
import { useForm } from "../lib/form.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { notify } from "../lib/notifications.ts";
import { PasswordField } from "../ui/password-field.tsx";

/** Changes the password. The form opens on demand, because it is rarely needed. */
export function PasswordCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card role="region" aria-label="Password" className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">Password</h2>
      {isOpen ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </Card>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: changePasswordForm,
    initial: { currentPassword: "", newPassword: "", confirmPassword: "" },
    // After a lost answer it is the same command: the server may have changed the password already, and would refuse
    // the old one.
    send: ({ confirmPassword: _, ...body }, send) =>
      send<{ message: string }>({ method: "POST", path: "/user/change-password", body }),
    onDone: ({ message }) => {
      notify(message, "success");
      onClose();
    },
    onError: (failure) => notify(errorText(failure), "danger"),
  });
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
      <PasswordField label="Current password" {...form.field("currentPassword")} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${limits.password_length_min} characters`}
        {...form.field("newPassword")}
      />
      <PasswordField
        label="Repeat the new password"
        autoComplete="new-password"
        {...form.field("confirmPassword")}
      />
      <p className="text-sm text-muted-foreground">
        Your other devices will be signed out. This one stays signed in.
      </p>
      <FormEnd form={form} onCancel={onClose}>
        Change password
      </FormEnd>
    </form>
  );
}
