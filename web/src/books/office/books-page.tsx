import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import type {
  BooksAnswer,
  DailyHead,
  VerificationAnswer,
  VerificationRecord,
} from "#contract/verification.ts";
import { formatDateTime, formatDay } from "#contract/terms/dates.ts";
import { post } from "../../lib/api.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { booksQuery, headsQuery, verificationQuery } from "./audit.query.ts";
import { Incidents } from "./incidents.tsx";
import { booksText } from "./books-light.tsx";

/** Shows whether the books balance and since when that is verified, and runs a full verification. */
export function BooksPage() {
  const query = useQuery(booksQuery);
  const { data: books } = query;
  return (
    <>
      <PageTitle>Books</PageTitle>
      <AuditTabs />
      <Loading of={query} what="The books could not be loaded." rows={2} height="h-48" />
      {books !== undefined && <BooksCard books={books} />}
      <Incidents light={books?.state} />
      <Verify />
      <Heads />
    </>
  );
}

function BooksCard({ books }: { books: BooksAnswer }) {
  const { state, checkedAt, position, head, findings, verified, behind } = books;
  const variant = state === "balanced" ? "success" : state === "broken" ? "destructive" : "warning";
  const has = (start: string) => findings.some(({ where }) => where.startsWith(start));
  return (
    <Card role="region" aria-label="Balance of the books" className="flex flex-col gap-2">
      <Alert variant={variant} className="font-bold">
        {booksText[state]}
      </Alert>
      <Facts>
        <Fact name="Sum of all accounts">{has("all accounts") ? "not zero" : "zero"}</Fact>
        <Fact name="Projections and head">{has("ledger.") ? "differ from the log" : "match the log"}</Fact>
        <Fact name="Events">
          {has("position") ? "changed since verification" : "unchanged since verification"}
        </Fact>
        <Fact name="Feed">{behind.positions === 0 ? "up to date" : `${behind.positions} events behind`}</Fact>
        <Fact name="Last checked">
          {checkedAt === null ? "never" : `${formatDateTime(checkedAt)} up to ${position} of ${head}`}
        </Fact>
        <Fact name="Last full verification">
          {verified === null
            ? "never"
            : `${formatDateTime(verified.at)} up to ${verified.position}${verified.isWhole ? "" : ": broken"}`}
        </Fact>
      </Facts>
      <p className="text-sm text-muted-foreground">
        Checks run all the time and start at the last verified position, so any drift shows here within a
        minute. A full verification trusts nothing but the log.
      </p>
    </Card>
  );
}

function Verify() {
  const query = useQuery(verificationQuery);
  const start = useCommand({
    send: () => post<VerificationAnswer>("/audit/verify", {}),
    onDone: (answer) => queryClient.setQueryData(verificationQuery.queryKey, answer),
  });
  const verification = query.data?.verification ?? null;
  const isOpen = verification !== null && verification.finishedAt === null;
  const { position = 0, target = 0, startedAt = null } = verification ?? {};
  const percent = target === 0 ? 0 : Math.min(100, Math.floor((position / target) * 100));
  return (
    <Card role="region" aria-label="Verification" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Full verification</h2>
        <Button busy={start.isBusy || isOpen} onClick={() => start.send()}>
          Verify now
        </Button>
      </div>
      <Loading of={query} what="The verification could not be read." />
      {isOpen && (
        <div className="flex flex-col gap-1.5 text-sm">
          <progress
            aria-label="Verified"
            className="h-3 w-full accent-primary"
            max={Math.max(target, 1)}
            value={position}
          />
          <p role="status">
            {startedAt === null ? "Waiting to start" : `${position} of ${target} events, ${percent} %`}
          </p>
        </div>
      )}
      {verification !== null && !isOpen && <Result of={verification} />}
    </Card>
  );
}

function Result({ of }: { of: VerificationRecord }) {
  const { data: heads } = useQuery(headsQuery);
  // A statement that is saved now ends in this line.
  const head = heads?.find(({ isSent }) => isSent) ?? heads?.[0];
  const { finishedAt, position, hash, findings, failure, askedBy } = of;
  if (failure !== null)
    return (
      <Alert variant="destructive" role="alert">
        It could not be done: {failure}
      </Alert>
    );
  const isWhole = findings?.length === 0;
  return (
    <>
      <Alert variant={isWhole ? "success" : "destructive"} role="status" className="font-bold">
        {isWhole ? "Intact: every hash, balance and row is correct" : "Broken"}
      </Alert>
      {!isWhole && (
        <ul aria-label="Findings" className="flex flex-col gap-2">
          {findings?.map(({ where, differences }) => (
            <li key={where} className="rounded-lg bg-destructive-soft px-3.5 py-2.5 text-sm text-destructive">
              <b className="break-all">{where}</b>
              <ul>
                {differences.map(({ what, expected, found }) => (
                  <li key={what} className="break-all">
                    {what}: expected {expected}, found {found}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <Facts>
        <Fact name="Up to position">{position}</Fact>
        {hash !== null && (
          <Fact name="Chain hash at this position, as npm run ledger -- verify prints it">
            <Hash value={hash} what="the chain hash" />
          </Fact>
        )}
        {head !== undefined && (
          <Fact name={`Line to check a statement: ${formatDay(head.day)}`}>
            <Hash value={head.root} what="the line to check a statement with" copied={lineOf(head)} />
          </Fact>
        )}
        <Fact name="Finished">
          {formatDateTime(finishedAt ?? "")}, requested by {askedBy}
        </Fact>
      </Facts>
    </>
  );
}

function Heads() {
  const { data } = useQuery(headsQuery);
  if (data === undefined || data.length === 0) return null;
  return (
    <Card role="region" aria-label="Daily heads" className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">Daily heads</h2>
      <p className="text-sm text-muted-foreground">
        Keep copies outside this database, so that nobody can rewrite older events without being noticed. A
        wallet's statement is checked against one complete line of this list:{" "}
        <code>npm run ledger -- check FILE LINE</code>. The chain hash alone says nothing about a single
        wallet.
      </p>
      <Facts>
        {data.slice(0, 7).map((head) => (
          <Fact
            key={head.day}
            name={`${formatDay(head.day)}, position ${head.position}${head.isSent ? "" : ", not in a file"}`}
          >
            <Hash value={head.root} what={`the line of ${formatDay(head.day)}`} copied={lineOf(head)} />
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

/** The line as written to HEAD_FILE and accepted by `check`. */
function lineOf({ day, position, hash, root }: DailyHead): string {
  return `${day} ${position} ${hash} ${root}`;
}

function Hash({ value, what, copied = value }: { value: string; what: string; copied?: string }) {
  return (
    <>
      <span className="font-mono text-xs break-all">{value.slice(0, 16)}…</span>
      <CopyButton value={copied} what={what} />
    </>
  );
}
