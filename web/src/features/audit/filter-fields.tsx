import { type ReactNode, useEffect, useState } from "react";
import { Field, Input } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

/** What somebody types, passed on when he pauses: each letter is not a search of its own. */
const pause_ms = 350;

export function TextFilter({
  label,
  value,
  onChange,
  ...rest
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  type?: "search" | "date";
  inputMode?: "decimal";
  placeholder?: string;
}) {
  const [typed, setTyped] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  // The address changed by itself: back, or a link.
  if (known !== value) {
    setKnown(value);
    setTyped(value ?? "");
  }
  useEffect(() => {
    const wanted = typed.trim() === "" ? undefined : typed.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onChange(wanted), pause_ms);
    return () => clearTimeout(timer);
  });
  return (
    <Field label={label}>
      {(parts) => (
        <Input
          {...parts}
          {...rest}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Field>
  );
}

export function ChoiceFilter<T extends string>({
  label,
  any,
  choices,
  value,
  onChange,
}: {
  label: string;
  any: string;
  choices: readonly (readonly [value: T, name: string])[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}) {
  return (
    <Field label={label}>
      {(parts) => (
        <Select
          {...parts}
          value={value ?? ""}
          onChange={({ target }) => onChange(choices.find(([each]) => each === target.value)?.[0])}
        >
          <option value="">{any}</option>
          {choices.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
      {children}
    </search>
  );
}
