import { cn } from "../lib/cn.ts";
import { money } from "../lib/money.ts";

/** An amount with its sign, so that nobody has to distinguish credit from debit by colour. */
export function Amount({ cedis }: { cedis: number }) {
  return (
    <b className={cn("whitespace-nowrap", cedis > 0 && "text-success")}>
      {cedis > 0 ? "+" : ""}
      {money(cedis)}
    </b>
  );
}
