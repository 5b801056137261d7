import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { formatCedis } from "#ledger/terms/money.ts";
import type { DaySpan } from "#ledger/terms/periods.ts";
import { useShopName } from "../../app/shell/shop-name.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { countText } from "../shared/count-text.ts";
import { spanText } from "../shared/span-text.ts";
import { type ComparedStatement, comparisonQuery } from "./compare.query.ts";
import { ComparedGroup, UnreadLines } from "./compared-group.tsx";
import { GroupSums, LeftOutSums } from "./group-sums.tsx";
import { fileRows, groupOrder, sumGroups } from "./momo-rows.ts";
import type { Statement } from "./read-statement.ts";

/** What a statement and the top-ups of some days are to each other. */
export function Compared({
  number,
  name,
  statement,
  span,
}: {
  /** Changes with the statement's lines. */
  number: number;
  name: string;
  statement: Statement;
  span: DaySpan | undefined;
}) {
  const query = useQuery(comparisonQuery(number, statement.lines, span));
  if (span === undefined)
    return (
      <>
        <EmptyState title="No line could be read">
          The reasons are below. Perhaps another column has the date, the ID or the amount.
        </EmptyState>
        <UnreadLines lines={statement.unread} />
      </>
    );
  if (!query.isSuccess)
    return <Loading of={query} what="The top-ups could not be read." rows={3} height="h-40" />;
  const { data } = query;
  const rows = () => fileRows(data, statement.unread);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => print()}>
          <Printer aria-hidden className="size-4" /> Print
        </Button>
        <SaveButtons list="momo-statement" days={data.span} rows={rows} />
      </div>
      <Sheet name={name} statement={statement} compared={data} />
    </>
  );
}

/** Only this is printed. */
function Sheet({
  name,
  statement: { lines, unread },
  compared,
}: {
  name: string;
  statement: Statement;
  compared: ComparedStatement;
}) {
  const shop = useShopName();
  return (
    <section aria-label="Comparison" className="print-page flex flex-col gap-3.5">
      <div>
        <p className="hidden text-xl font-bold print:block">{shop} · MoMo statement</p>
        <p className="text-lg font-bold">{spanText(compared.span)}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {name}: {countText(lines.length, "line")}
          {unread.length > 0 && `, and ${unread.length.toLocaleString("en")} that can’t be read`}. Top-ups
          count on the day of their approval, as in the closing.
        </p>
      </div>
      <Result compared={compared} hasUnread={unread.length > 0} />
      <GroupSums compared={compared} />
      <LeftOutSums compared={compared} />
      {groupOrder.map((kind) => (
        <ComparedGroup key={kind} compared={compared} kind={kind} />
      ))}
      <UnreadLines lines={unread} />
    </section>
  );
}

function Result({ compared, hasUnread }: { compared: ComparedStatement; hasUnread: boolean }) {
  const groups = sumGroups(compared);
  const difference = groups.find(({ kind }) => kind === "all")?.sums.difference ?? 0;
  const isClean = groups.every(
    ({ kind, sums }) => kind === "same" || kind === "all" || sums.lines.count + sums.topups.count === 0,
  );
  if (isClean)
    return (
      <Alert variant="success" className="font-bold">
        Every line has its top-up, and every top-up its line{hasUnread && ", but some lines can’t be read"}
      </Alert>
    );
  return (
    <Alert className="font-bold">
      {difference === 0
        ? "The sums are equal, but some lines and top-ups do not belong together"
        : `The statement has ${formatCedis(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than the top-ups. The groups below explain each pesewa`}
    </Alert>
  );
}
