import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { accountStatuses, levels } from "#ledger/terms/statuses.ts";
import { UsersPage, type UsersSearch } from "../admin/users/users-page.tsx";
import { searchOf, typedFrom, defined, sizeFrom } from "../lib/address.ts";
import { trailFrom, userCursor } from "../lib/keyset.ts";

export const Route = createFileRoute("/admin/users/")({
  validateSearch: searchOf((search): UsersSearch => {
    const q = typedFrom(search["q"]);
    const level = levels.find((each) => each === search["level"]);
    const status = accountStatuses.find((each) => each === search["status"]);
    const size = sizeFrom(search["size"], limits.page_sizes);
    const trail = trailFrom(search["trail"], userCursor);
    return defined({ q, level, status, size, trail });
  }),
  component: Users,
});

function Users() {
  return <UsersPage {...Route.useSearch()} />;
}
