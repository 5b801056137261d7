import { useState } from "react";
import { Field, Input } from "../../ui/field.tsx";
import { SearchBox } from "../../ui/search-box.tsx";

/** Which movements the statement shows. Days are in UTC, both included. */
export interface StatementFilter {
  from?: string;
  to?: string;
  search?: string;
}

export type FilterChange = { [Key in keyof StatementFilter]: StatementFilter[Key] | undefined };

interface Props extends StatementFilter {
  onChange: (change: FilterChange) => void;
}

export function StatementFilters({ from, to, search, onChange }: Props) {
  return (
    <search aria-label="Filter the statement" className="grid grid-cols-2 gap-2 md:grid-cols-4 md:items-end">
      <div className="col-span-2">
        <SearchBox
          value={search ?? ""}
          placeholder="Reference, number or package"
          onSearch={(text) => onChange({ search: text || undefined })}
        />
      </div>
      <DayFilter label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayFilter label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day that is being typed is empty for the browser. It becomes a filter when it is complete. */
function DayFilter({ label, value = "", min, max, onChange }: DayProps) {
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
          className="md:min-h-10"
          min={min}
          max={max}
          value={shown}
          onChange={({ target }) => {
            setShown(target.value);
            if (target.value === "" || target.validity.valid) onChange(target.value || undefined);
          }}
        />
      )}
    </Field>
  );
}
