import { useState, type FormEvent } from "react";
import { limits } from "#ledger/terms/limits.ts";
import { type MessageState, messageStates } from "#ledger/terms/statuses.ts";
import { type AnyMessageKind, otherMessageKinds } from "#ledger/terms/message-kinds.ts";
import { messageKinds } from "#ledger/terms/event-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { inputLook } from "../../ui/field.tsx";
import { DayRange } from "../shared/filters.tsx";
import { kindLabel } from "./message-words.ts";

export interface Filter {
  state?: MessageState | undefined;
  kind?: AnyMessageKind | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const selectLook =
  "min-h-12 min-w-0 rounded-lg border-[1.5px] border-input bg-card px-3 text-foreground md:min-h-10";

export function MessageFilters({ filter, onChange }: { filter: Filter; onChange: (change: Filter) => void }) {
  const [typed, setTyped] = useState(filter.search ?? "");
  const search = (event: FormEvent) => {
    event.preventDefault();
    onChange({ search: typed.trim() === "" ? undefined : typed.trim() });
  };
  return (
    <div className="flex flex-col gap-2.5">
      <Chips label="State">
        <Chip on={filter.state === undefined} onClick={() => onChange({ state: undefined })}>
          All
        </Chip>
        {messageStates.map((state) => (
          <Chip
            key={state}
            on={filter.state === state}
            className="capitalize"
            onClick={() => onChange({ state })}
          >
            {state === "unsent" ? "not sent" : state}
          </Chip>
        ))}
      </Chips>
      <div className="flex flex-wrap items-center gap-2.5">
        <label className="flex min-w-0 items-center gap-2 text-sm text-muted-foreground">
          Kind
          <select
            className={selectLook}
            value={filter.kind ?? ""}
            onChange={({ target: { value } }) =>
              onChange({ kind: value === "" ? undefined : (value as AnyMessageKind) })
            }
          >
            <option value="">All</option>
            {[...messageKinds, ...otherMessageKinds].map((kind) => (
              <option key={kind} value={kind}>
                {kindLabel(kind)}
              </option>
            ))}
          </select>
        </label>
        <form role="search" className="flex min-w-[min(16rem,100%)] flex-1 gap-2" onSubmit={search}>
          <input
            type="search"
            aria-label="Search number or text"
            placeholder="Number or text"
            maxLength={limits.search_length_max}
            className={`${inputLook} md:min-h-10`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="soft" size="sm">
            Search
          </Button>
        </form>
      </div>
      <DayRange from={filter.from} to={filter.to} onDays={onChange} />
    </div>
  );
}
