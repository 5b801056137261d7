import { createFileRoute } from "@tanstack/react-router";
import { AlonePage } from "../admin/audit/alone-page.tsx";
import { aloneSearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/audit/alone")({ validateSearch: aloneSearch, component: Alone });

function Alone() {
  return <AlonePage {...Route.useSearch()} />;
}
