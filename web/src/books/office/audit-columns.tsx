import { type AuditMovement, movementList } from "#contract/audit.ts";
import { money } from "../../lib/money.ts";
import { Amount, kindName, movementDetails } from "../movement-text.tsx";
import { listColumns } from "../../ui/list-columns.tsx";

/** The movements of all wallets, each with its place in the chain. */
export const auditColumns = listColumns(movementList, {
  position: {
    isNumber: true,
    opens: ({ position }) => `Movement ${position}`,
    card: { foot: ({ position }, open) => <OpenButton position={position} onOpen={open} /> },
  },
  user: { className: "max-w-30 truncate", fullText: ({ user }) => user },
  actor: {
    cell: ({ actor, requester }) => (
      <>
        <span className="block truncate">{actor}</span>
        {requester !== null && (
          <span className="block text-xs wrap-anywhere whitespace-normal text-muted-foreground">
            requested by {requester}
          </span>
        )}
      </>
    ),
    className: "max-w-30",
    fullText: actors,
    card: { line: (row) => `by ${actors(row)}` },
  },
  kind: { cell: kindName, className: "font-semibold", card: { title: kindName } },
  cause: { cell: cause, className: "max-w-52 truncate", fullText: cause, card: { text: cause } },
  amount: { cell: ({ amount }) => <Amount cedis={amount} />, card: "end" },
  balance: {
    className: "",
    card: {
      end: ({ balance }) => (
        <span className="text-sm text-muted-foreground">
          <span className="sr-only">Balance after </span>
          {money(balance)}
        </span>
      ),
    },
  },
  hash: {
    cell: shortHash,
    className: "font-mono text-xs text-muted-foreground",
    fullText: ({ hash }) => hash,
    card: {
      foot: (row) => (
        <span className="ml-auto font-mono text-xs text-muted-foreground">{shortHash(row)}</span>
      ),
    },
  },
});

/** A wallet's own movements need no user. */
export const walletColumns = auditColumns.filter(({ id }) => id !== "user");

function shortHash({ hash }: AuditMovement): string {
  return hash.slice(0, 8);
}

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

/** Who caused the movement. If it needed two admins, both. */
export function actors({ actor, requester }: Pick<AuditMovement, "actor" | "requester">): string {
  return requester === null ? actor : `${actor}, requested by ${requester}`;
}

/** The cause of a movement: purchase, top-up, reason, or the corrected movement. */
export function cause(row: AuditMovement): string {
  const corrects = row.corrects === null ? undefined : `corrects ${row.corrects}`;
  return [row.reference, movementDetails(row), corrects].filter(Boolean).join(" · ");
}
