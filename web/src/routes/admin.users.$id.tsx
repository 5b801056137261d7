import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { UserPage } from "../admin/users/user-page.tsx";
import { userTabs } from "./-admin-search.ts";
import { oneOf, sizeOf, searchOf, trail } from "../lib/address.ts";

export const Route = createFileRoute("/admin/users/$id")({
  validateSearch: searchOf({
    tab: oneOf(userTabs),
    size: sizeOf([...limits.page_sizes, ...limits.page_sizes_finance]),
    trail,
  }),
  component: User,
});

function User() {
  return <UserPage {...Route.useSearch()} {...Route.useParams()} />;
}
