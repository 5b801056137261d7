import { useState } from "react";
import { forgetPasswordBody } from "#api/contract/sessions.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { problemsOf } from "../lib/problems.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { Field, Input } from "../ui/field.tsx";
import { notify } from "../ui/notifications.ts";

/** Asks for a link to set a new password. Loaded on demand. */
export default function ForgotPassword({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const { problems, submit, ...attempt } = useForm({
    check: () => problemsOf(forgetPasswordBody, { email }),
    send: () => post("/user/forget-password", { email }, { signedIn: false }),
    onDone: () => notify(texts.resetEmailSent, "success"),
    onError: (failure) => notify(errorText(failure), "danger"),
  });
  if (attempt.isDone) {
    return (
      <div className="flex flex-col gap-3">
        <Alert variant="success" role="status">
          {texts.resetEmailSent}
        </Alert>
        <Button variant="outline" className="w-full" onClick={onClose}>
          Back to login
        </Button>
      </div>
    );
  }
  return (
    <form noValidate className="collapse-in flex flex-col gap-4" onSubmit={submit}>
      <Field label="Email" hint="The address you registered with" error={problems["email"]}>
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
      <FormEnd form={attempt} onCancel={onClose}>
        Send Reset Email
      </FormEnd>
    </form>
  );
}
