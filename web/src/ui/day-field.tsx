import { useState } from "react";
import { Field, Input } from "./field.tsx";

interface Props {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string | undefined) => void;
}

/** A day that is being typed is empty for the browser. It becomes a filter when it is complete. */
export function DayField({ label, value = "", min, max, onDay }: Props) {
  const [shown, setShown] = useState(value);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    setShown(value);
  }
  return (
    <Field label={label}>
      {(parts) => (
        <Input
          {...parts}
          type="date"
          min={min}
          max={max}
          value={shown}
          onChange={({ target }) => {
            setShown(target.value);
            if (target.value === "" || target.validity.valid) onDay(target.value || undefined);
          }}
        />
      )}
    </Field>
  );
}
