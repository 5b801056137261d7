import { createFileRoute } from "@tanstack/react-router";
import { ActsPage } from "../admin/audit/acts-page.tsx";
import { actSearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/audit/acts")({ validateSearch: actSearch, component: Acts });

function Acts() {
  return <ActsPage {...Route.useSearch()} />;
}
