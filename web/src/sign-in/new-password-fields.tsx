import type { Problems } from "../lib/problems.ts";
import { PasswordField } from "../ui/password-field.tsx";

const fields = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm new password" },
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

/** The new password, twice. */
export function NewPasswordFields({
  values,
  problems,
  set,
}: {
  values: Values;
  problems: Problems;
  set: (change: Partial<Values>) => void;
}) {
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
