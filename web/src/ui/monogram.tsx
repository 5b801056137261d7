import { productLook, type ProductLook } from "#contract/terms/product-types.ts";
import { cn } from "../lib/cn.ts";

const colours: Record<ProductLook["colour"], string> = {
  mtn: "bg-mtn text-mtn-foreground",
  telecel: "bg-telecel text-telecel-foreground",
  at: "bg-at text-at-foreground",
  other: "bg-other text-other-foreground",
};

/** Shows a network by its colour and letters. Its logo is not ours to use. */
export function Monogram({ network, className }: { network: string; className?: string }) {
  const { monogram, colour } = productLook(network);
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-10 shrink-0 place-items-center rounded-lg overflow-hidden text-sm leading-none font-extrabold whitespace-nowrap",
        colours[colour],
        className,
      )}
    >
      {monogram}
    </span>
  );
}

/** The network's name with its carrier's stripe, for tables. */
export function NetworkName({ network }: { network: string }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <span
        aria-hidden
        className={cn("h-5.5 w-1 shrink-0 rounded-full", colours[productLook(network).colour])}
      />
      {network}
    </span>
  );
}
