import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ActRecord } from "#contract/audit.ts";
import type { Page } from "#contract/lists.ts";
import type { ActKind } from "#contract/terms/event-texts.ts";
import { getQuery } from "../../lib/query-client.ts";
import { queryString } from "../../lib/lists.ts";

/**
 * `now` is the current value. It is part of the key, so that an older change is not shown while the newest is fetched.
 */
export function lastChangeQuery(kind: ActKind, now?: string) {
  return getQuery<Page<ActRecord>, ActRecord | undefined>(
    ["settings", "last-change", kind, now],
    `/audit/acts${queryString({ kind, limit: 1 })}`,
    {
      select: ({ items: [act] }) => act,
      outdatedBy: (event) => event.event === "noticeUpdated",
    },
  );
}

/** Who last changed a setting, and its value before. The audit has the full history. */
export function LastChange({ kind }: { kind: ActKind }) {
  const { data: act } = useQuery(lastChangeQuery(kind));
  if (act === undefined) return null;
  return (
    <div className="text-sm text-muted-foreground">
      <p>
        Last changed by <b>{act.actor}</b> on {act.date}.{" "}
        <Link
          to="/admin/audit/acts"
          search={{ kind }}
          className="font-semibold text-primary underline underline-offset-4"
        >
          All changes
        </Link>
      </p>
      <dl>
        {act.changes.map(({ what, before }) => (
          <div key={what} className="flex flex-wrap gap-x-1.5">
            <dt>{what} before:</dt>
            <dd className="wrap-anywhere text-muted-foreground">
              {before === null || before === "" ? "none" : before}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
