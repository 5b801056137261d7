import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

const look = cva("inline-block rounded-full px-2.5 py-0.5 text-xs font-bold whitespace-nowrap", {
  variants: {
    tone: {
      ok: "bg-ok-soft text-ok",
      wait: "bg-wait-soft text-wait",
      work: "bg-work-soft text-work",
      bad: "bg-bad-soft text-bad",
    },
  },
});

export type Tone = "ok" | "wait" | "work" | "bad";

const waiting = ["pending", "waiting", "cancelled"];
const working = ["processing", "sending"];
const failed = ["rejected", "declined", "refused", "expired", "unsent"];

/**
 * Pending is a warning, rejected is bad, and everything else is success (specification section 2). Processing has its
 * own tone.
 */
export function toneOf(status: string): Tone {
  if (waiting.includes(status)) return "wait";
  if (working.includes(status)) return "work";
  return failed.includes(status) ? "bad" : "ok";
}

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={look({ tone })}>{children}</span>;
}

/** Always shows the word, so that nobody has to distinguish states by colour. */
export function StatusBadge({
  status,
  text = status,
  className,
}: {
  status: string;
  /** Replaces the state's name. */
  text?: string;
  className?: string;
}) {
  return <span className={cn(look({ tone: toneOf(status) }), className)}>{text}</span>;
}
