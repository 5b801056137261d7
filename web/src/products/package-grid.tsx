import type { PackageRecord } from "#contract/products.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { BuyMenu } from "./buy-menu.tsx";
import { PackageChoice } from "./package-choice.tsx";
import { buttonVariants } from "../ui/button.tsx";
import { EmptyState } from "../ui/placeholders.tsx";
import { priceOf } from "./price.ts";

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
  return (
    <PackageChoice
      legend={
        <>Package {problem !== undefined && <b className="font-medium text-destructive">· {problem}</b>}</>
      }
      packages={packages.map((row) => ({ _id: row._id, offer: row.offer, price: priceOf(row, level) }))}
      chosenId={chosenId}
      isWrong={problem !== undefined}
      onChoose={onChoose}
    />
  );
}
