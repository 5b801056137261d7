import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BooksAnswer } from "#api/contract/verification.ts";
import { cn } from "../../lib/cn.ts";
import { booksQuery } from "./audit.query.ts";

export const booksText: Record<BooksAnswer["state"], string> = {
  balanced: "Books balance",
  broken: "Books do not balance",
  unknown: "Books not checked",
};

const tones: Record<BooksAnswer["state"], string> = {
  balanced: "bg-success-soft text-success",
  broken: "bg-destructive text-destructive-foreground",
  unknown: "bg-warning-soft text-warning",
};

/** Shows on every admin page whether the books balance, by colour and in words. */
export function BooksLight() {
  const { data, isError } = useQuery(booksQuery);
  const state = isError ? "unknown" : data?.state;
  return (
    <div role="status" className="min-h-12 lg:min-h-10">
      {state !== undefined && (
        <Link
          to="/admin/audit/books"
          className={cn(
            "flex min-h-12 items-center gap-2 rounded-lg px-3 text-sm font-bold lg:min-h-10",
            tones[state],
          )}
        >
          <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-current" />
          {booksText[state]}
        </Link>
      )}
    </div>
  );
}
