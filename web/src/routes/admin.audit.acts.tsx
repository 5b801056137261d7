import { createFileRoute } from "@tanstack/react-router";
import { ActsPage } from "../features/audit/acts-page.tsx";
import { actSearch } from "../features/audit/audit-search.ts";

export const Route = createFileRoute("/admin/audit/acts")({ validateSearch: actSearch, component: Acts });

function Acts() {
  return <ActsPage {...Route.useSearch()} />;
}
