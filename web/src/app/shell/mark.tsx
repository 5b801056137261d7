import { cn } from "../../lib/cn.ts";

export function Mark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-s bg-accent text-[1.1875rem] font-extrabold text-accent-ink",
        className,
      )}
    >
      ¢
    </span>
  );
}
