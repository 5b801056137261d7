import { ArrowDownUp, X } from "lucide-react";
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

/** Those who have waited longest come first, and of what is over the latest. */
export function defaultOrder(status: AdminOrdersSearch["status"]): "oldest" | "newest" {
  return status === "pending" || status === "processing" ? "oldest" : "newest";
}

/** The filters of the list, all in the address. Tabs and search are visible, and the others are one tap away. */
export function OrderFilters({ q, onGo, ...more }: AdminOrdersSearch & { onGo: GoOrders }) {
  const { network, batch, from, to } = more;
  const count = [network, batch, from ?? to].filter((each) => each !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  const clear = () => onGo({ network: undefined, batch: undefined, from: undefined, to: undefined });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-2 2xl:flex-row-reverse 2xl:items-center 2xl:justify-between">
        <div className="flex flex-wrap gap-2">
          <SearchBox
            value={q ?? ""}
            placeholder="Number, reference, user"
            className="min-w-[min(12rem,100%)] flex-1 max-sm:basis-full 2xl:w-72"
            onSearch={(text) => onGo({ q: text || undefined })}
          />
          <OrderButton {...more} onGo={onGo} />
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

/** What is the default stays out of the address. */
function OrderButton({ status = "pending", order, onGo }: AdminOrdersSearch & { onGo: GoOrders }) {
  const usual = defaultOrder(status);
  const next = (order ?? usual) === "oldest" ? "newest" : "oldest";
  return (
    <Button variant="outline" size="sm" onClick={() => onGo({ order: next === usual ? undefined : next })}>
      <ArrowDownUp aria-hidden className="size-4" /> {next === "newest" ? "Newest first" : "Oldest first"}
    </Button>
  );
}

function MoreFilters({ network, from, to, onGo }: AdminOrdersSearch & { onGo: GoOrders }) {
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
    </>
  );
}
