import { ReasonField } from "../../office/reason-field.tsx";

/** The reason of a decision on a top-up. */
export function DecisionReason({
  isForUser,
  ...field
}: {
  isForUser: boolean;
  value: string;
  onValue: (value: string) => void;
}) {
  return isForUser ? (
    <ReasonField
      label="Reason for the customer (optional)"
      hint="They read it in their funding history and in the message"
      {...field}
    />
  ) : (
    <ReasonField
      label="Why is this another payment?"
      hint="It stays in the log. The customer does not see it."
      {...field}
    />
  );
}
