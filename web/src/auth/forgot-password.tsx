import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { forgetPasswordBody } from "#api/contract/sessions.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { problemsOf } from "../lib/problems.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Field, Input } from "../ui/field.tsx";
import { notify } from "../ui/notifications.ts";

/** Asks for a link to set a new password. Loaded on demand. */
export default function ForgotPassword({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const ask = useMutation({
    mutationFn: () => post("/user/forget-password", { email }, { signedIn: false }),
    onSuccess: () => notify(texts.resetEmailSent, "success"),
    onError: (error) => notify(errorText(error), "danger"),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ask.isPending) return;
    const found = problemsOf(forgetPasswordBody, { email })["email"];
    setProblem(found);
    if (found === undefined) ask.mutate();
  };
  if (ask.isSuccess) {
    return (
      <div className="flex flex-col gap-3">
        <Alert tone="ok" role="status">
          {texts.resetEmailSent}
        </Alert>
        <Button look="line" wide onClick={onClose}>
          Back to login
        </Button>
      </div>
    );
  }
  return (
    <form noValidate className="collapse-in flex flex-col gap-4" onSubmit={submit}>
      <Field label="Email" hint="The address you registered with" error={problem}>
        {(parts) => (
          <Input
            {...parts}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this form
            autoFocus
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      {ask.isError && (
        <Alert tone="bad" role="alert">
          {errorText(ask.error)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button look="line" className="flex-1" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" className="flex-2 whitespace-nowrap" busy={ask.isPending}>
          Send Reset Email
        </Button>
      </div>
    </form>
  );
}
