import { cn } from "../lib/cn.ts";

const year = new Date().getUTCFullYear();

export function Footer({ shop }: { shop: string }) {
  return (
    <footer className="py-4 text-center text-sm text-muted-foreground">
      {shop} · {year}
    </footer>
  );
}

export function Mark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-sm bg-primary text-lg font-extrabold text-primary-foreground",
        className,
      )}
    >
      ¢
    </span>
  );
}
