import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { UserPage, type UserSearch } from "../admin/users/user-page.tsx";
import { userTabs } from "./-admin-search.ts";
import { searchOf, defined, sizeFrom } from "../lib/address.ts";
import { trailFrom } from "../lib/keyset.ts";

export const Route = createFileRoute("/admin/users/$id")({
  validateSearch: searchOf((search): UserSearch => {
    const tab = userTabs.find((each) => each === search["tab"]);
    const size = sizeFrom(search["size"], [...limits.page_sizes, ...limits.page_sizes_finance]);
    const trail = trailFrom(search["trail"]);
    return defined({ tab, size, trail });
  }),
  component: User,
});

function User() {
  return <UserPage {...Route.useSearch()} {...Route.useParams()} />;
}
