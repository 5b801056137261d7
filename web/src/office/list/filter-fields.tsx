import { useTypedSearch } from "../../lib/typed-search.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/native-select.tsx";

interface Props {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  type?: "search";
  inputMode?: "decimal";
  placeholder?: string;
}

/** A text filter. It searches when the user pauses, not for every letter. */
export function TextFilter({ label, value, onChange, ...rest }: Props) {
  const { typed, setTyped } = useTypedSearch(value ?? "", (text) => onChange(text || undefined));
  return <TextField label={label} {...rest} autoComplete="off" value={typed} onValue={setTyped} />;
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
    <SelectField
      label={label}
      value={value ?? ""}
      onValue={(chosen) => onChange(choices.find(([each]) => each === chosen)?.[0])}
    >
      <option value="">{any}</option>
      {choices.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
