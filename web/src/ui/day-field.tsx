import { CalendarDays } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { formatDay, readDay, formatMoment, readMoment } from "#contract/terms/dates.ts";
import { cn } from "../lib/cn.ts";
import { loadLater } from "../lib/load-later.tsx";
import { useIsTouch } from "../lib/media.ts";
import { Field, Input } from "./field.tsx";
import { LazyMenu } from "./lazy-menu.tsx";

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
          {!isTouch && (
            <LazyMenu
              menu={DayPopover}
              own={{ label, value, min, max, onDay }}
              aria-label={`${label}: calendar`}
              aria-haspopup="dialog"
              className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-lg text-muted-foreground hover:text-foreground focus-visible:-outline-offset-3"
            >
              <CalendarDays aria-hidden className="size-5" />
            </LazyMenu>
          )}
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

interface DateInputProps extends Omit<ComponentProps<"input">, "value" | "type" | "onError"> {
  type: "date" | "datetime-local";
  /** As the browser's own inputs have it: "2026-11-21" or "2026-11-21T10:42:05". */
  value: string;
  /** How it is shown and typed: 21/11/2026. */
  format: (value: string) => string;
  /** Undefined if the text is no date. */
  read: (typed: string) => string | undefined;
  /** Why a date cannot be chosen. */
  check?: (value: string) => string | undefined;
  onError: (error: string | undefined) => void;
  onValue: (value: string | undefined) => void;
}

/**
 * A phone's own input, for its wheel. It has the order of the phone's language, so its text is hidden and `shown`, in the
 * order of every date in the shop, is above it.
 */
export function TouchDate({ shown, placeholder, ...props }: ComponentProps<"input"> & { shown: string }) {
  return (
    <span className="relative block">
      <Input {...props} className="text-transparent" />
      <span
        aria-hidden
        className={cn(
          "pointer-events-none absolute inset-y-0 right-2 left-3.5 flex items-center overflow-hidden whitespace-nowrap",
          shown === "" && "text-muted-foreground",
        )}
      >
        {shown || placeholder}
      </span>
    </span>
  );
}

/** A date that is typed in the order of every date in the shop. An incomplete date is no value. */
function DateInput({ type, value, format, read, check, onError, onValue, ...props }: DateInputProps) {
  const isTouch = useIsTouch();
  const shown = isTouch ? value : format(value);
  const [typed, setTyped] = useState(shown);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    // What is being typed keeps its form, 1/2/2026, until the field is left.
    if (isTouch || read(typed.trim()) !== value) setTyped(shown);
  }
  if (isTouch) {
    return (
      <TouchDate
        {...props}
        type={type}
        value={typed}
        shown={value === typed ? format(value) : ""}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === "" || target.validity.valid) onValue(target.value || undefined);
        }}
      />
    );
  }
  const change = (text: string) => {
    setTyped(text);
    onError(undefined);
    if (text.trim() === "") onValue(undefined);
    const found = read(text.trim());
    if (found !== undefined && check?.(found) === undefined) onValue(found);
  };
  const leave = () => {
    const found = read(typed.trim());
    if (found !== undefined) {
      onError(check?.(found));
      setTyped(format(found));
    } else if (typed.trim() !== "") onError(`Please write it as ${props.placeholder ?? format(value)}`);
  };
  return (
    <Input
      {...props}
      min={undefined}
      max={undefined}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => change(target.value)}
      onBlur={leave}
    />
  );
}

interface MomentProps {
  label: string;
  value: string | undefined;
  onMoment: (moment: string | undefined) => void;
}

/** A moment in UTC, to the second. */
export function MomentField({ label, value = "", onMoment }: MomentProps) {
  const [error, setError] = useState<string>();
  return (
    <Field label={label} error={error}>
      {(parts) => (
        <DateInput
          {...parts}
          type="datetime-local"
          step={1}
          placeholder="dd/mm/yyyy hh:mm:ss"
          value={value}
          format={formatMoment}
          read={readMoment}
          onError={setError}
          onValue={onMoment}
        />
      )}
    </Field>
  );
}
