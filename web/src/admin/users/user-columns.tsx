import type { UserRecord } from "#api/contract/users.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { actionsHeader, columnsOf } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { UserLink } from "./user-link.tsx";
import { LevelSelect, StatusSelect } from "./user-selects.tsx";

const column = columnsOf<UserRecord>();

export const userColumns = column.columns([
  column.accessor("username", {
    header: "Username",
    cell: ({ row, getValue }) => <UserLink id={row.original._id} name={getValue()} />,
    meta: { className: "max-w-48 truncate", card: "title" },
  }),
  column.accessor("phone", {
    header: "Phone",
    cell: ({ getValue }) => <span className="whitespace-nowrap">{groupPhone(getValue())}</span>,
    meta: { card: "line" },
  }),
  column.accessor("email", {
    header: "Email",
    meta: { className: "max-w-56 truncate", fullText: ({ email }) => email, card: "more" },
  }),
  moneyColumn("Balance", ({ balance }: UserRecord) => balance),
  column.accessor("userLevel", {
    header: "Level",
    cell: ({ row }) => <LevelSelect user={row.original} />,
    meta: { className: "py-1", card: "foot" },
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ row }) => <StatusSelect user={row.original} />,
    meta: { className: "py-1", card: "foot" },
  }),
  column.display({
    id: "actions",
    header: actionsHeader,
    cell: ({ row }) => <DeleteUser user={row.original} />,
    meta: { className: "py-1 text-right", card: "end" },
  }),
]);
