import type { Closing } from "#api/contract/closing.ts";
import { money } from "../../lib/money.ts";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { railNames } from "#api/contract/rails.ts";
import { NoteBalance } from "../payments/note-balance.tsx";
import { RailTitle } from "../payments/rail-title.tsx";
import { comparedText } from "../payments/statement-dialog.tsx";
import { statementMoment } from "../payments/statement-moment.ts";
import { usedRails } from "./closing-rows.ts";

/** What the books say that each rail held at the end of the period, beside the rail's own statement. */
export function ClosingRails({ closing }: { closing: Closing }) {
  const rails = usedRails(closing);
  if (rails.length === 0) return null;
  return (
    <section aria-label="Rails" className="flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">Rails and their own statements</h2>
      <div className="grid grid-cols-1 items-start gap-3.5 md:grid-cols-2 2xl:grid-cols-3 print:grid-cols-2">
        {rails.map(({ rail, books, statement }) => (
          <Card key={rail} role="region" aria-label={railNames[rail]} className="break-inside-avoid">
            <RailTitle rail={rail} agrees={statement?.agrees ?? null} />
            <Facts>
              <Fact name="In the books at the end">{money(books)}</Fact>
              {statement !== null && (
                <Fact name={`Its statement of ${statementMoment(statement.at)}`}>
                  {money(statement.balance)}
                </Fact>
              )}
            </Facts>
            <p className={statement?.agrees === false ? "text-sm font-bold text-destructive" : "text-sm"}>
              {statement === null
                ? "No balance of its statement is noted for these days."
                : `${comparedText(statement)} Noted by ${statement.by}.`}
            </p>
            <div className="mt-2 print:hidden">
              <NoteBalance rail={rail} day={closing.to} />
            </div>
          </Card>
        ))}
      </div>
    </section>
  );
}
