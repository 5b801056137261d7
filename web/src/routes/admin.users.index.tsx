import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { accountStatuses, levels } from "#ledger/terms/statuses.ts";
import { UsersPage, type UsersSearch } from "../features/admin-users/users-page.tsx";
import { defined } from "../lib/defined.ts";
import { trailFrom } from "../lib/keyset.ts";
import { sizeFrom } from "../lib/paging.ts";
import { searchText } from "../lib/search-text.ts";

export const Route = createFileRoute("/admin/users/")({
  validateSearch: (search: Record<string, unknown>): UsersSearch => {
    const q = searchText(search["q"]);
    const level = levels.find((each) => each === search["level"]);
    const status = accountStatuses.find((each) => each === search["status"]);
    const size = sizeFrom(search["size"], limits.page_sizes);
    const trail = trailFrom(search["trail"]);
    return defined({ q, level, status, size, trail });
  },
  component: Users,
});

function Users() {
  return <UsersPage {...Route.useSearch()} />;
}
