import type { SecurityRecord } from "#api/contract/security.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { columnsOf } from "../../ui/data-columns.tsx";

const column = columnsOf<SecurityRecord>();

export const securityColumns = column.columns([
  column.accessor("date", { header: "Time (UTC)", meta: { card: "line" } }),
  column.accessor("kind", {
    header: "Kind",
    cell: ({ getValue }) => <b className="inline-block first-letter:uppercase">{getValue()}</b>,
    meta: { card: "title" },
  }),
  column.accessor(result, {
    header: "Result",
    cell: ({ row }) => <Result event={row.original} />,
    meta: { card: { end: (event) => <Result event={event} /> } },
  }),
  column.accessor(account, {
    header: "Account",
    meta: { className: "max-w-40 truncate", fullText: account, card: { title: account } },
  }),
  column.accessor(doneBy, {
    header: "By",
    meta: {
      className: "max-w-40 truncate",
      fullText: doneBy,
      card: { line: (event) => (doneBy(event) === "" ? "" : `by ${doneBy(event)}`) },
    },
  }),
  column.accessor((event) => event.address ?? "", { header: "Address", meta: { card: "line" } }),
  column.accessor(about, {
    header: "Detail",
    meta: { className: "max-w-72 truncate", fullText: about, card: "text" },
  }),
]);

function Result({ event }: { event: SecurityRecord }) {
  return <StatusBadge status={event.result} text={result(event)} />;
}

function result({ result: outcome, times }: SecurityRecord): string {
  return times === 1 ? outcome : `${outcome} ${times} ×`;
}

function account({ user, userId }: SecurityRecord): string {
  return user ?? userId ?? "";
}

/** Empty for the account's own acts. */
function doneBy({ actor, actorId, userId }: SecurityRecord): string {
  return actorId === userId ? "" : (actor ?? actorId ?? "");
}

/** "login failed" for the refusal's code "login_failed". */
function about({ result: outcome, detail }: SecurityRecord): string {
  return outcome === "refused" ? detail.replaceAll("_", " ") : detail;
}
