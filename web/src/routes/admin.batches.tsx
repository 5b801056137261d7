import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { BatchesPage } from "../admin/orders/batches-page.tsx";
import { days, searchOf, sizeOf, trail } from "../lib/address.ts";

export const Route = createFileRoute("/admin/batches")({
  validateSearch: searchOf({ ...days, size: sizeOf(limits.page_sizes), trail }),
  component: Batches,
});

function Batches() {
  return <BatchesPage {...Route.useSearch()} />;
}
