import { type ReactNode, useState } from "react";
import { useTypedSearch } from "../../lib/typed-search.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { FilterGrid, FiltersButton } from "../shared/filters.tsx";

/** A text filter. It searches when the user pauses, not for every letter. */
export function TextFilter({
  label,
  value,
  onChange,
  ...rest
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  type?: "search";
  inputMode?: "decimal";
  placeholder?: string;
}) {
  const { typed, setTyped } = useTypedSearch(value ?? "", (text) => onChange(text || undefined));
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

/** A filter that was set by a link or a name elsewhere. "Any" clears it. */
export function ChosenFilter({ label, name, onClear }: { label: string; name: string; onClear: () => void }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-muted-foreground">{label}</span>
      <div className="flex min-h-12 items-center justify-between gap-3 rounded-lg bg-muted py-1 pr-1 pl-3.5">
        <b className="min-w-0 truncate">{name}</b>
        <Button variant="ghost" size="sm" aria-label={`Any ${label.toLowerCase()}`} onClick={onClear}>
          Any
        </Button>
      </div>
    </div>
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
        <NativeSelect
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
        </NativeSelect>
      )}
    </Field>
  );
}

/** The filters of a list, all in the address. They are folded away until one is set or wanted. */
export function Filters<Filter extends object>({
  label,
  filter,
  onChange,
  children,
}: {
  label: string;
  filter: Filter;
  onChange: (change: { [Key in keyof Filter]: undefined }) => void;
  children: ReactNode;
}) {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  const [isOpen, setOpen] = useState(set.length > 0);
  const clear = () =>
    onChange(
      Object.fromEntries(set.map(([name]) => [name, undefined])) as { [Key in keyof Filter]: undefined },
    );
  return (
    <search aria-label={label} className="flex flex-col gap-2">
      <FiltersButton count={set.length} isOpen={isOpen} onOpen={setOpen} onClear={clear} />
      {isOpen && <FilterGrid>{children}</FilterGrid>}
    </search>
  );
}
