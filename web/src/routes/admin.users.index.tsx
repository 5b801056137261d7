import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { accountStatuses, levels } from "#ledger/terms/statuses.ts";
import { UsersPage } from "../admin/users/users-page.tsx";
import { days, oneOf, sizeOf, searchOf, typed, userTrail } from "../lib/address.ts";

export const Route = createFileRoute("/admin/users/")({
  validateSearch: searchOf({
    q: typed,
    level: oneOf(levels),
    status: oneOf(accountStatuses),
    ...days,
    size: sizeOf(limits.page_sizes),
    trail: userTrail,
  }),
  component: Users,
});

function Users() {
  return <UsersPage {...Route.useSearch()} />;
}
