import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { profileBody, type ProfileAnswer, type UserRecord } from "#api/contract/users.ts";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { put } from "../../lib/api.ts";
import { useOnline } from "../../lib/online.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { PasswordInput } from "../../ui/password-input.tsx";
import { PhoneInput } from "../../ui/phone-input.tsx";

interface Form {
  username: string;
  phone: string;
  firstName: string;
  lastName: string;
  password: string;
}

/** What was typed over the record; the rest follows the record, which may change on another device. */
export function ProfileForm({ me }: { me: UserRecord }) {
  const [typed, setTyped] = useState<Partial<Form>>({});
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const { username, phone, firstName, lastName } = me;
  const form: Form = { username, phone, firstName, lastName, password: "", ...typed };
  const isOnline = useOnline();
  const save = useMutation({
    mutationFn: () => put<ProfileAnswer>("/user/update-profile", form),
    onSuccess: ({ user, message }) => {
      applyChange(queryClient, { event: "CurrUserUpdated", data: user, position: user.position });
      setTyped({});
      notify(message, "success");
    },
    onError: (error) => {
      setProblems(error instanceof ApiError ? (error.answer.fields ?? {}) : {});
      notify(errorText(error, texts.errorUpdatingProfile), "danger");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.reset();
    const found = problemsOf(profileBody, form);
    if (isPhoneNew && form.password === "") found["password"] ??= texts.passwordNeeded;
    setProblems(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const isPhoneNew = form.phone !== phone;
  const set = (change: Partial<Form>) => setTyped({ ...typed, ...change });
  const plain = (name: "firstName" | "lastName", label: string, autoComplete: string) => (
    <Field label={label} error={problems[name]}>
      {(parts) => (
        <Input
          {...parts}
          autoComplete={autoComplete}
          value={form[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );

  return (
    <Card>
      <form noValidate className="flex flex-col gap-3.5" onSubmit={submit}>
        <Field label="Username" error={problems["username"]}>
          {(parts) => (
            <Input
              {...parts}
              required
              autoComplete="nickname"
              autoCapitalize="none"
              spellCheck={false}
              value={form.username}
              onChange={({ target }) => set({ username: target.value.toLowerCase() })}
            />
          )}
        </Field>
        <Field label="Phone" error={problems["phone"]}>
          {(parts) => (
            <PhoneInput
              {...parts}
              required
              autoComplete="tel"
              value={form.phone}
              onDigits={(digits) => set({ phone: digits })}
            />
          )}
        </Field>
        {isPhoneNew && (
          <Field label="Current password" hint={texts.passwordNeeded} error={problems["password"]}>
            {(parts) => (
              <PasswordInput
                {...parts}
                autoComplete="current-password"
                value={form.password}
                onChange={({ target }) => set({ password: target.value })}
              />
            )}
          </Field>
        )}
        <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2">
          {plain("firstName", "First name", "given-name")}
          {plain("lastName", "Last name", "family-name")}
        </div>
        <Field label="Email" hint={texts.emailFixed}>
          {(parts) => <Input {...parts} readOnly autoComplete="email" value={me.email} />}
        </Field>
        {save.isError && (
          <Alert tone="bad" role="alert">
            {errorText(save.error, texts.errorUpdatingProfile)}
          </Alert>
        )}
        <Button type="submit" busy={save.isPending} disabled={!isOnline}>
          Update Profile
        </Button>
      </form>
    </Card>
  );
}
