import { createFileRoute } from "@tanstack/react-router";
import { AlonePage } from "../admin/audit/alone-page.tsx";
import { daySearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/audit/alone")({ validateSearch: daySearch, component: Alone });

function Alone() {
  return <AlonePage {...Route.useSearch()} />;
}
