import { useState } from "react";
import {
  Command,
  CommandDialog,
  CommandGroup,
  type CommandGroupOf,
  CommandInput,
  CommandItem,
  CommandList,
  CommandShortcut,
  CommandStatus,
} from "../../../ui/command.tsx";
import { type Place, usePlaces } from "./places.ts";
import { useQuery } from "@tanstack/react-query";
import { limits } from "#contract/terms/limits.ts";
import { movementList } from "#contract/audit.ts";
import { orderList } from "#contract/order-list.ts";
import { topupList } from "#contract/topups.ts";
import { userList } from "#contract/user-list.ts";
import { listQuery } from "../../../office/list/list-query.ts";
import { errorText } from "../../../lib/api-error.ts";
import { useDebounced } from "../../../office/debounced.ts";
import { officePages } from "../office-pages.ts";

/** Opens any page, user, order, request, movement or act. Pages are found at once; the server finds the rest. */
export default function OfficeSearchContent({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { groups, status } = useFound(typed);
  return (
    <CommandDialog title="Find anything" onClose={onClose}>
      <Command
        groups={groups}
        value={typed}
        onValueChange={setTyped}
        itemToStringValue={({ name }: Place) => name}
      >
        <CommandInput
          aria-label="Find anything"
          placeholder="Page, user, number, reference, reason"
          autoComplete="off"
        />
        <CommandList>
          {(group: CommandGroupOf<Place>) => (
            <CommandGroup key={group.value} group={group}>
              {(place) => (
                <CommandItem
                  key={place.id}
                  value={place}
                  onClick={() => {
                    onClose();
                    place.open();
                  }}
                >
                  <span className="min-w-0 wrap-anywhere">{place.name}</span>
                  {place.detail !== undefined && <CommandShortcut>{place.detail}</CommandShortcut>}
                </CommandItem>
              )}
            </CommandGroup>
          )}
        </CommandList>
        <CommandStatus>{status}</CommandStatus>
      </Command>
    </CommandDialog>
  );
}

/** Of each kind. */
const shown_max = 4;

/** What a text finds, in groups, and what to say about it. */
function useFound(typed: string): { groups: CommandGroupOf<Place>[]; status: string | null } {
  const places = usePlaces();
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
    ...listQuery(movementList, placeOf(at ?? 1), { limit: 1 }),
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
      items: text === "" ? places.pages.slice(0, officePages.length) : matching(places.pages, text),
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

/** The bounds of a position. */
function placeOf(position: number) {
  return { after: String(position - 1), before: String(position + 1) };
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
function matching(pages: readonly Place[], text: string): Place[] {
  const words = text.toLowerCase().split(/\s+/);
  return pages.filter(({ name }) => {
    const parts = name.toLowerCase().split(/[\s:]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}
