import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/hint.tsx";

/** Appears while rows are selected. Shows their number and total, and the possible actions. */
export function SelectionBar({
  label,
  count,
  total,
  onClear,
  children,
}: {
  label: string;
  count: number;
  total: Pesewas;
  onClear: () => void;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <div
      role="region"
      aria-label={label}
      className="toast-in fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center gap-2 rounded-[0.875rem] bg-foreground p-2 pl-4 font-semibold text-background shadow-xl lg:left-(--sidebar-width)"
    >
      <span role="status" className="mr-2">
        {count} selected · {formatCedis(total)}
      </span>
      {children}
      <Hint text="Clear selection">
        <Button variant="bar" size="sm" aria-label="Clear selection" onClick={onClear}>
          <X aria-hidden className="size-5" />
        </Button>
      </Hint>
    </div>
  );
}
