import { Link } from "@tanstack/react-router";
import type { Dashboard } from "#contract/dashboard.ts";
import { useNow_ms } from "../../../lib/now.ts";
import { Card } from "../../../ui/card.tsx";
import { ageText } from "../../../lib/age.ts";
import { type ActsInARow, actsInARow } from "./recent-acts.ts";

const lines_shown = 5;

/** What other admins did last, or an only admin, equal acts in a row as one line. */
export function Colleagues({ data }: { data: Dashboard | undefined }) {
  const rows = data && actsInARow(data.acts).slice(0, lines_shown);
  return (
    <Card role="group" aria-labelledby="colleagues" className="flex grow flex-col gap-1 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="colleagues" className="font-bold">
          {data?.actsAreOwn ? "What you did last" : "What colleagues did last"}
        </h2>
        <Link
          to="/admin/audit/acts"
          className="inline-flex min-h-12 items-center text-sm text-primary underline underline-offset-3 md:min-h-0"
        >
          All acts
        </Link>
      </div>
      {rows?.length === 0 && (
        <p className="text-sm text-muted-foreground">No other admin has done anything yet.</p>
      )}
      <ul className="flex flex-col divide-y divide-border">
        {rows?.map((row) => (
          <Line key={row.last._id} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ row: { last, count } }: { row: ActsInARow }) {
  const now_ms = useNow_ms();
  const about = [last.user ?? last.product, last.changes[0]?.what].filter(Boolean).join(" · ");
  return (
    <li>
      <Link
        to="/admin/audit/acts"
        search={{ actor: last.actorId, kind: last.kind }}
        className="flex min-h-12 flex-wrap items-center gap-x-3 py-1.5 hover:underline"
      >
        <span className="min-w-0 flex-1">
          <b>{last.actor}</b> · {last.kind}
          {count > 1 && ` × ${count}`}
          <span className="block truncate text-sm text-muted-foreground">{about}</span>
        </span>
        <time dateTime={last.createdAt} title={last.date} className="text-sm text-muted-foreground">
          {ageText(last.createdAt, now_ms)} ago
        </time>
      </Link>
    </li>
  );
}
