import type { MovementRecord } from "#api/contract/account.ts";
import { money } from "../../lib/money.ts";
import { type Columns, columnsOf } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { Amount } from "./amount.tsx";
import { kindName, movementDetails } from "./movement-text.ts";

const column = columnsOf<MovementRecord>();

/** One wallet's movements, each with its reason and the balance after it. */
export const movementColumns = column.columns([
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
  moneyColumn("Balance", ({ balance }: MovementRecord) => balance, {
    className: "",
    card: {
      end: ({ balance }) => (
        <span className="text-sm text-muted-foreground">
          <span>Balance after</span> {money(balance)}
        </span>
      ),
    },
  }),
]);

/** The file also has the position, which proves the movement's place in the log. */
export const movementFileColumns: Columns<MovementRecord> = [
  ...movementColumns,
  column.accessor("position", { header: "Position" }),
];
