import { type ComponentProps, useState } from "react";
import { addedEmail, profileBody, type ProfileAnswer } from "#contract/account.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { isPlaceholder } from "#contract/terms/placeholder-email.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { useDraft } from "../lib/draft.ts";
import { Form, useForm } from "../ui/form.tsx";
import { problemsOf } from "../lib/problems.ts";
import { queryClient } from "../lib/query-client.ts";
import { applyChange } from "../live/apply.ts";
import { Card } from "../ui/card.tsx";
import { Field, Input, PasswordField, TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { PhoneField } from "../ui/phone-field.tsx";

type Names = Pick<UserRecord, "username" | "phone" | "email" | "firstName" | "lastName">;

/** Typed values override the record. Other fields follow the record, which may change on another device. */
export function ProfileForm({ me }: { me: UserRecord }) {
  const { username, phone, firstName, lastName } = me;
  const email = isPlaceholder(me.email) ? "" : me.email;
  const [typed, setTyped, forget] = useDraft<Partial<Names>>("profile", {});
  // The password is not stored.
  const [password, setPassword] = useState("");
  const values = { username, phone, email, firstName, lastName, ...typed, password };
  // Users sign in with their phone number.
  const isPhoneNew = values.phone !== phone;
  const needsPassword = isPhoneNew || values.email !== email;
  const form = useForm({
    values,
    onChange: ({ password: secret, ...change }) => {
      if (secret === undefined) setTyped({ ...typed, ...change });
      else setPassword(secret);
    },
    check: () => {
      const found = problemsOf(profileBody, values);
      if (values.email !== email) Object.assign(found, problemsOf(addedEmail, values));
      if (needsPassword && password === "")
        found["password"] ??= isPhoneNew ? texts.passwordNeeded : texts.passwordNeededForEmail;
      return found;
    },
    send: (body, send) => send<ProfileAnswer>({ method: "PUT", path: "/user/update-profile", body }),
    onDone: ({ user, message }) => {
      applyChange(queryClient, { event: "CurrUserUpdated", data: user, position: user.position });
      setTyped({});
      forget();
      setPassword("");
      notify(message, "success");
    },
    onError: (error) => notify(textOf(error), "danger"),
  });
  const { field } = form;
  return (
    <Card>
      <Form form={form} send="Update Profile" className="gap-3.5" textOf={textOf}>
        <TextField
          label="Username"
          required
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
          onValue={(text) => form.set({ username: text.toLowerCase() })}
        />
        <PhoneField label="Phone" required autoComplete="tel" {...field("phone")} />
        <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field("firstName")} />
          <TextField label="Last name" autoComplete="family-name" {...field("lastName")} />
        </div>
        <EmailField saved={me.email} field={field("email")} />
        {needsPassword && (
          <PasswordField
            label="Current password"
            hint={isPhoneNew ? texts.passwordNeeded : texts.passwordNeededForEmail}
            {...field("password")}
          />
        )}
      </Form>
    </Card>
  );
}

/** An account that was made without an email can add one. */
function EmailField({
  saved,
  field,
}: {
  saved: string;
  field: Omit<ComponentProps<typeof TextField>, "label">;
}) {
  if (!isPlaceholder(saved))
    return (
      <Field label="Email" hint={texts.emailFixed}>
        {(parts) => <Input {...parts} readOnly autoComplete="email" value={saved} />}
      </Field>
    );
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      hint="Your account has none yet. Once saved, it cannot be changed."
      {...field}
    />
  );
}

function textOf(error: Error): string {
  return errorText(error, texts.errorUpdatingProfile);
}
