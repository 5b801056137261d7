import { type UseNavigateResult, useNavigate } from "@tanstack/react-router";
import type { AuditMovement } from "#contract/audit.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { actKinds } from "#contract/terms/event-texts.ts";
import { kindName } from "../../../books/movement-text.tsx";
import { money } from "../../../lib/money.ts";
import { cause } from "../../../books/office/audit-columns.tsx";
import { officePages } from "../office-pages.ts";

/** Something that the search opens. */
export interface Place {
  id: string;
  name: string;
  detail?: string;
  open: () => void;
}

type Go = UseNavigateResult<string>;

/** What to open for each thing that can be found. */
export function usePlaces() {
  const go = useNavigate();
  return {
    pages: pagesOf(go),
    user: (user: UserRecord): Place => ({
      id: user._id,
      name: user.username,
      detail: `${groupPhone(user.phone)} · ${user.userLevel}`,
      open: () => void go({ to: "/admin/users/$id", params: { id: user._id } }),
    }),
    actsBy: (user: UserRecord): Place => ({
      id: `acts by ${user._id}`,
      name: `Acts by ${user.username}`,
      open: () => void go({ to: "/admin/audit/acts", search: { actor: user._id } }),
    }),
    order: (order: OrderRecord): Place => ({
      id: order._id,
      name: `Order ${order.id} · ${order.offer} ${order.network} for ${groupPhone(order.receiver)}`,
      detail: order.status,
      open: () =>
        void go({ to: "/admin/orders", search: { status: "all", search: order.reference, open: order.id } }),
    }),
    topup: (topup: TopupRecord): Place => ({
      id: topup._id,
      name: `Top-up ${topup.rechargeId} · ${money(topup.amount)} by ${topup.user.username}`,
      detail: topup.status,
      open: () => void go({ to: "/admin/finance", search: { search: topup.rechargeId } }),
    }),
    movement: (movement: AuditMovement): Place => ({
      id: `movement ${movement.position}`,
      name: `${kindName(movement)} of ${movement.user} · ${cause(movement)}`,
      detail: money(movement.amount),
      open: () => void go({ to: "/admin/audit", search: { open: movement.position } }),
    }),
  };
}

function pagesOf(go: Go): Place[] {
  const pages = officePages.map(({ to, name }) => ({ id: to, name, open: () => void go({ to }) }));
  const parts = [
    ["Message settings", { to: "/admin/messages", search: { tab: "settings" } }],
    ["Done alone", { to: "/admin/audit/alone" }],
    ["Security events", { to: "/admin/audit/security" }],
    ["Wallet at a time", { to: "/admin/audit/wallet" }],
    ["Closing the month", { to: "/admin/audit/closing" }],
    ["Compare a MoMo statement", { to: "/admin/audit/closing", search: { tab: "momo" } }],
    ["Moving in", { to: "/admin/extras", search: { tab: "move-in" } }],
    ["Sales", { to: "/admin/statistics/sales" }],
    ["Books", { to: "/admin/audit/books" }],
    ["My profile", { to: "/admin/user-details" }],
    ["Acts", { to: "/admin/audit/acts" }],
  ] as const;
  return [
    ...pages,
    ...parts.map(([name, link]) => ({ id: name, name, open: () => void go(link) })),
    ...actKinds.map((kind) => ({
      id: `acts ${kind}`,
      name: `Acts: ${kind}`,
      open: () => void go({ to: "/admin/audit/acts", search: { kind } }),
    })),
  ];
}
