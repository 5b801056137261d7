import { useState, type ComponentProps } from "react";
import { profileBody, type ProfileAnswer } from "#contract/account.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { useDraft } from "../lib/draft.ts";
import { useForm, FormEnd } from "../ui/form.tsx";
import { problemsOf, type Problems } from "../lib/problems.ts";
import { queryClient } from "../lib/query-client.ts";
import { applyChange } from "../live/apply.ts";
import { Card } from "../ui/card.tsx";
import { Field, Input, TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { PhoneField } from "../ui/phone-field.tsx";
import { PasswordField } from "../ui/password-field.tsx";

/** Typed values override the record. Other fields follow the record, which may change on another device. */
export function ProfileForm({ me }: { me: UserRecord }) {
  const [typed, setTyped, forget] = useDraft<Partial<Omit<Profile, "password">>>("profile", {});
  // The password is not stored.
  const [password, setPassword] = useState("");
  const { username, phone, firstName, lastName } = me;
  const values: Profile = { username, phone, firstName, lastName, ...typed, password };
  const isPhoneNew = values.phone !== phone;
  const form = useForm({
    values,
    onChange: ({ password: secret, ...change }) => {
      if (secret === undefined) setTyped({ ...typed, ...change });
      else setPassword(secret);
    },
    check: () => {
      const found = problemsOf(profileBody, values);
      if (isPhoneNew && password === "") found["password"] ??= texts.passwordNeeded;
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
  return (
    <Card>
      <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
        <ProfileFields
          form={form.values}
          isPhoneNew={isPhoneNew}
          problems={form.problems}
          onChange={form.set}
        />
        <Field label="Email" hint={texts.emailFixed}>
          {(parts) => <Input {...parts} readOnly autoComplete="email" value={me.email} />}
        </Field>
        <FormEnd form={form} textOf={textOf}>
          Update Profile
        </FormEnd>
      </form>
    </Card>
  );
}

function textOf(error: Error): string {
  return errorText(error, texts.errorUpdatingProfile);
}

interface Profile {
  username: string;
  phone: string;
  firstName: string;
  lastName: string;
  password: string;
}

interface Props {
  form: Profile;
  /** Whether the phone number changes. The password is then required, because users sign in with their phone number. */
  isPhoneNew: boolean;
  problems: Problems;
  onChange: (change: Partial<Profile>) => void;
}

function ProfileFields({ form, isPhoneNew, problems, onChange }: Props) {
  const plain = (
    name: "username" | "firstName" | "lastName",
    label: string,
    input: Omit<ComponentProps<"input">, "value">,
  ) => (
    <TextField
      label={label}
      error={problems[name]}
      {...input}
      value={form[name]}
      onValue={(text) => onChange({ [name]: name === "username" ? text.toLowerCase() : text })}
    />
  );
  return (
    <>
      {plain("username", "Username", {
        required: true,
        autoComplete: "nickname",
        autoCapitalize: "none",
        spellCheck: false,
      })}
      <PhoneField
        label="Phone"
        error={problems["phone"]}
        required
        autoComplete="tel"
        value={form.phone}
        onValue={(phone) => onChange({ phone })}
      />
      {isPhoneNew && (
        <PasswordField
          label="Current password"
          hint={texts.passwordNeeded}
          error={problems["password"]}
          value={form.password}
          onValue={(password) => onChange({ password })}
        />
      )}
      <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2">
        {plain("firstName", "First name", { autoComplete: "given-name" })}
        {plain("lastName", "Last name", { autoComplete: "family-name" })}
      </div>
    </>
  );
}
