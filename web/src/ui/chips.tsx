import { cva } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { useCurrentInView } from "../lib/current-in-view.ts";

/** Also used for links that look like chips. */
export const chipLook = cva(
  "inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold whitespace-nowrap md:min-h-9",
  {
    variants: {
      on: {
        true: "border-foreground bg-foreground text-background",
        false: "border-border bg-card text-foreground",
      },
    },
    defaultVariants: { on: false },
  },
);

interface Props {
  label: string;
  children: ReactNode;
  className?: string;
}

/** One line of choices. It scrolls sideways if it does not fit. */
export function Chips({ label, children, className }: Props) {
  const line = useCurrentInView<HTMLDivElement>();
  return (
    <div
      ref={line}
      role="group"
      aria-label={label}
      className={cn(
        "scroll-fade relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]",
        className,
      )}
    >
      {children}
    </div>
  );
}

export function Chip({ on, className, ...rest }: ComponentProps<"button"> & { on: boolean }) {
  return <button type="button" aria-pressed={on} className={cn(chipLook({ on }), className)} {...rest} />;
}
