import { userList, type UserRecord } from "#contract/user-list.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { type Columns, actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { UserLink } from "../../office/links.tsx";
import { LevelSelect, StatusSelect } from "./change-user.tsx";

export function UsersPage() {
  const page = useListPage(userList);
  return <ListPage page={page} title="Users" columns={userColumns} rowHeights={["h-11", "h-38"]} />;
}

const userColumns: Columns<UserRecord> = [
  ...listColumns(userList, {
    username: {
      cell: ({ _id, username }) => <UserLink id={_id} name={username} />,
      className: "max-w-48 truncate",
    },
    email: { className: "max-w-56 truncate", fullText: ({ email }) => email },
    userLevel: { cell: (user) => <LevelSelect user={user} />, className: "py-1" },
    status: { cell: (user) => <StatusSelect user={user} />, className: "py-1" },
  }),
  actsColumn<UserRecord>((user) => <DeleteUser user={user} />, { card: "end" }),
];
