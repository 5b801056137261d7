import type { DaySpan } from "#contract/terms/periods.ts";
import { DayField } from "../ui/day-field.tsx";

/** The first and the last day of a period that always has both: clearing one takes the other. */
export function SpanFields({ span, onSpan }: { span: DaySpan; onSpan: (span: DaySpan) => void }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 md:max-w-lg">
      <DayField
        label="From day"
        value={span.from}
        max={span.to}
        onDay={(from) => onSpan({ ...span, from: from ?? span.to })}
      />
      <DayField
        label="To day"
        value={span.to}
        min={span.from}
        onDay={(to) => onSpan({ ...span, to: to ?? span.from })}
      />
    </div>
  );
}
