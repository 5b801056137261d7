import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { formatDay, readDay } from "#contract/terms/dates.ts";
import { loadLater } from "../lib/load-later.tsx";
import { useIsTouch } from "../lib/media.ts";
import { DateInput } from "./date-input.tsx";
import { Field } from "./field.tsx";

const DayPopover = loadLater(() => import("./day-popover-content.tsx"), { isVital: false });

interface Props {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string | undefined) => void;
}

/** A day, typed or chosen from a calendar. A phone has its own. */
export function DayField({ label, value = "", min, max, onDay }: Props) {
  const isTouch = useIsTouch();
  const [error, setError] = useState<string>();
  const check = (day: string) => {
    if (min !== undefined && day < min) return `Not before ${formatDay(min)}`;
    if (max !== undefined && day > max) return `Not after ${formatDay(max)}`;
    return undefined;
  };
  return (
    <Field label={label} error={error}>
      {(parts) => (
        <div className="relative">
          <DateInput
            {...parts}
            type="date"
            min={min}
            max={max}
            placeholder="dd/mm/yyyy"
            className={isTouch ? undefined : "pr-12"}
            value={value}
            format={formatDay}
            read={readDay}
            check={check}
            onError={setError}
            onValue={onDay}
          />
          {!isTouch && <CalendarButton label={label} value={value} min={min} max={max} onDay={onDay} />}
        </div>
      )}
    </Field>
  );
}

/** The first and the last day of a list. */
export function DayFields({
  from,
  to,
  labels: [first, last] = ["From day", "To day"],
  onDays,
}: {
  from: string | undefined;
  to: string | undefined;
  labels?: readonly [first: string, last: string];
  onDays: (change: { from?: string | undefined; to?: string | undefined }) => void;
}) {
  return (
    <>
      <DayField label={first} value={from} max={to} onDay={(day) => onDays({ from: day })} />
      <DayField label={last} value={to} min={from} onDay={(day) => onDays({ to: day })} />
    </>
  );
}

function CalendarButton({ label, ...props }: Props & { value: string }) {
  const [isWanted, setWanted] = useState(false);
  const look = {
    type: "button",
    "aria-label": `${label}: calendar`,
    className:
      "absolute inset-y-0 right-0 grid w-12 place-items-center rounded-lg text-muted-foreground hover:text-foreground focus-visible:-outline-offset-3",
    children: <CalendarDays aria-hidden className="size-5" />,
  } as const;
  const placeholder = (
    <button
      {...look}
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-busy={isWanted || undefined}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return placeholder;
  return <DayPopover label={label} {...props} trigger={<button {...look} />} placeholder={placeholder} />;
}
