import { ArrowDownUp, X, SlidersHorizontal } from "lucide-react";
import { useState, useRef } from "react";
import type { AnyList, Asked, Control, Filter } from "#contract/list.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { DayFields } from "../../ui/day-field.tsx";
import { SearchBox, useTypedSearch } from "../../ui/search-box.tsx";
import { UserFilter } from "../user-combobox.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import type { ListState } from "./list-state.ts";
import { TextField } from "../../ui/field.tsx";

/** How many rows there are for each value of a list's chips, if that is known. */
export type ChipCounts = Readonly<Record<string, number | undefined>>;

interface Props {
  list: AnyList;
  state: ListState;
  /** Filters that the page sets itself. */
  given: Asked;
  counts?: ChipCounts | undefined;
}

/** The filters of a list, all in the address. Chips and search are visible, and the others are one tap away. */
export function ListFilters({ list, state, given, counts }: Props) {
  const { chosen, go } = state;
  const filters = Object.entries<Filter>(list.filters).filter(([name]) => given[name] === undefined);
  const folded = filters.filter(([, { control }]) => control.kind !== "chips" && control.kind !== "chosen");
  const names = [...folded.map(([name]) => name), ...(list.days ? ["from", "to"] : [])];
  const used = names.filter((name) => chosen[name] !== undefined);
  const [isOpen, setOpen] = useState(used.length > 0);
  const set = (name: string) => (value: string | undefined) => go({ [name]: value });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-2 lg:flex-row lg:flex-wrap lg:items-center lg:justify-between">
        {filters.map(
          ([name, { label, control }]) =>
            control.kind === "chips" && (
              <ChipsFilter
                key={name}
                label={label}
                control={control}
                value={state.asked[name]}
                initial={state.initialOf(name)}
                counts={counts}
                onChange={set(name)}
              />
            ),
        )}
        <div className="flex flex-wrap gap-2">
          {list.search && (
            <SearchBox
              value={chosen["search"] ?? ""}
              placeholder={list.search.placeholder}
              className="min-w-[min(12rem,100%)] flex-1 max-sm:basis-full lg:w-72"
              onSearch={(text) => go({ search: text || undefined })}
            />
          )}
          {list.owned?.order && <OrderButton list={list} state={state} />}
          {names.length > 0 && (
            <FiltersButton
              count={used.length}
              isOpen={isOpen}
              onOpen={setOpen}
              onClear={() => go(Object.fromEntries(used.map((name) => [name, undefined])))}
            />
          )}
        </div>
      </div>
      {filters.map(
        ([name, { label, control }]) =>
          control.kind === "chosen" &&
          chosen[name] !== undefined && (
            <ChosenChip key={name} name={`${label} ${chosen[name]}`} onClear={() => set(name)(undefined)} />
          ),
      )}
      {isOpen && (
        <div
          role="group"
          aria-label="Filters"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] items-start gap-3 rounded-lg border border-border bg-card p-3.5"
        >
          {folded.map(([name, filter]) => (
            <FilterField key={name} {...filter} value={chosen[name]} onChange={set(name)} />
          ))}
          {list.days && <DayFields from={chosen["from"]} to={chosen["to"]} onDays={go} />}
        </div>
      )}
    </div>
  );
}

function ChipsFilter({
  label,
  control: { values, names = {} },
  value,
  initial,
  counts,
  onChange,
}: {
  label: string;
  control: Extract<Control, { values: readonly string[] }>;
  value: string | undefined;
  initial: string | undefined;
  counts: ChipCounts | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const count = (each: string) => counts?.[each]?.toLocaleString("en");
  const choose = (chosen: string | undefined) => onChange(chosen === initial ? undefined : (chosen ?? "all"));
  const all = (
    <Chip on={value === undefined} onClick={() => choose(undefined)}>
      All {count("all")}
    </Chip>
  );
  // What the list shows without a choice comes first.
  return (
    <Chips label={label} className="lg:mx-0 lg:shrink-0 lg:px-0">
      {initial === undefined && all}
      {values.map((each) => (
        <Chip key={each} on={value === each} className="capitalize" onClick={() => choose(each)}>
          {names[each] ?? each} {count(each)}
        </Chip>
      ))}
      {initial !== undefined && all}
    </Chips>
  );
}

/** What is the default stays out of the address. */
function OrderButton({ list, state: { asked, order, go } }: { list: AnyList; state: ListState }) {
  const next = order === "oldest" ? "newest" : "oldest";
  const usual = list.owned?.order?.(asked);
  return (
    <Button variant="outline" size="sm" onClick={() => go({ order: next === usual ? undefined : next })}>
      <ArrowDownUp aria-hidden className="size-4" /> {next === "newest" ? "Newest first" : "Oldest first"}
    </Button>
  );
}

function ChosenChip({ name, onClear }: { name: string; onClear: () => void }) {
  const clear = `Show not only ${name.toLowerCase()}`;
  return (
    <Button variant="soft" size="pill" className="self-start" aria-label={clear} onClick={onClear}>
      {name} <X aria-hidden className="size-4" />
    </Button>
  );
}

interface FilterFieldProps {
  label: string;
  control: Control;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function FilterField({ control, ...field }: FilterFieldProps) {
  switch (control.kind) {
    case "choice": {
      const { values, names = {} } = control;
      return (
        <SelectField
          label={field.label}
          value={field.value ?? ""}
          onValue={(chosen) => field.onChange(chosen || undefined)}
          names={Object.fromEntries(values.map((each) => [each, names[each] ?? each]))}
        >
          <option value="">All</option>
        </SelectField>
      );
    }
    case "user":
      return <UserFilter {...field} mayBeSystem={control.mayBeSystem ?? false} />;
    case "number":
      return <NumberFilter {...field} />;
    default:
      return null;
  }
}

interface FiltersButtonProps {
  count: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onClear: () => void;
}

/** Unfolds the filters of a list, says how many are set, and clears them. */
function FiltersButton({ count, isOpen, onOpen, onClear }: FiltersButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        ref={button}
        variant={count > 0 ? "soft" : "outline"}
        size="sm"
        className="md:min-h-10"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden className="size-4" /> Filters{count > 0 && ` ${count}`}
      </Button>
      {count > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="md:min-h-10"
          onClick={() => {
            // This button is about to disappear with the focus.
            button.current?.focus();
            onClear();
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** A filter by a number. It searches when the user pauses, not for every digit. */
export function NumberFilter({ label, value, onChange }: Omit<FilterFieldProps, "control">) {
  const { typed, setTyped } = useTypedSearch(value ?? "", (text) => onChange(text || undefined));
  return <TextField label={label} inputMode="decimal" value={typed} onValue={setTyped} />;
}
