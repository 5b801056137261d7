import type { Closing } from "#api/contract/closing.ts";
import { money } from "../../lib/money.ts";
import { Alert } from "../../ui/alert.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../../ui/table.tsx";
import { accountNames, trialBalance } from "./closing-rows.ts";

/** Every account's closing balance as a debit or a credit. Both sums are the same if no money was lost or invented. */
export function TrialBalance({ accounts }: { accounts: Closing["accounts"] }) {
  const { rows, debit, credit, difference } = trialBalance(accounts);
  const amount = (cedis: number) => (cedis === 0 ? "" : money(cedis));
  return (
    <section aria-label="Trial balance" className="flex break-inside-avoid flex-col gap-2.5">
      <h2 className="text-lg font-bold">Trial balance</h2>
      <Table aria-label="Trial balance">
        <TableHeader>
          <TableRow>
            <TableHead>Account</TableHead>
            <TableHead className="text-right">Debit</TableHead>
            <TableHead className="text-right">Credit</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.account}>
              <TableCell className="whitespace-normal">{accountNames[row.account]}</TableCell>
              <TableCell className="text-right">{amount(row.debit)}</TableCell>
              <TableCell className="text-right">{amount(row.credit)}</TableCell>
            </TableRow>
          ))}
          <TableRow className="font-bold">
            <TableCell>Sum</TableCell>
            <TableCell className="text-right">{money(debit)}</TableCell>
            <TableCell className="text-right">{money(credit)}</TableCell>
          </TableRow>
        </TableBody>
      </Table>
      <Alert variant={difference === 0 ? "success" : "destructive"} className="font-bold">
        {difference === 0
          ? "Debits and credits are equal: all accounts add up to zero"
          : `Debits and credits differ by ${money(difference)}`}
      </Alert>
    </section>
  );
}
