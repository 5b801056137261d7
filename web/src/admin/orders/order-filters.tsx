import { X } from "lucide-react";
import { useState } from "react";
import { networks } from "#ledger/terms/networks.ts";
import { Button } from "../../ui/button.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Field } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { FilterGrid, FiltersButton } from "../shared/filters.tsx";
import type { AdminOrdersSearch, GoOrders } from "./admin-orders-page.tsx";
import { StatusTabs } from "./status-tabs.tsx";

/** The filters of the list, all in the address. Tabs and search are visible, and the others are one tap away. */
export function OrderFilters({ q, onGo, ...more }: AdminOrdersSearch & { onGo: GoOrders }) {
  const { network, batch, from, to, order } = more;
  const count = [network, batch, from ?? to, order].filter((each) => each !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  const clear = () =>
    onGo({ network: undefined, batch: undefined, from: undefined, to: undefined, order: undefined });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-2 2xl:flex-row-reverse 2xl:items-center 2xl:justify-between">
        <div className="flex flex-wrap gap-2">
          <SearchBox
            value={q ?? ""}
            placeholder="Number, reference, user"
            className="min-w-[min(12rem,100%)] flex-1 2xl:w-72"
            onSearch={(text) => onGo({ q: text || undefined })}
          />
          <FiltersButton count={count} isOpen={isOpen} onOpen={setOpen} onClear={clear} />
        </div>
        <StatusTabs />
      </div>
      {batch !== undefined && (
        <Button
          variant="soft"
          size="pill"
          className="self-start"
          aria-label={`Show not only batch ${batch}`}
          onClick={() => onGo({ batch: undefined })}
        >
          Batch {batch} <X aria-hidden className="size-4" />
        </Button>
      )}
      {isOpen && (
        <FilterGrid>
          <MoreFilters {...more} onGo={onGo} />
        </FilterGrid>
      )}
    </div>
  );
}

function MoreFilters({ network, from, to, order, onGo }: AdminOrdersSearch & { onGo: GoOrders }) {
  return (
    <>
      <Field label="Network">
        {(parts) => (
          <NativeSelect
            {...parts}
            value={network ?? ""}
            onChange={({ target }) => onGo({ network: target.value || undefined })}
          >
            <option value="">All</option>
            {networks.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <DayField label="From" value={from} max={to} onDay={(day) => onGo({ from: day })} />
      <DayField label="To" value={to} min={from} onDay={(day) => onGo({ to: day })} />
      <Field label="Order">
        {(parts) => (
          <NativeSelect
            {...parts}
            value={order ?? "newest"}
            onChange={({ target }) => onGo({ order: target.value === "oldest" ? "oldest" : undefined })}
          >
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
          </NativeSelect>
        )}
      </Field>
    </>
  );
}
