import { createFileRoute } from "@tanstack/react-router";
import type { batchList } from "#contract/supplier.ts";
import { BatchesPage } from "../orders/office/batches-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/batches")({
  validateSearch: listAddress<typeof batchList>,
  component: BatchesPage,
});
