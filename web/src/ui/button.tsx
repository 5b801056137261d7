import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** Also used for links that look like buttons. */
export const buttonLook = cva(
  "inline-flex items-center justify-center gap-2 rounded-m font-semibold select-none transition-[filter,background-color] duration-150 hover:brightness-95 active:brightness-90 disabled:opacity-50 disabled:brightness-100 aria-disabled:opacity-50",
  {
    variants: {
      look: {
        primary: "bg-accent text-accent-ink",
        soft: "bg-accent-soft text-accent",
        fill: "bg-fill text-ink",
        line: "border border-edge/60 bg-transparent text-ink",
        plain: "bg-transparent text-accent",
        danger: "bg-bad text-bad-ink",
        onBalance: "bg-on-bal text-on-bal-ink",
        onBalanceSoft: "bg-bal-ink/16 text-bal-ink",
        bar: "bg-paper/16 text-inherit",
      },
      size: {
        tap: "min-h-12 px-4",
        large: "min-h-14 px-5 text-[1.0625rem]",
        /** 48 px for touch, less for a mouse. */
        small: "min-h-12 px-3 text-s md:min-h-9 md:rounded-s",
        pill: "min-h-9 rounded-full px-3 text-s relative before:absolute before:-inset-1.5 before:content-['']",
      },
      wide: { true: "w-full", false: "" },
    },
    defaultVariants: { look: "primary", size: "tap", wide: false },
  },
);

export type ButtonLook = VariantProps<typeof buttonLook>;

export function Button({
  look,
  size,
  wide,
  busy = false,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonLook & { busy?: boolean }) {
  return (
    <button
      type={type}
      className={cn(buttonLook({ look, size, wide }), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />}
      {children}
    </button>
  );
}
