import type { MovementRecord } from "#api/contract/account.ts";
import type { ReactNode } from "react";
import { money, pesewas } from "../../lib/money.ts";
import { type Columns, columnsOf } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { OwnBalance } from "../home/own-balance.tsx";
import { Amount } from "./amount.tsx";
import { kindName, movementDetails } from "./movement-text.ts";

const column = columnsOf<MovementRecord>();

/** `show` renders the balance after a movement, in cedis. */
const columnsWith = (show: (cedis: number) => ReactNode) =>
  column.columns([
    column.accessor("date", { header: "Date", meta: { card: "line" } }),
    column.accessor(kindName, { header: "Kind", meta: { className: "font-semibold", card: "title" } }),
    column.accessor(movementDetails, {
      header: "Details",
      meta: { className: "max-w-80 truncate", fullText: movementDetails, card: { more: movementDetails } },
    }),
    column.accessor("reference", {
      header: "Reference",
      meta: { card: { more: ({ reference }) => reference } },
    }),
    {
      ...moneyColumn("Amount", ({ amount }: MovementRecord) => amount, { card: "end" }),
      cell: ({ row }) => <Amount cedis={row.original.amount} />,
    },
    {
      ...moneyColumn("Balance", ({ balance }: MovementRecord) => balance, {
        className: "",
        card: {
          end: ({ balance }) => (
            <span className="text-sm text-muted-foreground">
              <span>Balance after</span> {show(balance)}
            </span>
          ),
        },
      }),
      header: "Balance",
      cell: ({ row }) => show(row.original.balance),
    },
  ]);

/** One wallet's movements, each with its reason and the balance after it. */
export const movementColumns = columnsWith(money);

/** The user's own, who may hide their balance. */
export const ownMovementColumns = columnsWith((cedis) => <OwnBalance amount={pesewas(cedis)} />);

/** The file also has the position, which proves the movement's place in the log. */
export const movementFileColumns: Columns<MovementRecord> = [
  ...movementColumns,
  column.accessor("position", { header: "Position" }),
];
