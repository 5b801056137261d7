import { createFileRoute } from "@tanstack/react-router";
import { ExtrasTab } from "../settings/office/settings-page.tsx";
import { oneOf, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/extras")({
  validateSearch: searchOf({ tab: oneOf(["move-in"]) }),
  component: ExtrasTab,
});
