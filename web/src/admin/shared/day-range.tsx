import { DayField } from "../../ui/day-field.tsx";

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and the last day of a list. */
export function DayRange({ from, to, onDays }: Days & { onDays: (change: Days) => void }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 md:max-w-lg">
      <DayField label="From day" value={from} max={to} onDay={(day) => onDays({ from: day })} />
      <DayField label="To day" value={to} min={from} onDay={(day) => onDays({ to: day })} />
    </div>
  );
}
