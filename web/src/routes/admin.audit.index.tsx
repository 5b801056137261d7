import { createFileRoute } from "@tanstack/react-router";
import type { movementList } from "#contract/audit.ts";
import { AuditPage } from "../books/office/audit-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/")({
  validateSearch: listAddress<typeof movementList>,
  component: AuditPage,
});
