import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { networks } from "#ledger/terms/networks.ts";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { Button } from "../../ui/button.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Field } from "../../ui/field.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import type { AdminOrdersSearch, GoOrders } from "./admin-orders-page.tsx";
import { StatusTabs } from "./status-tabs.tsx";

/** The filters of the list, all in the address. Tabs and search are visible, and the others are one tap away. */
export function OrderFilters({
  status,
  q,
  network,
  from,
  to,
  order,
  onGo,
}: AdminOrdersSearch & { status: OrderStatus | "all"; onGo: GoOrders }) {
  const count = [network, from ?? to, order].filter((each) => each !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
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
          <Button
            variant={count > 0 ? "soft" : "outline"}
            size="sm"
            className="md:min-h-10"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden className="size-4" /> Filters{count > 0 && ` ${count}`}
          </Button>
        </div>
        <StatusTabs status={status} onChange={(chosen) => onGo({ status: chosen })} />
      </div>
      {isOpen && <MoreFilters network={network} from={from} to={to} order={order} onGo={onGo} />}
    </div>
  );
}

function MoreFilters({
  network,
  from,
  to,
  order,
  onGo,
}: {
  network: string | undefined;
  from: string | undefined;
  to: string | undefined;
  order: "oldest" | undefined;
  onGo: GoOrders;
}) {
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] items-end gap-3 rounded-lg border border-border bg-card p-3.5"
    >
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
      <Button
        variant="ghost"
        onClick={() => onGo({ network: undefined, from: undefined, to: undefined, order: undefined })}
      >
        Clear filters
      </Button>
    </div>
  );
}
