import { type ComponentProps, type ReactElement, useRef, useState } from "react";
import { dayOf } from "#contract/terms/dates.ts";
import { Calendar } from "./calendar.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";

interface DayPopoverProps {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
  trigger: ReactElement<ComponentProps<"button">>;
}

/** The calendar of a field for a day. It opens as soon as it is rendered. */
export default function DayPopoverContent({ label, value, min, max, onDay, trigger }: DayPopoverProps) {
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const selected = value === "" ? undefined : dateOf(value);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger render={trigger} />
      <PopoverContent
        ref={popup}
        aria-label={`${label}: calendar`}
        align="end"
        // The day that the arrow keys start from.
        initialFocus={() => popup.current?.querySelector<HTMLElement>("td [tabindex='0']") ?? true}
      >
        <Calendar
          mode="single"
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
      </PopoverContent>
    </Popover>
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
