import type { PackageRecord } from "#contract/products.ts";
import { formatCedis } from "#contract/terms/money.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { cn } from "../../lib/cn.ts";
import { BuyMenu } from "../../products/buy-menu.tsx";
import { buttonVariants } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/placeholders.tsx";
import { priceOf } from "./purchase.ts";

/** "100 GB" is a size. Longer texts are names and need more room. */
const long_letters = 8;

interface Props {
  packages: readonly PackageRecord[];
  level: Level;
  chosenId: string | undefined;
  problem?: string | undefined;
  onChoose: (id: string) => void;
}

/** Shows each package's size with the price for the user's level below it. */
export function PackageGrid({ packages, level, chosenId, problem, onChoose }: Props) {
  if (packages.length === 0)
    return (
      <EmptyState title="No packages yet">
        Please choose another network.
        <BuyMenu className={buttonVariants()} />
      </EmptyState>
    );
  const isLong = packages.some((row) => row.offer.length > long_letters);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-muted-foreground">
        Package {problem !== undefined && <b className="font-medium text-destructive">· {problem}</b>}
      </legend>
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
              aria-invalid={problem === undefined ? undefined : true}
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
              {formatCedis(priceOf(row, level))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
