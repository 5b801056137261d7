import { useState } from "react";
import { profileBody, type ProfileAnswer } from "#api/contract/account.ts";
import type { UserRecord } from "#api/contract/users.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { put } from "../../lib/api.ts";
import { useDraft } from "../../lib/draft.ts";
import { useForm } from "../../lib/form.ts";
import { useOnline } from "../../lib/online.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { ProfileFields, type Profile } from "./profile-fields.tsx";

/** Typed values override the record. Other fields follow the record, which may change on another device. */
export function ProfileForm({ me }: { me: UserRecord }) {
  const [typed, setTyped, forget] = useDraft<Partial<Omit<Profile, "password">>>("profile", {});
  // The password is not stored.
  const [password, setPassword] = useState("");
  const { username, phone, firstName, lastName } = me;
  const form: Profile = { username, phone, firstName, lastName, ...typed, password };
  const isPhoneNew = form.phone !== phone;
  const isOnline = useOnline();
  const { problems, error, isBusy, submit } = useForm({
    check: () => {
      const found = problemsOf(profileBody, form);
      if (isPhoneNew && password === "") found["password"] ??= texts.passwordNeeded;
      return found;
    },
    send: () => put<ProfileAnswer>("/user/update-profile", form),
    onDone: ({ user, message }) => {
      applyChange(queryClient, { event: "CurrUserUpdated", data: user, position: user.position });
      setTyped({});
      forget();
      setPassword("");
      notify(message, "success");
    },
    onError: (failure) => notify(errorText(failure, texts.errorUpdatingProfile), "danger"),
  });
  return (
    <Card>
      <form noValidate className="flex flex-col gap-3.5" onSubmit={submit}>
        <ProfileFields
          form={form}
          isPhoneNew={isPhoneNew}
          problems={problems}
          onChange={({ password: secret, ...change }) => {
            if (secret === undefined) setTyped({ ...typed, ...change });
            else setPassword(secret);
          }}
        />
        <Field label="Email" hint={texts.emailFixed}>
          {(parts) => <Input {...parts} readOnly autoComplete="email" value={me.email} />}
        </Field>
        {error !== undefined && (
          <Alert variant="destructive" role="alert">
            {errorText(error, texts.errorUpdatingProfile)}
          </Alert>
        )}
        <Button type="submit" busy={isBusy} disabled={!isOnline}>
          Update Profile
        </Button>
      </form>
    </Card>
  );
}
