import { TextField } from "../../ui/field.tsx";
import { useTypedSearch } from "../../ui/search-box.tsx";

interface Props {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter by a number. It searches when the user pauses, not for every digit. */
export function NumberFilter({ label, value, onChange }: Props) {
  const { typed, setTyped } = useTypedSearch(value ?? "", (text) => onChange(text || undefined));
  return <TextField label={label} inputMode="decimal" autoComplete="off" value={typed} onValue={setTyped} />;
}
