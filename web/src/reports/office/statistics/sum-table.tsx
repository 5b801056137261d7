import type { ReactNode } from "react";
import type { Statistics } from "#contract/statistics.ts";
import { useIsDesk } from "../../../lib/media.ts";
import { money } from "../../../lib/money.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../../../ui/table.tsx";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-1 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

export type Sums = Pick<Statistics["periods"][number], "all" | "completed" | "rejected">;
const sums = ["all", "completed", "rejected"] as const;

/** A row's figures: of orders, or texts that say how they changed. */
type Figures = Sums | Record<(typeof sums)[number], { count: string; value: string }>;

interface Props {
  label: string;
  heading: string;
  rows: ({ key: string; name: ReactNode } & Figures)[];
}

/** The count and value of all orders, of completed ones and of rejected ones. A phone has both in one column. */
export function SumTable({ label, heading, rows }: Props) {
  const isDesk = useIsDesk();
  return (
    <Table aria-label={label}>
      <TableHeader>
        <TableRow>
          <TableHead className="max-md:px-1.5">{heading}</TableHead>
          {["Orders", "Completed", "Rejected"].map((title) => (
            <TableHead key={title} className="text-right max-md:px-1.5" colSpan={isDesk ? 2 : 1}>
              {title}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <TableCell className="font-semibold max-md:px-1.5 max-md:whitespace-normal">{row.name}</TableCell>
            {sums.map((sum) => (
              <Sum key={sum} {...row[sum]} isDesk={isDesk} />
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Sum({ count, value, isDesk }: { count: number | string; value: number | string; isDesk: boolean }) {
  const amount = typeof value === "number" ? money(value) : value;
  if (isDesk)
    return (
      <>
        <TableCell className="pr-0 text-right">{count.toLocaleString("en")}</TableCell>
        <TableCell className="text-right font-semibold">{amount}</TableCell>
      </>
    );
  return (
    <TableCell className="px-1.5 text-right text-xs">
      <b className="block font-semibold">{amount}</b> {count.toLocaleString("en")}
    </TableCell>
  );
}
