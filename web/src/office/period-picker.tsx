import { type DaySpan, periodOf, presetNames, type PresetName, spanOf } from "#contract/terms/periods.ts";
import type { DaySearch } from "../lib/address.ts";
import { today } from "../lib/now.ts";
import { Chip, Chips } from "../ui/chips.tsx";
import { DayFields } from "../ui/day-field.tsx";
import { formatDay } from "#contract/terms/dates.ts";

export const presetTitles: Record<PresetName, string> = {
  today: "Today",
  yesterday: "Yesterday",
  week: "This week",
  month: "This month",
  lastMonth: "Last month",
};

/** The days of an address; without any, this month until today. */
export function chosenSpan(days: DaySearch): DaySpan {
  const { from, to } = spanOf(days, today());
  // A typed address may have them the wrong way round.
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The periods that people ask for most, and any days. */
export function PeriodPicker({ span, onSpan }: { span: DaySpan; onSpan: (span: DaySpan) => void }) {
  const presets = presetNames.map((name) => ({ name, ...periodOf(name, today()) }));
  // On the first of a month, today is this month too.
  const on = presets.find(({ from, to }) => from === span.from && to === span.to)?.name;
  return (
    <div role="group" aria-label="Period" className="flex flex-col gap-2 print:hidden">
      <Chips label="Periods">
        {presets.map(({ name, from, to }) => (
          <Chip key={name} on={name === on} onClick={() => onSpan({ from, to })}>
            {presetTitles[name]}
          </Chip>
        ))}
      </Chips>
      <SpanFields span={span} onSpan={onSpan} />
    </div>
  );
}

/** The first and the last day of a period that always has both: clearing one takes the other. */
export function SpanFields({ span, onSpan }: { span: DaySpan; onSpan: (span: DaySpan) => void }) {
  const change = (days: Partial<Record<keyof DaySpan, string | undefined>>) => {
    const { from = span.to, to = span.from } = { ...span, ...days };
    onSpan({ from, to });
  };
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 md:max-w-lg">
      <DayFields {...span} onDays={change} />
    </div>
  );
}

/** "01/11/2026 to 22/11/2026", or the only day. */
export function spanText({ from, to }: DaySpan): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
