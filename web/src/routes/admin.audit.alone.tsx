import { createFileRoute } from "@tanstack/react-router";
import { AlonePage } from "../books/office/alone-page.tsx";
import { daySearch } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/alone")({
  validateSearch: daySearch,
  component: AlonePage,
});
