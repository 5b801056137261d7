import { useRef, useState } from "react";
import { dayOf } from "#contract/terms/dates.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type Modifiers } from "react-day-picker";
import { cn } from "../lib/cn.ts";
import { Popover } from "@base-ui/react/popover";
import type { LazyMenuProps } from "./lazy-menu.tsx";

interface DayPopoverProps extends Pick<LazyMenuProps, "trigger"> {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
}

/** The calendar of a field for a day. It opens as soon as it is rendered. */
export default function DayPopoverContent({ label, value, min, max, onDay, trigger }: DayPopoverProps) {
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const selected = value === "" ? undefined : dateOf(value);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger data-slot="popover-trigger" render={trigger} />
      <Popover.Portal>
        <Popover.Positioner className="z-50 outline-none" align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup
            ref={popup}
            data-slot="popover-content"
            aria-label={`${label}: calendar`}
            className="max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-border bg-popover p-3 text-popover-foreground shadow-xl outline-none"
            // The day that the arrow keys start from.
            initialFocus={() => popup.current?.querySelector<HTMLElement>("td [tabindex='0']") ?? true}
          >
            <DayPicker
              mode="single"
              data-slot="calendar"
              className="w-fit"
              classNames={looks}
              // As in Ghana.
              weekStartsOn={1}
              components={{ Chevron }}
              labels={{ labelDayButton: dayName }}
              selected={selected}
              today={dateOf(today)}
              defaultMonth={selected ?? dateOf(max !== undefined && max < today ? max : today)}
              {...(min !== undefined && { startMonth: dateOf(min) })}
              {...(max !== undefined && { endMonth: dateOf(max) })}
              disabled={[
                ...(min === undefined ? [] : [{ before: dateOf(min) }]),
                ...(max === undefined ? [] : [{ after: dateOf(max) }]),
              ]}
              onDayClick={(date, { disabled }) => {
                if (disabled) return;
                onDay(dayIn(date));
                setOpen(false);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The calendar counts in the browser's own time, so a day is its local midnight. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

function dayIn(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return [String(date.getFullYear()).padStart(4, "0"), ...parts].join("-");
}

const arrow =
  "absolute top-0 grid size-9 place-items-center rounded-sm text-muted-foreground hover:bg-muted aria-disabled:opacity-40";

const looks = {
  months: "relative",
  month_caption: "flex h-9 items-center justify-center font-semibold",
  button_previous: cn(arrow, "left-0"),
  button_next: cn(arrow, "right-0"),
  month_grid: "mt-1 border-collapse",
  weekday: "h-8 w-9 text-xs font-semibold text-muted-foreground",
  day: "group p-0 text-center text-sm",
  day_button:
    "grid size-9 place-items-center rounded-sm hover:bg-muted focus-visible:-outline-offset-2 disabled:opacity-40 disabled:hover:bg-transparent group-data-selected:bg-primary group-data-selected:font-bold group-data-selected:text-primary-foreground",
  today: "font-bold text-primary",
  outside: "text-muted-foreground",
};

/** "5 November 2026, Thursday": the number that is shown comes first, and whoever speaks to the computer says that. */
function dayName(date: Date, { today, selected }: Modifiers): string {
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const weekday = date.toLocaleDateString("en-GB", { weekday: "long" });
  return [day, weekday, today === true && "today", selected === true && "selected"]
    .filter(Boolean)
    .join(", ");
}

function Chevron({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-5" />;
}
