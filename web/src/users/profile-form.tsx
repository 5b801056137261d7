import { useState } from "react";
import { profileBody, type ProfileAnswer } from "#contract/account.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText } from "../lib/api-error.ts";
import { useDraft } from "../lib/draft.ts";
import { useForm } from "../lib/form.ts";
import { problemsOf } from "../lib/problems.ts";
import { queryClient } from "../lib/query-client.ts";
import { applyChange } from "../live/apply.ts";
import { Card } from "../ui/card.tsx";
import { Field, Input } from "../ui/field.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { notify } from "../lib/notifications.ts";
import { ProfileFields, type Profile } from "./profile-fields.tsx";

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
