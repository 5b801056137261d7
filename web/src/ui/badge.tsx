import { cva } from "class-variance-authority";
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

/** Pending waits, rejected is bad, anything else succeeded (specification section 2); processing has a tone of its own. */
export function toneOf(status: string): Tone {
  if (status === "pending") return "wait";
  if (status === "processing") return "work";
  return status === "rejected" || status === "declined" ? "bad" : "ok";
}

/** Always the word: nobody has to tell states apart by colour. */
export function StatusBadge({ status, className }: { status: string; className?: string }) {
  return <span className={cn(look({ tone: toneOf(status) }), className)}>{status}</span>;
}
