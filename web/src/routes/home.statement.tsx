import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import type { StatementFilter } from "../app/statement/statement-filters.tsx";
import { statementQuery } from "../app/statement/statement.query.ts";
import { StatementPage } from "../app/statement/statement-page.tsx";
import { dayFrom, defined, monthFrom, searchOf, sizeFrom, typedFrom } from "../lib/address.ts";
import { cursorOf, trailFrom } from "../lib/keyset.ts";
import { prefetch } from "../lib/prefetch.ts";

export interface Search extends StatementFilter {
  /** The month that is shown as a picture. */
  month?: string;
  size?: number;
  trail?: string;
}

const readSearch = searchOf((search): Search =>
  defined({
    from: dayFrom(search["from"]),
    to: dayFrom(search["to"]),
    search: typedFrom(search["search"]),
    month: monthFrom(search["month"]),
    size: sizeFrom(search["size"], limits.page_sizes),
    trail: trailFrom(search["trail"]),
  }),
);

export const Route = createFileRoute("/home/statement")({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { size = limits.page_size_default, trail, from, to, search } }) =>
    prefetch(statementQuery({ limit: size, cursor: cursorOf(trail), from, to, search })),
  component: Statement,
});

function Statement() {
  return <StatementPage {...Route.useSearch()} />;
}
