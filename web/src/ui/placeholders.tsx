import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "../lib/api-error.ts";
import { useOnline } from "../lib/store.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { cn } from "../lib/cn.ts";

/**
 * What a page shows of a query while there is no answer: rows in the final size, or `children`, and as soon as it has
 * failed why, with a Retry button. Offline, that is at once.
 */
export function Loading({
  of: { isError, isPending, error, refetch },
  what,
  rows = 0,
  height,
  children = rows > 0 && <SkeletonRows count={rows} className={height} />,
}: {
  of: Pick<UseQueryResult, "isError" | "isPending" | "error" | "refetch">;
  what: string;
  rows?: number;
  height?: string | undefined;
  children?: ReactNode;
}) {
  const isOnline = useOnline();
  if (!isError) return isPending && children;
  return (
    <Alert variant="destructive" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-[min(10rem,100%)] flex-1">
        {what} {isOnline ? errorText(error) : "This needs a connection."}
      </span>
      <Button variant="outline" onClick={() => void refetch()}>
        Retry
      </Button>
    </Alert>
  );
}

/** A placeholder in the final size, so that nothing moves when the content arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("skeleton block rounded-sm", className)} />;
}

export function SkeletonRows({
  count,
  className = "h-[4.75rem]",
}: {
  count: number;
  className?: string | undefined;
}) {
  return (
    <div className="flex flex-col gap-2.5" aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} className={cn("rounded-lg", className)} />
      ))}
    </div>
  );
}

interface Props {
  title: string;
  className?: string;
  /** Clears what narrows the list. */
  onShowAll?: (() => void) | undefined;
  children?: ReactNode;
}

/** Says that a list is empty, and what to do next: a sentence and a button. */
export function EmptyState({ title, className, onShowAll, children }: Props) {
  return (
    <div
      className={cn(
        "flex flex-col items-center justify-center gap-3 rounded-lg border border-dashed border-border px-4 py-10 text-center",
        className,
      )}
    >
      <p className="font-semibold">{title}</p>
      <div className="flex flex-col items-center gap-3 text-sm text-muted-foreground empty:hidden">
        {children}
        {onShowAll !== undefined && (
          <Button variant="soft" onClick={onShowAll}>
            Show all
          </Button>
        )}
      </div>
    </div>
  );
}
