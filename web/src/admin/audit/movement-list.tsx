import type { AuditMovement } from "#api/contract/audit.ts";
import { money } from "../../lib/money.ts";
import { Card } from "../../ui/card.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { kindName, movementDetails } from "../../app/statement/movement-text.ts";
import { Amount } from "../../app/statement/movements.tsx";

interface Props {
  rows: readonly AuditMovement[];
  onOpen: (position: number) => void;
}

export function AuditTable({ rows, onOpen }: Props) {
  return (
    <Table aria-label="Movements" className="[&_td]:px-1.5 [&_th]:px-1.5">
      <thead>
        <tr>
          <Th number>Position</Th>
          <Th>Time (UTC)</Th>
          <Th>User</Th>
          <Th>Actor</Th>
          <Th>Kind</Th>
          <Th>Cause</Th>
          <Th number>Amount (¢)</Th>
          <Th number>Balance (¢)</Th>
          <Th>Hash</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id} className="hover:bg-muted">
            <Td number className="py-0">
              <OpenButton position={row.position} onOpen={onOpen} />
            </Td>
            <Td>{row.date}</Td>
            <Td className="max-w-30 truncate" title={row.user}>
              {row.user}
            </Td>
            <Td className="max-w-30" title={actors(row)}>
              <span className="block truncate">{row.actor}</span>
              {row.requester !== null && (
                <span className="block text-xs wrap-anywhere whitespace-normal text-muted-foreground">
                  requested by {row.requester}
                </span>
              )}
            </Td>
            <Td className="font-semibold">{kindName(row)}</Td>
            <Td className="max-w-52 truncate" title={cause(row)}>
              {cause(row)}
            </Td>
            <Td number>
              <Amount cedis={row.amount} />
            </Td>
            <Td number>{money(row.balance).replace("¢", "")}</Td>
            <Td className="font-mono text-xs text-muted-foreground" title={row.hash}>
              {row.hash.slice(0, 8)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function AuditCards({ rows, onOpen }: Props) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
            <b className="min-w-0 truncate">
              {row.user} · {kindName(row)}
            </b>
            <Amount cedis={row.amount} />
            <p className="w-full text-sm text-muted-foreground">{cause(row)}</p>
            <p className="text-sm text-muted-foreground">
              {row.date} · by {actors(row)}
            </p>
            <p className="ml-auto text-sm text-muted-foreground">
              <span className="sr-only">Balance after </span>
              {money(row.balance)}
            </p>
            <div className="flex w-full items-center justify-between gap-3">
              <OpenButton position={row.position} onOpen={onOpen} />
              <span className="font-mono text-xs text-muted-foreground">{row.hash.slice(0, 8)}</span>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function OpenButton({ position, onOpen }: { position: number; onOpen: (position: number) => void }) {
  return (
    <button
      type="button"
      className="min-h-12 min-w-12 rounded-sm px-1 text-left font-bold text-primary underline underline-offset-3 md:min-h-8 md:text-right"
      onClick={() => onOpen(position)}
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
