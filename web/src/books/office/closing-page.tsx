import { useSearch } from "@tanstack/react-router";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Closing } from "#contract/reports.ts";
import { formatMoment } from "#contract/terms/dates.ts";
import { closingKinds } from "#contract/terms/payments.ts";
import { movementKinds } from "#contract/terms/statuses.ts";
import { railNames } from "#contract/rails.ts";
import { useShopName } from "../../live/notice.query.ts";
import { useSearchChange } from "../../lib/search-change.ts";
import { defined } from "../../lib/address.ts";
import { money } from "../../lib/money.ts";
import { Card } from "../../ui/card.tsx";
import { SaveMenu } from "../../ui/file-buttons.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading, SkeletonRows } from "../../ui/placeholders.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { chosenSpan, PeriodPicker, spanText } from "../../office/period-picker.tsx";
import { NoteBalance, comparedText, RailTitle } from "../../payments/office/rail-statement.tsx";
import { statementMoment } from "../../payments/office/statement-moment.ts";
import { Alert } from "../../ui/alert.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { columnsOf } from "../../ui/list-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { closingQuery } from "./audit.query.ts";
import {
  accountNames,
  closingRows,
  movedNames,
  sided,
  usedAccounts,
  usedRails,
  trialBalance,
} from "./closing-rows.ts";
import { profitOf } from "#contract/profit.ts";
import { MomentField } from "../../ui/day-field.tsx";
import { loadLater } from "../../lib/load-later.tsx";

/** What each account had before some days, what moved in them, and what it had after them. */
function ClosingPage() {
  const search = useSearch({ from: "/admin/audit/closing" });
  const { at } = search;
  const span = chosenSpan(search);
  const go = useSearchChange<typeof search>();
  const query = useQuery({
    ...closingQuery(defined({ ...span, at: at && `${at}Z` })),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <>
      <PageHead title="Closing">
        {data !== undefined && (
          <SaveMenu list="closing" days={data} rows={() => closingRows(data)} canPrint />
        )}
      </PageHead>
      <AuditTabs />
      <PeriodPicker span={span} onSpan={go} />
      <div className="md:max-w-lg">
        <MomentField
          label="As it was just before (UTC), if not now"
          value={at}
          onMoment={(moment) => go({ at: moment })}
        />
      </div>
      <Loading of={query} what="The closing could not be read." rows={2} height="h-72" />
      {data !== undefined && !query.isError && <Sheet closing={data} />}
    </>
  );
}

/** Only this is printed. */
function Sheet({ closing }: { closing: Closing }) {
  const { at, position, accounts } = closing;
  const shop = useShopName();
  return (
    <section aria-label="Closing" className="print-page flex flex-col gap-3.5">
      <div>
        <p className="hidden text-xl font-bold print:block">{shop} · Closing</p>
        <p className="text-lg font-bold">{spanText(closing)}</p>
        <p className="text-sm text-muted-foreground">
          {at === null ? "" : `As it was just before ${formatMoment(at.replace("Z", ""))} UTC. `}
          From the log up to position {position.toLocaleString("en")}. Money counts on the day it moved.
        </p>
      </div>
      <div className="gap-3.5 *:mb-3.5 md:columns-2 2xl:columns-4 print:columns-2">
        <Profit accounts={accounts} />
        {usedAccounts(accounts).map((account) => (
          <AccountCard key={account.account} of={account} />
        ))}
      </div>
      <ClosingRails closing={closing} />
      <TrialBalance accounts={usedAccounts(accounts)} />
    </section>
  );
}

/** Of the days of the closing. What an order costs counts on the day on which its supplier named it. */
function Profit({ accounts }: Pick<Closing, "accounts">) {
  const profit = profitOf(accounts);
  if (profit === undefined) return null;
  return (
    <Card role="region" aria-label="Profit" className="break-inside-avoid">
      <h2 className="text-base font-bold">Profit</h2>
      <Facts>
        {Object.entries(profit.lines).map(([name, value]) => (
          <Fact key={name} name={name}>
            {money(value)}
          </Fact>
        ))}
        <Fact name="Left">
          <b>{money(profit.total)}</b>
        </Fact>
      </Facts>
      <p className="text-sm text-muted-foreground">Only as far as suppliers have told what they take.</p>
    </Card>
  );
}

function AccountCard({ of }: { of: Closing["accounts"][number] }) {
  const { account, opening, moved, closing } = of;
  const isWallets = account === "wallets";
  const amount = isWallets ? money : sided;
  // A house account has only the kinds of movements that it is there for.
  const kinds = isWallets ? movementKinds : closingKinds.filter((kind) => moved[kind].count > 0);
  return (
    <Card role="region" aria-label={accountNames[account]} className="break-inside-avoid">
      <h2 className="text-base font-bold">{accountNames[account]}</h2>
      <Facts>
        <Fact name="Opening balance">{amount(opening)}</Fact>
        {kinds.map((kind) => (
          <Fact key={kind} name={`${movedNames[kind]} (${moved[kind].count.toLocaleString("en")})`}>
            {isWallets && moved[kind].value > 0 && "+"}
            {amount(moved[kind].value)}
          </Fact>
        ))}
        <Fact name="Closing balance">
          <b>{amount(closing)}</b>
        </Fact>
      </Facts>
    </Card>
  );
}

/** What the books say that each rail held at the end of the period, beside the rail's own statement. */
function ClosingRails({ closing }: { closing: Closing }) {
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

/** Every account's closing balance as a debit or a credit. Both sums are the same if no money was lost or invented. */
function TrialBalance({ accounts }: { accounts: Closing["accounts"] }) {
  const { rows, debit, credit, difference } = trialBalance(accounts);
  const amount = (cedis: number) => (cedis === 0 ? "" : money(cedis));
  const lines = rows.map((row) => ({
    name: accountNames[row.account],
    debit: amount(row.debit),
    credit: amount(row.credit),
  }));
  return (
    <section aria-label="Trial balance" className="flex break-inside-avoid flex-col gap-2.5">
      <h2 className="text-lg font-bold">Trial balance</h2>
      <DataTable
        label="Trial balance"
        columns={trialColumns}
        rows={[...lines, { name: "Sum", debit: money(debit), credit: money(credit) }]}
        isAlwaysTable
        className="[&_tbody>tr:last-child]:font-bold"
      />
      <Alert variant={difference === 0 ? "success" : "destructive"} className="font-bold">
        {difference === 0
          ? "Debits and credits are equal: all accounts add up to zero"
          : `Debits and credits differ by ${money(difference)}`}
      </Alert>
    </section>
  );
}

const trialColumns = columnsOf<{ name: string; debit: string; credit: string }>({
  name: { title: "Account", className: "whitespace-normal" },
  debit: { title: "Debit", isNumber: true },
  credit: { title: "Credit", isNumber: true },
});

const MomoPage = loadLater(() => import("./momo/momo-page.tsx"));

/** Two tabs of one route: the login page loads the list of all routes, and another one would not fit into its budget. */
export function ClosingTab() {
  const { tab } = useSearch({ from: "/admin/audit/closing" });
  if (tab !== "momo") return <ClosingPage />;
  return <MomoPage placeholder={<SkeletonRows count={3} className="h-40" />} />;
}
