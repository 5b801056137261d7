import { createFileRoute } from "@tanstack/react-router";
import { AuditPage } from "../features/audit/audit-page.tsx";
import { movementSearch } from "../features/audit/audit-search.ts";

export const Route = createFileRoute("/admin/audit/")({ validateSearch: movementSearch, component: Audit });

function Audit() {
  return <AuditPage {...Route.useSearch()} />;
}
