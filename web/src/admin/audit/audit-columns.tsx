import type { AuditMovement } from "#api/contract/audit.ts";
import { money } from "../../lib/money.ts";
import { columnsOf } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { Amount } from "../../app/statement/amount.tsx";
import { kindName } from "../../app/statement/movement-text.ts";
import { actors, cause } from "./movement-cause.ts";

const column = columnsOf<AuditMovement>();

/** Opens the movement. */
export function positionColumn<Row extends { position: number }>() {
  return columnsOf<Row>().accessor(({ position }: Row) => position, {
    id: "position",
    header: "Position",
    meta: {
      isNumber: true,
      opens: ({ position }: Row) => `Movement ${position}`,
      card: { foot: ({ position }: Row, open) => <OpenButton position={position} onOpen={open} /> },
    },
  });
}

const shortHash = ({ hash }: AuditMovement) => hash.slice(0, 8);

/** The movements of all wallets, each with its place in the chain. */
export const auditColumns = column.columns([
  positionColumn<AuditMovement>(),
  column.accessor("date", { header: "Time (UTC)", meta: { card: "line" } }),
  column.accessor("user", {
    header: "User",
    meta: { className: "max-w-30 truncate", fullText: ({ user }) => user, card: "title" },
  }),
  column.accessor("actor", {
    header: "Actor",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="block truncate">{row.actor}</span>
        {row.requester !== null && (
          <span className="block text-xs wrap-anywhere whitespace-normal text-muted-foreground">
            requested by {row.requester}
          </span>
        )}
      </>
    ),
    meta: { className: "max-w-30", fullText: actors, card: { line: (row) => `by ${actors(row)}` } },
  }),
  column.accessor(kindName, { header: "Kind", meta: { className: "font-semibold", card: "title" } }),
  column.accessor(cause, {
    header: "Cause",
    meta: { className: "max-w-52 truncate", fullText: cause, card: { text: cause } },
  }),
  {
    ...moneyColumn("Amount", ({ amount }: AuditMovement) => amount, { card: "end" }),
    cell: ({ row }) => <Amount cedis={row.original.amount} />,
  },
  moneyColumn("Balance", ({ balance }: AuditMovement) => balance, {
    className: "",
    card: {
      end: ({ balance }) => (
        <span className="text-sm text-muted-foreground">
          <span className="sr-only">Balance after </span>
          {money(balance)}
        </span>
      ),
    },
  }),
  column.accessor(shortHash, {
    header: "Hash",
    meta: {
      className: "font-mono text-xs text-muted-foreground",
      fullText: ({ hash }) => hash,
      card: {
        foot: (row) => (
          <span className="ml-auto font-mono text-xs text-muted-foreground">{shortHash(row)}</span>
        ),
      },
    },
  }),
]);

function OpenButton({ position, onOpen }: { position: number; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="min-h-12 min-w-12 rounded-sm px-1 text-left font-bold text-primary underline underline-offset-3"
      onClick={onOpen}
    >
      <span className="sr-only">Movement </span>
      {position}
    </button>
  );
}
