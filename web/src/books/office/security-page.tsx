import { securityList, type SecurityRecord } from "#contract/security.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import { listColumns } from "../../ui/list-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";

/** The feed does not tell of security events, so the first page asks now and then. */
const freshness = { every_ms: 10_000, isFirstOnly: true } as const;

/** Who signed in, was refused, saw private data or changed how people sign in. */
export function SecurityPage() {
  const page = useListPage(securityList, freshness);
  return (
    <ListPage page={page} title="Security events" columns={securityColumns} rowHeights={["h-14", "h-14"]}>
      <AuditTabs />
      <p className="max-w-prose text-sm text-muted-foreground">
        Sign-ins and refusals, bans, exports, views of forms and vouchers, and changes of passwords, keys and
        webhooks. They are kept for a year.
      </p>
    </ListPage>
  );
}

const { user, actor, detail } = securityList.fields;
const nameOf = (event: SecurityRecord) => user.value(event) ?? "";
const doneBy = (event: SecurityRecord) => actor.value(event);

const securityColumns = listColumns(securityList, {
  kind: { cell: ({ kind }) => <b className="inline-block first-letter:uppercase">{kind}</b> },
  result: {
    cell: (event) => <Result event={event} />,
    card: { end: (event) => <Result event={event} /> },
  },
  user: { className: "max-w-40 truncate", fullText: nameOf },
  actor: {
    className: "max-w-40 truncate",
    fullText: (event) => doneBy(event) ?? "",
    card: { line: (event) => doneBy(event) !== null && `by ${doneBy(event)}` },
  },
  detail: { className: "max-w-72 truncate", fullText: detail.value },
});

function Result({ event: { result, times } }: { event: SecurityRecord }) {
  return <StatusBadge status={result} text={times === 1 ? result : `${result} ${times} ×`} />;
}
