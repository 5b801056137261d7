import { formatCedis } from "#contract/terms/money.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { priceOf } from "../buy/price.ts";
import type { NumberLine } from "./parse-numbers.ts";

interface Props {
  lines: readonly NumberLine[];
  /** Why a line repeats something, by its number. */
  repeats: ReadonlyMap<number, string>;
  level: Level;
}

/** The pasted lines as they were understood. Lines that cannot be bought come first, then repeats. */
export function NumberLines({ lines, repeats, level }: Props) {
  if (lines.length === 0) return null;
  const rank = ({ line, problem }: NumberLine) => (problem !== undefined ? 0 : repeats.has(line) ? 1 : 2);
  const sorted = [...lines].sort((a, b) => rank(a) - rank(b));
  const bad = lines.filter(({ problem }) => problem !== undefined).length;
  return (
    <section aria-label="Lines">
      <p role="status" className="text-sm text-muted-foreground">
        {lines.length - bad} good{bad > 0 && <b className="text-destructive">, {bad} with a problem</b>}
      </p>
      <ul className="max-h-60 divide-y divide-border overflow-y-auto overscroll-contain" tabIndex={0}>
        {sorted.map((line) => (
          <Line key={line.line} line={line} repeat={repeats.get(line.line)} level={level} />
        ))}
      </ul>
    </section>
  );
}

function Line({
  line: { line, text, receiver, offer, problem, warning, duplicate },
  repeat,
  level,
}: {
  line: NumberLine;
  repeat: string | undefined;
  level: Level;
}) {
  // A duplicate's warning says the same as its repeat.
  const caution = repeat ?? (duplicate === undefined ? warning : undefined);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
      <span className="w-8 text-muted-foreground">{line}</span>
      <span className="flex-1 font-medium whitespace-nowrap">
        {problem === undefined ? groupPhone(receiver) : text.slice(0, 40)}
      </span>
      {problem === undefined && offer !== undefined && (
        <span className="text-muted-foreground">
          {offer.offer} · {formatCedis(priceOf(offer, level))}
        </span>
      )}
      {problem !== undefined && <span className="w-full pl-11 font-medium text-destructive">{problem}</span>}
      {problem === undefined && caution !== undefined && (
        <span className="w-full pl-11 text-warning">{caution}</span>
      )}
    </li>
  );
}
