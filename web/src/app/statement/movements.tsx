import type { MovementRecord } from "#api/contract/account.ts";
import { cn } from "../../lib/cn.ts";
import { money, pesewas } from "../../lib/money.ts";
import { Card } from "../../ui/card.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { OwnBalance } from "../home/own-balance.tsx";
import { kindName, movementDetails } from "./movement-text.ts";

interface Props {
  rows: readonly MovementRecord[];
  /** An admin sees the balances of other users, which are never hidden. */
  isOwn?: boolean;
}

export function MovementCards({ rows, isOwn = false }: Props) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
            <b>{kindName(row)}</b>
            <Amount cedis={row.amount} />
            <p className="w-full text-sm text-muted-foreground">{movementDetails(row)}</p>
            <p className="text-sm text-muted-foreground">
              {row.date}
              {row.reference !== null && <> · {row.reference}</>}
            </p>
            <p className="ml-auto text-sm text-muted-foreground">
              <span className="text-muted-foreground">Balance after </span>
              <Balance cedis={row.balance} isOwn={isOwn} />
            </p>
          </Card>
        </li>
      ))}
    </ul>
  );
}

export function MovementTable({ rows, isOwn = false }: Props) {
  return (
    <Table aria-label="Wallet statement">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Kind</Th>
          <Th>Details</Th>
          <Th>Reference</Th>
          <Th number>Amount (¢)</Th>
          <Th number>Balance</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id} className="hover:bg-muted">
            <Td>{row.date}</Td>
            <Td className="font-semibold">{kindName(row)}</Td>
            <Td className="max-w-80 truncate" title={movementDetails(row)}>
              {movementDetails(row)}
            </Td>
            <Td>{row.reference}</Td>
            <Td number>
              <Amount cedis={row.amount} />
            </Td>
            <Td number>
              <Balance cedis={row.balance} isOwn={isOwn} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Balance({ cedis, isOwn }: { cedis: number; isOwn: boolean }) {
  return isOwn ? <OwnBalance amount={pesewas(cedis)} /> : money(cedis);
}

/** An amount with its sign, so that nobody has to distinguish credit from debit by colour. */
export function Amount({ cedis }: { cedis: number }) {
  return (
    <b className={cn("whitespace-nowrap", cedis > 0 && "text-success")}>
      {cedis > 0 ? "+" : ""}
      {money(cedis)}
    </b>
  );
}
