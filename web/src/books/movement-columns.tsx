import type { MovementRecord } from "#contract/account.ts";
import { pesewas } from "../lib/money.ts";
import { columnsOf, type Fields } from "../ui/list-columns.tsx";
import { OwnBalance } from "../users/own-balance.tsx";
import { Amount } from "./amount.tsx";
import { kindName, movementDetails } from "./movement-text.ts";

/** The user's movements in their table and file, each with its reason and the balance after it, which may be hidden. */
export const movementFields: Fields<MovementRecord> = {
  date: { title: "Date", card: "line" },
  kind: { title: "Kind", value: kindName, className: "font-semibold", card: "title" },
  details: {
    title: "Details",
    value: movementDetails,
    className: "max-w-80 truncate",
    fullText: movementDetails,
    card: { more: movementDetails },
  },
  reference: { title: "Reference", card: { more: ({ reference }) => reference } },
  amount: {
    title: "Amount",
    kind: "cedis",
    cell: ({ amount }) => <Amount cedis={amount} />,
    card: "end",
  },
  balance: {
    title: "Balance",
    fileTitle: "Balance",
    kind: "cedis",
    cell: ({ balance }) => <OwnBalance amount={pesewas(balance)} />,
    className: "",
    card: {
      end: ({ balance }) => (
        <span className="text-sm text-muted-foreground">
          <span>Balance after</span> <OwnBalance amount={pesewas(balance)} />
        </span>
      ),
    },
  },
  // It proves the movement's place in the log.
  position: { title: "Position", only: "file" },
};

export const movementColumns = columnsOf(movementFields);
