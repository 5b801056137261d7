import type { ReactNode } from "react";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { cn } from "../lib/cn.ts";

/** "100 GB" is a size. Longer texts are names and need more room. */
const long_letters = 8;

interface Props {
  legend: ReactNode;
  packages: readonly { _id: string; offer: string; price: Pesewas }[];
  chosenId: string | undefined;
  isWrong?: boolean;
  /** Nothing can be chosen, only read. */
  isStopped?: boolean;
  onChoose: (id: string) => void;
}

/** Packages with their prices, of which one can be chosen. */
export function PackageChoice({
  legend,
  packages,
  chosenId,
  isWrong = false,
  isStopped = false,
  onChoose,
}: Props) {
  const isLong = packages.some((row) => row.offer.length > long_letters);
  return (
    <fieldset disabled={isStopped}>
      <legend className="mb-1.5 text-sm font-medium text-muted-foreground">{legend}</legend>
      <div
        className={cn(
          "grid gap-2.5",
          isLong
            ? "grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]"
            : "grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]",
        )}
      >
        {packages.map((row) => (
          <label
            key={row._id}
            className="group relative flex min-h-19 flex-col items-center justify-center rounded-lg border-[1.5px] border-border bg-card px-1.5 py-2.5 text-center transition-colors duration-150 has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="package"
              value={row._id}
              checked={row._id === chosenId}
              aria-invalid={isWrong || undefined}
              onChange={() => onChoose(row._id)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            <b
              className={cn(
                "leading-tight tracking-[-0.01em]",
                row.offer.length > long_letters ? "text-base" : "text-xl",
              )}
            >
              {row.offer}
            </b>
            <span className="text-sm text-muted-foreground group-has-checked:font-semibold group-has-checked:text-primary">
              {formatCedis(row.price)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
