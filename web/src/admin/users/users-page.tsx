import { userList } from "#api/contract/user-list.ts";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { userColumns } from "./user-columns.tsx";

export function UsersPage() {
  const page = useListPage(userList);
  return <ListPage page={page} title="Users" columns={userColumns} rowHeights={["h-11", "h-38"]} />;
}
