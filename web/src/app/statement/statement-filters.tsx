import { DayField } from "../../ui/day-field.tsx";
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
      <DayField label="From" value={from} max={to} onDay={(day) => onChange({ from: day })} />
      <DayField label="To" value={to} min={from} onDay={(day) => onChange({ to: day })} />
    </search>
  );
}
