import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { resetPasswordForm } from "#api/contract/sessions.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { problemsOf } from "../lib/problems.ts";
import { forgetSession } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { notify } from "../ui/notifications.ts";
import { PasswordInput } from "../ui/password-input.tsx";
import { GuestPage } from "./start/guest-page.tsx";

const fields = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm new password" },
] as const;

/** The page behind the link of a reset email. */
export function ResetPasswordPage({ token }: { token: string }) {
  const navigate = useNavigate();
  const [form, setForm] = useState({ password: "", confirmPassword: "" });
  const { problems, submit, ...attempt } = useForm({
    check: () => problemsOf(resetPasswordForm, form),
    send: () =>
      post(
        `/user/reset-password/${encodeURIComponent(token)}`,
        { password: form.password },
        { signedIn: false },
      ),
    onDone: () => {
      notify(texts.passwordReset, "success");
      // The reset has ended all sessions of the account, also the one on this device.
      forgetSession("logout");
      void navigate({ to: "/", replace: true });
    },
    onError: (error) => notify(textOf(error), "danger"),
  });
  return (
    <GuestPage title="Reset password">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {fields.map(({ name, label }) => (
          <Field key={name} label={label} error={problems[name]}>
            {(parts) => (
              <PasswordInput
                {...parts}
                autoComplete="new-password"
                required
                value={form[name]}
                onChange={({ target }) => setForm({ ...form, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        {attempt.error !== null && (
          <Alert variant="destructive" role="alert">
            {textOf(attempt.error)}
          </Alert>
        )}
        <Button type="submit" size="lg" className="w-full" busy={attempt.isBusy || attempt.isDone}>
          Reset password
        </Button>
      </form>
      <Link to="/" className={buttonVariants({ variant: "soft", className: "w-full" })}>
        Back to login
      </Link>
    </GuestPage>
  );
}

function textOf(error: Error): string {
  return errorText(error, texts.errorResettingPassword);
}
