import { ArrowDownUp, X, SlidersHorizontal } from "lucide-react";
import { useState, type ReactNode, useRef } from "react";
import type { AnyList, Asked, Control, Filter } from "#contract/list.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { DayFields } from "../../ui/day-field.tsx";
import { SearchBox, useTypedSearch } from "../../ui/search-box.tsx";
import { UserFilter } from "../user-combobox.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import type { Go, ListState } from "./list-state.ts";
import { TextField } from "../../ui/field.tsx";

/** How many rows there are for each value of a list's chips, if that is known. */
export type ChipCounts = Readonly<Record<string, number | undefined>>;

type Named = readonly [name: string, filter: Filter];
type Choices = Extract<Control, { values: readonly string[] }>;

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
  const filters: Named[] = Object.entries(list.filters).filter(([name]) => given[name] === undefined);
  const folded = filters.filter(([, { control }]) => control.kind !== "chips" && control.kind !== "chosen");
  const names = [...folded.map(([name]) => name), ...(list.days ? ["from", "to"] : [])];
  const set = names.filter((name) => chosen[name] !== undefined);
  const [isOpen, setOpen] = useState(set.length > 0);
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
                onChange={(value) =>
                  go({ [name]: value === state.initialOf(name) ? undefined : (value ?? "all") })
                }
              />
            ),
        )}
        <div className="flex flex-wrap gap-2">
          <Search list={list} state={state} />
          {names.length > 0 && (
            <FiltersButton
              count={set.length}
              isOpen={isOpen}
              onOpen={setOpen}
              onClear={() => go(Object.fromEntries(set.map((name) => [name, undefined])))}
            />
          )}
        </div>
      </div>
      {filters
        .filter(([, { control }]) => control.kind === "chosen")
        .map(([name, { label }]) => (
          <ChosenChip
            key={name}
            label={label}
            value={chosen[name]}
            onClear={() => go({ [name]: undefined })}
          />
        ))}
      {isOpen && (
        <FilterGrid>
          {folded.map(([name, filter]) => (
            <FilterField key={name} named={[name, filter]} value={chosen[name]} onGo={go} />
          ))}
          {list.days && <DayFields from={chosen["from"]} to={chosen["to"]} onDays={go} />}
        </FilterGrid>
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
  control: Choices;
  value: string | undefined;
  initial: string | undefined;
  counts: ChipCounts | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const count = (each: string) => counts?.[each]?.toLocaleString("en");
  const all = (
    <Chip on={value === undefined} onClick={() => onChange(undefined)}>
      All {count("all")}
    </Chip>
  );
  // What the list shows without a choice comes first.
  return (
    <Chips label={label} className="lg:mx-0 lg:shrink-0 lg:px-0">
      {initial === undefined && all}
      {values.map((each) => (
        <Chip key={each} on={value === each} className="capitalize" onClick={() => onChange(each)}>
          {names[each] ?? each} {count(each)}
        </Chip>
      ))}
      {initial !== undefined && all}
    </Chips>
  );
}

function Search({ list, state }: { list: AnyList; state: ListState }) {
  return (
    <>
      {list.search && (
        <SearchBox
          value={state.chosen["search"] ?? ""}
          placeholder={list.search.placeholder}
          className="min-w-[min(12rem,100%)] flex-1 max-sm:basis-full lg:w-72"
          onSearch={(text) => state.go({ search: text || undefined })}
        />
      )}
      {list.owned?.order && <OrderButton list={list} state={state} />}
    </>
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

interface ChosenChipProps {
  label: string;
  value: string | undefined;
  onClear: () => void;
}

function ChosenChip({ label, value, onClear }: ChosenChipProps) {
  if (value === undefined) return null;
  const name = `${label} ${value}`;
  return (
    <Button
      variant="soft"
      size="pill"
      className="self-start"
      aria-label={`Show not only ${name.toLowerCase()}`}
      onClick={onClear}
    >
      {name} <X aria-hidden className="size-4" />
    </Button>
  );
}

interface FilterFieldProps {
  named: Named;
  value: string | undefined;
  onGo: Go;
}

function FilterField({ named: [name, { label, control }], value, onGo }: FilterFieldProps) {
  const onChange = (chosen: string | undefined) => onGo({ [name]: chosen });
  switch (control.kind) {
    case "choice": {
      const { values, names = {} } = control;
      return (
        <SelectField
          label={label}
          value={value ?? ""}
          onValue={(chosen) => onChange(values.find((each) => each === chosen))}
        >
          <option value="">All</option>
          {values.map((each) => (
            <option key={each} value={each}>
              {names[each] ?? each}
            </option>
          ))}
        </SelectField>
      );
    }
    case "user":
      return (
        <UserFilter
          label={label}
          chosen={value}
          mayBeSystem={control.mayBeSystem ?? false}
          onChoose={onChange}
        />
      );
    case "number":
      return <NumberFilter label={label} value={value} onChange={onChange} />;
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

function FilterGrid({ children }: { children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] items-start gap-3 rounded-lg border border-border bg-card p-3.5"
    >
      {children}
    </div>
  );
}

interface NumberFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter by a number. It searches when the user pauses, not for every digit. */
export function NumberFilter({ label, value, onChange }: NumberFilterProps) {
  const { typed, setTyped } = useTypedSearch(value ?? "", (text) => onChange(text || undefined));
  return <TextField label={label} inputMode="decimal" autoComplete="off" value={typed} onValue={setTyped} />;
}
