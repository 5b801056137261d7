import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { resetPasswordForm } from "#api/contract/sessions.ts";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError, errorText } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { problemsOf } from "../lib/problems.ts";
import { forgetSession } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
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
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const reset = useMutation({
    mutationFn: () =>
      post(
        `/user/reset-password/${encodeURIComponent(token)}`,
        { password: form.password },
        { signedIn: false },
      ),
    onSuccess: () => {
      notify(texts.passwordReset, "success");
      // The reset has ended all sessions of the account, also the one on this device.
      forgetSession("logout");
      void navigate({ to: "/", replace: true });
    },
    onError: (error) => {
      setProblems(error instanceof ApiError ? (error.answer.fields ?? {}) : {});
      notify(errorText(error, texts.errorResettingPassword), "danger");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    reset.reset();
    const found = problemsOf(resetPasswordForm, form);
    setProblems(found);
    if (Object.keys(found).length === 0) reset.mutate();
  };
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
        {reset.isError && (
          <Alert tone="bad" role="alert">
            {errorText(reset.error, texts.errorResettingPassword)}
          </Alert>
        )}
        <Button type="submit" size="large" wide busy={reset.isPending || reset.isSuccess}>
          Reset password
        </Button>
      </form>
      <Link to="/" className={buttonLook({ look: "soft", wide: true })}>
        Back to login
      </Link>
    </GuestPage>
  );
}
