import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { limits } from "#contract/terms/limits.ts";
import { movementList, type AuditMovement } from "#contract/audit.ts";
import { orderList, type OrderRecord } from "#contract/order-list.ts";
import { topupList, type TopupRecord } from "#contract/topups.ts";
import { userList, type UserRecord } from "#contract/user-list.ts";
import { listQuery } from "../../../office/list/list-query.ts";
import { errorText } from "../../../lib/api-error.ts";
import { useDebounced } from "../../../office/debounced.ts";
import { officePages } from "../office-pages.ts";
import { linkOptions, type NavigateOptions, useNavigate } from "@tanstack/react-router";
import { groupPhone } from "#contract/terms/phone.ts";
import { actKinds } from "#contract/terms/event-texts.ts";
import { kindName } from "../../../books/movement-text.tsx";
import { money } from "../../../lib/money.ts";
import { cause } from "../../../books/office/audit-columns.tsx";

interface Group {
  value: string;
  items: readonly Place[];
}

/** Opens any page, user, order, request, movement or act. Pages are found at once; the server finds the rest. */
export default function OfficeSearchContent({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { groups, status } = useFound(typed);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop data-slot="dialog-overlay" className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 sm:pt-[12vh]">
          <Dialog.Popup
            data-slot="command-dialog"
            aria-label="Find anything"
            className="flex max-h-[min(32rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-2xl bg-popover text-popover-foreground shadow-xl outline-none"
          >
            {/* Typing is decided here: the library filters nothing. Enter opens the highlighted item. */}
            <Autocomplete.Root
              open
              inline
              mode="none"
              items={groups}
              autoHighlight="always"
              keepHighlight
              value={typed}
              onValueChange={setTyped}
              itemToStringValue={({ name }: Place) => name}
            >
              <SearchInput />
              <Autocomplete.List
                data-slot="command-list"
                className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
              >
                {(group: Group) => <FoundGroup key={group.value} group={group} onClose={onClose} />}
              </Autocomplete.List>
              {/* What the list cannot say itself. Screen readers announce it. */}
              <Autocomplete.Status
                data-slot="command-status"
                className="px-5 py-3 text-sm text-muted-foreground empty:hidden"
              >
                {status}
              </Autocomplete.Status>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SearchInput() {
  return (
    <div data-slot="command-input-wrapper" className="relative border-b border-border">
      <Search aria-hidden className="absolute inset-y-0 left-4 my-auto size-5 text-muted-foreground" />
      <Autocomplete.Input
        data-slot="command-input"
        aria-label="Find anything"
        placeholder="Page, user, number, reference, reason"
        autoComplete="off"
        className="min-h-14 w-full bg-transparent pr-4 pl-12 outline-none"
      />
    </div>
  );
}

function FoundGroup({ group: { value, items }, onClose }: { group: Group; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Autocomplete.Group data-slot="command-group" items={items} className="not-last:mb-1.5">
      <Autocomplete.GroupLabel className="px-3 py-1.5 text-xs font-semibold text-muted-foreground">
        {value}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(place: Place) => (
          <Autocomplete.Item
            key={place.id}
            data-slot="command-item"
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-muted md:min-h-10"
            value={place}
            onClick={() => {
              onClose();
              void navigate(place.link);
            }}
          >
            <span className="min-w-0 wrap-anywhere">{place.name}</span>
            {place.detail !== undefined && (
              <span
                data-slot="command-shortcut"
                className="ml-auto shrink-0 text-right text-sm text-muted-foreground"
              >
                {place.detail}
              </span>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

/** Of each kind. */
const shown_max = 4;

/** What a text finds, in groups, and what to say about it. */
function useFound(typed: string): { groups: Group[]; status: string | null } {
  const text = typed.trim().slice(0, limits.search_length_max);
  const search = useDebounced(text);
  const page = { limit: shown_max };
  const enabled = search !== "";
  const users = useQuery({ ...listQuery(userList, { search }, page), enabled });
  const orders = useQuery({ ...listQuery(orderList, { search }, page), enabled });
  const topups = useQuery({ ...listQuery(topupList, { search }, page), enabled });
  const movements = useQuery({ ...listQuery(movementList, { search }, page), enabled });
  // A position is not part of a movement's text.
  const at = /^[1-9]\d{0,14}$/.test(search) ? Number(search) : undefined;
  const placed = useQuery({
    ...listQuery(
      movementList,
      { after: String(Number(at) - 1), before: String(Number(at) + 1) },
      { limit: 1 },
    ),
    enabled: at !== undefined,
  });
  // Results of an earlier text must not be opened by Enter.
  const isCurrent = search === text;
  const found = <Row, To>(rows: readonly Row[] | undefined, show: (row: Row) => To) =>
    isCurrent && enabled ? (rows ?? []).map(show) : [];
  const rows = users.data?.rows;
  const groups = [
    {
      value: "Pages",
      items: text === "" ? pages.slice(0, officePages.length) : matching(text),
    },
    { value: "Users", items: found(rows, places.user) },
    { value: "Orders", items: found(orders.data?.rows, places.order) },
    { value: "Top-ups", items: found(topups.data?.rows, places.topup) },
    {
      value: "Movements",
      items: [
        ...(at === undefined ? [] : found(placed.data?.rows, places.movement)),
        ...found(movements.data?.rows, places.movement),
      ],
    },
    {
      value: "Acts",
      items: found(
        rows?.filter(({ userLevel }) => userLevel === "Admin"),
        places.actsBy,
      ),
    },
  ].filter(({ items }) => items.length > 0);
  return {
    groups,
    status: statusOf([users, orders, topups, movements, placed], isCurrent, groups.length === 0),
  };
}

function statusOf(
  queries: readonly { isLoading: boolean; error: unknown }[],
  isCurrent: boolean,
  isEmpty: boolean,
): string | null {
  if (!isCurrent || queries.some(({ isLoading }) => isLoading)) return "Searching …";
  const failed = queries.find(({ error }) => error !== null);
  if (failed !== undefined) return errorText(failed.error);
  return isEmpty ? "Nothing found" : null;
}

/** Each word must start a word of the name. */
function matching(text: string): Place[] {
  const words = text.toLowerCase().split(/\s+/);
  return pages.filter(({ name }) => {
    const parts = name.toLowerCase().split(/[\s:]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}

interface Place {
  id: string;
  name: string;
  detail?: string;
  link: NavigateOptions;
}

const places = {
  user: (user: UserRecord): Place => ({
    id: user._id,
    name: user.username,
    detail: `${groupPhone(user.phone)} · ${user.userLevel}`,
    link: linkOptions({ to: "/admin/users/$id", params: { id: user._id } }),
  }),
  actsBy: (user: UserRecord): Place => ({
    id: `acts by ${user._id}`,
    name: `Acts by ${user.username}`,
    link: linkOptions({ to: "/admin/audit/acts", search: { actor: user._id } }),
  }),
  order: (order: OrderRecord): Place => ({
    id: order._id,
    name: `Order ${order.id} · ${order.offer} ${order.network} for ${groupPhone(order.receiver)}`,
    detail: order.status,
    link: linkOptions({
      to: "/admin/orders",
      search: { status: "all", search: order.reference, open: order.id },
    }),
  }),
  topup: (topup: TopupRecord): Place => ({
    id: topup._id,
    name: `Top-up ${topup.rechargeId} · ${money(topup.amount)} by ${topup.user.username}`,
    detail: topup.status,
    link: linkOptions({ to: "/admin/finance", search: { search: topup.rechargeId } }),
  }),
  movement: (movement: AuditMovement): Place => ({
    id: `movement ${movement.position}`,
    name: `${kindName(movement)} of ${movement.user} · ${cause(movement)}`,
    detail: money(movement.amount),
    link: linkOptions({ to: "/admin/audit", search: { open: movement.position } }),
  }),
};

const pages: readonly Place[] = [
  ...officePages.map(({ to, name }) => ({ id: to, name, link: { to } })),
  ...(
    [
      ["Message settings", { to: "/admin/messages", search: { tab: "settings" } }],
      ["Done alone", { to: "/admin/audit/alone" }],
      ["Security events", { to: "/admin/audit/security" }],
      ["Wallet at a time", { to: "/admin/audit/wallet" }],
      ["Closing the month", { to: "/admin/audit/closing" }],
      ["Compare a MoMo statement", { to: "/admin/audit/closing", search: { tab: "momo" } }],
      ["Moving in", { to: "/admin/extras", search: { tab: "move-in" } }],
      ["Sales and profit", { to: "/admin/statistics/sales" }],
      ["Books", { to: "/admin/audit/books" }],
      ["My profile", { to: "/admin/user-details" }],
      ["Acts", { to: "/admin/audit/acts" }],
    ] as const
  ).map(([name, link]) => ({ id: name, name, link: linkOptions(link) })),
  ...actKinds.map((kind) => ({
    id: `acts ${kind}`,
    name: `Acts: ${kind}`,
    link: linkOptions({ to: "/admin/audit/acts", search: { kind } }),
  })),
];
