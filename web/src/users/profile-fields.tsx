import type { ComponentProps } from "react";
import { texts } from "#contract/terms/texts.ts";
import type { Problems } from "../lib/problems.ts";
import { TextField } from "../ui/field.tsx";
import { PhoneField } from "../ui/phone-field.tsx";
import { PasswordField } from "../ui/password-field.tsx";

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
