import { Link } from "@tanstack/react-router";
import { movementList } from "#contract/audit.ts";
import type { LiveEvent } from "#contract/live.ts";
import { orderList } from "#contract/order-list.ts";
import { topupList } from "#contract/topups.ts";
import { oneOf } from "../../lib/address.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { walletColumns } from "../../books/office/audit-columns.tsx";
import { OpenMovement } from "../../books/office/audit-page.tsx";
import { topupColumns, topupLook } from "../../topups/office/topup-columns.tsx";
import { topupFreshness } from "../../topups/office/topups.query.ts";
import { ListPage } from "../../office/list/list-page.tsx";
import { useListPage } from "../../office/list/use-list-page.ts";
import { userOrderColumns } from "../../orders/office/admin-order-columns.tsx";
import { withListFields } from "../../orders/office/order-page.query.ts";
import { OrderSheet } from "../../orders/office/order-sheet.tsx";

export const userTabs = ["orders", "requests", "statement", "sessions"] as const;
const own = { tab: oneOf(userTabs) };

export function UserOrders({ user }: { user: string }) {
  const page = useListPage(orderList, { merge: withListFields, given: { user }, own });
  const { opened, state } = page;
  return (
    <>
      <ListPage page={page} title="Orders" isSection columns={userOrderColumns} canOpen />
      {opened !== undefined && <OrderSheet order={opened} onClose={() => state.setOpen(undefined)} />}
    </>
  );
}

/** It is clear whose they are. */
const requestColumns = topupColumns.filter(({ id }) => id !== "user" && id !== "phone");

export function UserRequests({ user }: { user: string }) {
  const page = useListPage(topupList, { ...topupFreshness, given: { user }, own });
  return <ListPage page={page} title="Requests" isSection columns={requestColumns} {...topupLook} />;
}

export function UserStatement({ user }: { user: string }) {
  const outdatedBy = (event: LiveEvent) => event.event === "userUpdated" && event.data._id === user;
  const page = useListPage(movementList, { outdatedBy, isFirstOnly: true, given: { user }, own });
  return (
    <>
      <ListPage
        page={page}
        title="Wallet statement"
        isSection
        columns={walletColumns}
        canOpen
        rowHeights={["h-9", "h-24"]}
        actions={
          <Link
            to="/admin/audit"
            search={{ user }}
            className={buttonVariants({ variant: "outline", size: "sm" })}
          >
            Search in the audit
          </Link>
        }
      />
      <OpenMovement state={page.state} />
    </>
  );
}
