import type { RailName } from "#contract/terms/rails.ts";
import { cn } from "../../lib/cn.ts";
import { railNames } from "#contract/rails.ts";

/** A rail's name with its light: green, red, or grey if there is nothing to compare with. */
export function RailTitle({ rail, agrees }: { rail: RailName; agrees: boolean | null }) {
  const tone = agrees === null ? "bg-muted-foreground" : agrees ? "bg-success" : "bg-destructive";
  return (
    <h2 className="flex items-center gap-2 text-sm text-muted-foreground">
      <span aria-hidden className={cn("size-2.5 rounded-full print:hidden", tone)} /> {railNames[rail]}
    </h2>
  );
}
