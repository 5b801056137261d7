import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

const look = cva("rounded-m px-3.5 py-2.5 text-s", {
  variants: {
    tone: {
      wait: "bg-wait-soft text-wait",
      bad: "bg-bad-soft text-bad",
      ok: "bg-ok-soft text-ok",
      work: "bg-work-soft text-work",
    },
  },
  defaultVariants: { tone: "wait" },
});

/** A warning inside the page. Callers add role="alert" to one that appears by itself. */
export function Alert({ tone, className, ...rest }: ComponentProps<"div"> & VariantProps<typeof look>) {
  return <div className={cn(look({ tone }), className)} {...rest} />;
}
