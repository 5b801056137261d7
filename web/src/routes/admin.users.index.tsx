import { createFileRoute } from "@tanstack/react-router";
import type { userList } from "#contract/user-list.ts";
import { UsersPage } from "../users/office/users-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/users/")({
  validateSearch: listAddress<typeof userList>,
  component: UsersPage,
});
