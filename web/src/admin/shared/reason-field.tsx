import { limits } from "#ledger/terms/limits.ts";
import { Field, Input } from "../../ui/field.tsx";

/** Why an admin does something, in their own words. */
export function ReasonField({
  label = "Reason",
  hint,
  error,
  value,
  onType,
}: {
  label?: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  onType: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <Input
          {...parts}
          autoComplete="off"
          maxLength={limits.reason_length_max}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}
