import { createFileRoute } from "@tanstack/react-router";
import type { AnyList } from "#contract/list.ts";
import { UserPage } from "../users/office/user-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/users/$id")({
  // Each tab shows another list.
  validateSearch: listAddress<AnyList, "tab">,
  component: UserPage,
});
