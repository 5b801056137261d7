import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#contract/terms/limits.ts";
import { statementQuery, StatementPage } from "../books/statement-page.tsx";
import { days, month, searchOf, sizeOf, trail, typed } from "../lib/address.ts";
import { cursorOf } from "../ui/pager.tsx";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/statement")({
  validateSearch: searchOf({
    ...days,
    search: typed,
    /** The month that is shown as a picture. */
    month,
    size: sizeOf(limits.page_sizes),
    trail,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { size = limits.page_size_default, trail, from, to, search } }) =>
    prefetch(statementQuery({ limit: size, cursor: cursorOf(trail), from, to, search })),
  component: StatementPage,
});
