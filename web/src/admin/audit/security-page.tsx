import { securityList } from "#api/contract/security.ts";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { AuditTabs } from "./audit-tabs.tsx";
import { securityColumns } from "./security-columns.tsx";

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
