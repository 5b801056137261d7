import type { ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  /** What the browser's password manager fills in or saves. */
  kind?: "current-password" | "new-password";
}

export function PasswordField({ label, value, onChange, hint, error, kind = "current-password" }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <PasswordInput
          {...parts}
          autoComplete={kind}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
