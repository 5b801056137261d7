import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { softTones } from "./alert.tsx";

const badgeVariants = cva("inline-block rounded-full px-2.5 py-0.5 text-xs font-bold whitespace-nowrap", {
  variants: { variant: softTones },
});

export type BadgeVariant = keyof typeof softTones;

const waiting = ["pending", "waiting", "cancelled"];
const working = ["processing", "sending"];
const failed = ["rejected", "declined", "refused", "expired", "unsent"];

/**
 * Pending is a warning, rejected is bad, and everything else is success (specification section 2). Processing has its
 * own look.
 */
export function variantOf(status: string): BadgeVariant {
  if (waiting.includes(status)) return "warning";
  if (working.includes(status)) return "info";
  return failed.includes(status) ? "destructive" : "success";
}

interface Props {
  variant: BadgeVariant;
  className?: string | undefined;
  children: ReactNode;
}

export function Badge({ variant, className, children }: Props) {
  return (
    <span data-slot="badge" className={cn(badgeVariants({ variant }), className)}>
      {children}
    </span>
  );
}

/** Always shows the word, so that nobody has to distinguish states by colour. `text` replaces the state's name. */
export function StatusBadge({
  status,
  text = status,
  ...look
}: Pick<Props, "className"> & { status: string; text?: string }) {
  return (
    <Badge variant={variantOf(status)} {...look}>
      {text}
    </Badge>
  );
}
