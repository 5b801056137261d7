import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { statementQuery } from "../app/statement/statement.query.ts";
import { StatementPage } from "../app/statement/statement-page.tsx";
import { searchOf, defined, sizeFrom } from "../lib/address.ts";
import { cursorOf, trailFrom } from "../lib/keyset.ts";
import { prefetch } from "../lib/prefetch.ts";

const readSearch = searchOf((search): { size?: number; trail?: string } =>
  defined({ size: sizeFrom(search["size"], limits.page_sizes), trail: trailFrom(search["trail"]) }),
);

export const Route = createFileRoute("/home/statement")({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { size, trail } }) =>
    prefetch(statementQuery(size ?? limits.page_size_default, cursorOf(trail))),
  component: Statement,
});

function Statement() {
  return <StatementPage {...Route.useSearch()} />;
}
