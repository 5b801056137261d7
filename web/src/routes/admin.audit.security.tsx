import { createFileRoute } from "@tanstack/react-router";
import { SecurityPage } from "../admin/audit/security-page.tsx";
import { securitySearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/audit/security")({
  validateSearch: securitySearch,
  component: Security,
});

function Security() {
  return <SecurityPage {...Route.useSearch()} />;
}
