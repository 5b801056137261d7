import { createFileRoute } from "@tanstack/react-router";
import type { actList } from "#contract/audit.ts";
import { ActsPage } from "../books/office/acts-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/acts")({
  validateSearch: listAddress<typeof actList>,
  component: ActsPage,
});
