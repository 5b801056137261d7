import { securityList, type SecurityRecord } from "#api/contract/security.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { listColumns } from "../../ui/list-columns.tsx";

const { user, actor, detail } = securityList.fields;
const nameOf = (event: SecurityRecord) => user.value(event) ?? "";
const doneBy = (event: SecurityRecord) => actor.value(event);

export const securityColumns = listColumns(securityList, {
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
