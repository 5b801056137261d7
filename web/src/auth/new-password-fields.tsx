import type { Problems } from "../lib/form.ts";
import { Field } from "../ui/field.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

const fields = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm new password" },
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

/** The new password, twice. */
export function NewPasswordFields({
  form,
  problems,
  onChange,
}: {
  form: Values;
  problems: Problems;
  onChange: (change: Partial<Values>) => void;
}) {
  return fields.map(({ name, label }) => (
    <Field key={name} label={label} error={problems[name]}>
      {(parts) => (
        <PasswordInput
          {...parts}
          autoComplete="new-password"
          required
          value={form[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  ));
}
