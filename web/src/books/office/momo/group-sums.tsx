import { formatCedis } from "#contract/terms/money.ts";
import type { Counted } from "#contract/payment-matching.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { columnsOf } from "../../../ui/list-columns.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../../../ui/table.tsx";
import type { ComparedStatement } from "./compare.query.ts";
import { groupNames, leftOutNames, sumGroups, sumLeftOut } from "./momo-rows.ts";

/** Both sides of each group, and of all of them: the difference is the sum of the groups' differences. */
export function GroupSums({ compared }: { compared: ComparedStatement }) {
  return (
    <Table aria-label="Sums of the groups">
      <TableHeader>
        <TableRow>
          <TableHead className="max-md:px-1.5">Group</TableHead>
          {["Statement", "Top-ups", "Difference"].map((heading) => (
            <TableHead key={heading} className="text-right max-md:px-1.5">
              {heading}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {shownSums(compared).map(({ kind, sums: { lines, topups, difference } }) => (
          <TableRow key={kind} className={kind === "all" ? "font-bold" : undefined}>
            <TableCell className="font-semibold whitespace-normal max-md:px-1.5">
              {kind === "all" ? "All" : groupNames[kind]}
            </TableCell>
            <SumCell counted={lines} />
            <SumCell counted={topups} />
            <TableCell className="text-right font-semibold max-md:px-1.5 max-md:text-xs">
              {difference > 0 && "+"}
              {formatCedis(difference)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Groups without any line or top-up explain nothing. */
function shownSums(compared: ComparedStatement) {
  return sumGroups(compared).filter(
    ({ kind, sums: { lines, topups } }) =>
      kind === "same" || kind === "all" || lines.count + topups.count > 0,
  );
}

function SumCell({ counted: { count, sum } }: { counted: Counted }) {
  return (
    <TableCell className="text-right max-md:px-1.5 max-md:text-xs">
      <b className="block font-semibold">{formatCedis(sum)}</b>
      <span className="text-xs">{count.toLocaleString("en")}</span>
    </TableCell>
  );
}

/** How many lines are not compared, and why. */
export function LeftOutSums({ compared }: { compared: ComparedStatement }) {
  const leftOut = sumLeftOut(compared);
  if (leftOut.length === 0) return null;
  return <DataTable label="Lines that are left out" columns={leftOutColumns} rows={leftOut} isAlwaysTable />;
}

const leftOutColumns = columnsOf<ReturnType<typeof sumLeftOut>[number]>({
  kind: { title: "Left out", value: ({ kind }) => leftOutNames[kind], className: "whitespace-normal" },
  count: { title: "Lines", value: ({ count }) => count.toLocaleString("en"), isNumber: true },
  sum: { title: "Amount", value: ({ sum }) => formatCedis(sum), isNumber: true },
});
