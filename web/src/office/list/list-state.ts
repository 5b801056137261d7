import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import * as v from "valibot";
import type { AnyList, Asked } from "#contract/list.ts";
import { areInOrder, days, pageCursor, searchText } from "#contract/lists.ts";
import { limits } from "#contract/terms/limits.ts";
import { defined } from "../../lib/address.ts";

const orders = ["newest", "oldest"] as const;

/** A change of the address. A page of the list belongs to what was asked, so any other change starts at the first page. */
export type Go = (change: Record<string, string | number | undefined>) => void;

/** Each schema reads what is wrong as undefined. */
export type OwnParameters = Readonly<Record<string, v.GenericSchema>>;

export interface ListState {
  /** What the list is asked for: checked, with what it shows without a choice. */
  asked: Asked;
  /** What the address says of it. */
  chosen: Asked;
  order: "newest" | "oldest";
  /** What a filter is without a choice. */
  initialOf: (name: string) => string | undefined;
  size: number;
  /** The cursors of the pages so far, the current one last (ui/pager.tsx). */
  trail: string | undefined;
  /** The id of the open row. */
  open: string | undefined;
  go: Go;
  /** Opens a row, or none, without leaving the page. */
  setOpen: (id: string | undefined) => void;
}

/**
 * What the address says about a list. A value that the server would refuse counts as missing, and leaves the address.
 * `own`: the page's other parameters (lib/address.ts). `isWhole`: without a choice the list shows everything.
 */
export function useListState(
  list: AnyList,
  { own = {}, isWhole = false }: { own?: OwnParameters; isWhole?: boolean },
): ListState {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = chosenOf(list, raw);
  const asked = { ...chosen };
  const initialOf = (name: string) => (isWhole ? undefined : list.filters[name]?.initial);
  for (const name of Object.keys(list.filters)) {
    const value = chosen[name] ?? initialOf(name);
    asked[name] = value === "all" ? undefined : value;
  }
  const usual = list.owned?.order?.(asked) ?? "newest";
  const given = {
    order: orders.find((each) => each === raw["order"]),
    size: list.sizes.find((each) => each === Number(raw["size"])),
    trail: trailOf(list, raw["trail"]),
    open: textOf(raw["open"]),
  };
  const { order = usual, size = limits.page_size_default, trail, open } = given;
  const taken: Record<string, unknown> = { ...chosen, ...given, ...v.parse(v.object(own), raw) };
  const wrong = Object.keys(raw).filter((name) => taken[name] === undefined);
  useEffect(() => {
    if (wrong.length === 0) return;
    const without = Object.fromEntries(wrong.map((name) => [name, undefined]));
    void navigate({ to: ".", search: (old) => defined({ ...old, ...without }), replace: true });
  });
  const changeAddress = (change: Record<string, string | number | undefined>, resetScroll: boolean) =>
    void navigate({ to: ".", search: (old) => defined({ ...old, ...change }), resetScroll });
  return {
    asked: { ...asked, ...(order === "oldest" && { order }) },
    chosen,
    order,
    initialOf,
    size,
    trail,
    open,
    go: (change) =>
      changeAddress(
        { trail: undefined, open: undefined, ...change },
        !("trail" in change || "size" in change),
      ),
    setOpen: (id) => changeAddress({ open: id === undefined ? undefined : asNumber(id) }, false),
  };
}

/** Exported for its test. */
export function chosenOf(list: AnyList, raw: Record<string, unknown>): Asked {
  const chosen: Asked = {};
  for (const [name, { query, initial }] of Object.entries(list.filters)) {
    const text = textOf(raw[name]);
    if (text !== undefined && (v.is(query, text) || (text === "all" && initial !== undefined)))
      chosen[name] = text;
  }
  const search = textOf(raw["search"])?.slice(0, limits.search_length_max);
  if (list.search && search?.trim() && v.is(searchText, search)) chosen["search"] = search;
  if (list.days === undefined) return chosen;
  const [from, to] = [textOf(raw["from"]), textOf(raw["to"])];
  if (from !== undefined && v.is(days.from, from)) chosen["from"] = from;
  if (to !== undefined && v.is(days.to, to) && areInOrder({ from, to })) chosen["to"] = to;
  return chosen;
}

/** Exported for its test. */
export function trailOf({ cursor = pageCursor }: AnyList, given: unknown): string | undefined {
  const trail = textOf(given);
  return trail?.split(",").every((each) => v.is(cursor, each)) === true ? trail : undefined;
}

/** The router reads 0244 in an address as a text, but 12 as a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Without quotes in the address. */
function asNumber(id: string): string | number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id;
}
