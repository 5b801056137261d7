import type { Problems } from "../lib/problems.ts";
import { PasswordField } from "../ui/password-field.tsx";
import type { ComponentProps } from "react";
import { phoneDigits } from "#contract/terms/phone.ts";
import { TextField } from "../ui/field.tsx";

const fields = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm new password" },
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

interface Props {
  values: Values;
  problems: Problems;
  set: (change: Partial<Values>) => void;
}

/** The new password, twice. */
export function NewPasswordFields({ values, problems, set }: Props) {
  return fields.map(({ name, label }) => (
    <PasswordField
      key={name}
      label={label}
      error={problems[name]}
      autoComplete="new-password"
      required
      value={values[name]}
      onValue={(text) => set({ [name]: text })}
    />
  ));
}

/** The number of the account whose password is forgotten. */
export function AccountPhone({ onValue, ...field }: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      label="Phone of your account"
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      required
      {...field}
      onValue={(text) => onValue(phoneDigits(text))}
    />
  );
}
