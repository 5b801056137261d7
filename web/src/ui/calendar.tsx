import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";
import { DayPicker, type Modifiers } from "react-day-picker";
import { cn } from "../lib/cn.ts";

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

/** A month to choose a day from. Weeks start on Monday, as in Ghana. */
export function Calendar({ className, classNames, ...props }: ComponentProps<typeof DayPicker>) {
  return (
    <DayPicker
      data-slot="calendar"
      className={cn("w-fit", className)}
      classNames={{ ...looks, ...classNames }}
      weekStartsOn={1}
      components={{ Chevron }}
      labels={{ labelDayButton: dayName }}
      {...props}
    />
  );
}

/** "5 November 2026, Thursday": the number that is shown comes first, and whoever speaks to the computer says that. */
function dayName(date: Date, { today, selected }: Modifiers): string {
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const weekday = date.toLocaleDateString("en-GB", { weekday: "long" });
  return [day, weekday, today === true && "today", selected === true && "selected"]
    .filter(Boolean)
    .join(", ");
}

function Chevron({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) {
  return orientation === "left" ? (
    <ChevronLeft aria-hidden className="size-5" />
  ) : (
    <ChevronRight aria-hidden className="size-5" />
  );
}
