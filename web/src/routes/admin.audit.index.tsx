import { createFileRoute } from "@tanstack/react-router";
import { AuditPage } from "../admin/audit/audit-page.tsx";
import { movementSearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/audit/")({ validateSearch: movementSearch, component: Audit });

function Audit() {
  return <AuditPage {...Route.useSearch()} />;
}
