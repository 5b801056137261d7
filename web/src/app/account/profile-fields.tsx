import type { ComponentProps } from "react";
import { texts } from "#ledger/terms/texts.ts";
import type { Problems } from "../../lib/form.ts";
import { Field, Input } from "../../ui/field.tsx";
import { PhoneInput } from "../../ui/phone-input.tsx";
import { PasswordField } from "./password-field.tsx";

export interface Profile {
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

export function ProfileFields({ form, isPhoneNew, problems, onChange }: Props) {
  const plain = (
    name: "username" | "firstName" | "lastName",
    label: string,
    input: ComponentProps<"input">,
  ) => (
    <Field label={label} error={problems[name]}>
      {(parts) => (
        <Input
          {...parts}
          {...input}
          value={form[name]}
          onChange={({ target: { value } }) =>
            onChange({ [name]: name === "username" ? value.toLowerCase() : value })
          }
        />
      )}
    </Field>
  );
  return (
    <>
      {plain("username", "Username", {
        required: true,
        autoComplete: "nickname",
        autoCapitalize: "none",
        spellCheck: false,
      })}
      <Field label="Phone" error={problems["phone"]}>
        {(parts) => (
          <PhoneInput
            {...parts}
            required
            autoComplete="tel"
            value={form.phone}
            onDigits={(phone) => onChange({ phone })}
          />
        )}
      </Field>
      {isPhoneNew && (
        <PasswordField
          label="Current password"
          hint={texts.passwordNeeded}
          error={problems["password"]}
          value={form.password}
          onChange={(password) => onChange({ password })}
        />
      )}
      <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2">
        {plain("firstName", "First name", { autoComplete: "given-name" })}
        {plain("lastName", "Last name", { autoComplete: "family-name" })}
      </div>
    </>
  );
}
