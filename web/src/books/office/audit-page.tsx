import { movementList } from "#contract/audit.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../office/links.tsx";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import type { ListState } from "../../office/list/list-state.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { MovementSheet } from "./movement-sheet.tsx";

/** All movements of all wallets: who caused each one, why, and its position in the chain. */
export function AuditPage() {
  const page = useListPage(movementList);
  const { query } = page;
  return (
    <>
      <ListPage
        page={page}
        title="Audit"
        columns={auditColumns}
        canOpen
        rowHeights={["h-9", "h-24"]}
        className="[&_td]:px-1.5 [&_th]:px-1.5"
        whenNew={
          <>
            No money has moved yet.
            <ButtonLink to="/admin/finance">Credit a wallet</ButtonLink>
          </>
        }
        actions={
          <Button variant="outline" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        }
      >
        <AuditTabs />
      </ListPage>
      <OpenMovement state={page.state} />
    </>
  );
}

/** The movement that the address names. It may be on another page of the list. */
export function OpenMovement({ state: { open, setOpen } }: { state: Pick<ListState, "open" | "setOpen"> }) {
  if (open === undefined || !/^[1-9]\d{0,14}$/.test(open)) return null;
  return (
    <MovementSheet
      key={open}
      position={Number(open)}
      onOpen={(position) => setOpen(position === undefined ? undefined : String(position))}
    />
  );
}
