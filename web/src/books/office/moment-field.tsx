import { useState } from "react";
import { formatMoment, readMoment } from "#contract/terms/dates.ts";
import { DateInput } from "../../ui/day-field.tsx";
import { Field } from "../../ui/field.tsx";

interface Props {
  label: string;
  value: string | undefined;
  onMoment: (moment: string | undefined) => void;
}

/** A moment in UTC, to the second. */
export function MomentField({ label, value = "", onMoment }: Props) {
  const [error, setError] = useState<string>();
  return (
    <Field label={label} error={error}>
      {(parts) => (
        <DateInput
          {...parts}
          type="datetime-local"
          step={1}
          placeholder="dd/mm/yyyy hh:mm:ss"
          value={value}
          format={formatMoment}
          read={readMoment}
          onError={setError}
          onValue={onMoment}
        />
      )}
    </Field>
  );
}
