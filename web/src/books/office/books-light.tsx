import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BooksAnswer } from "#contract/verification.ts";
import { cn } from "../../lib/cn.ts";
import { SidebarMenuButton } from "../../ui/sidebar.tsx";
import { booksQuery } from "./audit.query.ts";

export const booksText: Record<BooksAnswer["state"], string> = {
  balanced: "Books balance",
  broken: "Books do not balance",
  unknown: "Books not checked",
};

const tones: Record<BooksAnswer["state"], string> = {
  balanced: "bg-success-soft! text-success!",
  broken: "bg-destructive! text-destructive-foreground!",
  unknown: "bg-warning-soft! text-warning!",
};

/** Shows on every admin page whether the books balance, by colour and in words. */
export function BooksLight() {
  const { data, isError } = useQuery(booksQuery);
  const state = isError ? "unknown" : data?.state;
  return (
    <div role="status" className="min-h-12 lg:min-h-10">
      {state !== undefined && (
        <SidebarMenuButton
          icon={<span className="mx-1.25 block size-2.5 rounded-full bg-current" />}
          name={booksText[state]}
          // Neither its own page nor the mouse changes its colour.
          className={cn("text-sm font-bold [&>:first-child]:block", tones[state])}
          render={<Link to="/admin/audit/books" />}
        />
      )}
    </div>
  );
}
