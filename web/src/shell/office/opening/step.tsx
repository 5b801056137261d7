import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "../../../lib/cn.ts";
import { Card } from "../../../ui/card.tsx";
import { SkeletonRows } from "../../../ui/placeholders.tsx";

export interface StepProps {
  title: string;
  /** What it is for, in one sentence. */
  why: string;
  /** Whether it was seen to work; undefined while nobody knows. */
  isDone: boolean | undefined;
  /** It can be left out for good. */
  isOptional?: boolean;
  /** Open at first. */
  isNext?: boolean;
  /** The step before it was done just now: the page leads here. */
  isReached?: boolean;
  children: ReactNode;
}

/** One step of opening the shop. It can be opened at any time, and left for later. */
export function Step({
  title,
  why,
  isDone,
  isOptional = false,
  isNext = false,
  isReached = false,
  children,
}: StepProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isNext;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const head = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isReached) return;
    head.current?.scrollIntoView({ block: "start" });
    head.current?.focus({ preventScroll: true });
  }, [isReached]);
  const state = isDone === true ? "Done" : isOptional ? "Optional" : "Not yet";
  return (
    <Card role="region" aria-label={title} className="flex flex-col gap-3.5 p-0">
      <h2>
        <button
          ref={head}
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-16 w-full items-center gap-2 rounded-lg sm:gap-3.5 px-4 py-3 text-left"
          onClick={() => setChosen(!isOpen)}
        >
          <span
            aria-hidden
            className={cn(
              "grid size-7 shrink-0 place-items-center rounded-full border-2",
              isDone === true ? "border-success bg-success text-background" : "border-input",
            )}
          >
            {isDone === true && <Check className="size-4.5" strokeWidth={3} />}
          </span>
          <span className="min-w-0 flex-1">
            <b className="block text-lg leading-snug">{title}</b>
            <span className="block text-sm text-muted-foreground">{why}</span>
          </span>
          <span
            className={cn(
              "text-sm font-semibold whitespace-nowrap",
              isDone === true ? "text-success" : "text-muted-foreground",
            )}
          >
            {isDone === undefined ? "…" : state}
          </span>
          <ChevronDown aria-hidden className={cn("size-5 shrink-0", isOpen && "rotate-180")} />
        </button>
      </h2>
      {/* What was typed stays while the step is closed. */}
      {wasOpen && (
        <div hidden={!isOpen} className="flex flex-col gap-3.5 px-4 pb-4 [&[hidden]]:hidden">
          {children}
        </div>
      )}
    </Card>
  );
}

export const waiting = <SkeletonRows count={2} className="h-12" />;
