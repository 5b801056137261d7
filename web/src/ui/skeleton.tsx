import { cn } from "../lib/cn.ts";

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
