import { createFileRoute } from "@tanstack/react-router";
import type { securityList } from "#contract/security.ts";
import { SecurityPage } from "../books/office/security-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/security")({
  validateSearch: listAddress<typeof securityList>,
  component: SecurityPage,
});
