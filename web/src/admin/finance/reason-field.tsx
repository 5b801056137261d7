import { limits } from "#ledger/terms/limits.ts";
import { Field, Input } from "../../ui/field.tsx";

/** The reason of a decision on a top-up. */
export function ReasonField({
  isForUser,
  value,
  onType,
}: {
  isForUser: boolean;
  value: string;
  onType: (value: string) => void;
}) {
  return (
    <Field
      label={isForUser ? "Reason for the customer (optional)" : "Why is this another payment?"}
      hint={
        isForUser
          ? "They read it in their funding history and in the message"
          : "It stays in the log. The customer does not see it."
      }
    >
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
