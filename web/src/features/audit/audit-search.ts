import { limits } from "#ledger/terms/limits.ts";
import { actKinds, type ActKind, movementKinds, type MovementKind } from "#ledger/terms/statuses.ts";
import { defined } from "../../lib/defined.ts";
import { trailFrom } from "../../lib/keyset.ts";
import { sizeFrom } from "../../lib/paging.ts";
import { searchText } from "../../lib/search-text.ts";

interface Paged {
  /** A user's id. */
  user?: string;
  /** A user's id, or "system". */
  actor?: string;
  from?: string;
  to?: string;
  size?: number;
  trail?: string;
}

export interface MovementSearch extends Paged {
  kind?: MovementKind;
  min?: string;
  max?: string;
  search?: string;
  /** Positions, neither of them included. */
  after?: string;
  before?: string;
  /** The position of the movement that is looked at. */
  at?: number;
}

export interface ActSearch extends Paged {
  kind?: ActKind;
}

type Given = Record<string, unknown>;

/** What the server would refuse is left out. */
export function movementSearch(given: Given): MovementSearch {
  const kind = movementKinds.find((each) => each === given["kind"]);
  const amount = (value: unknown) => matching(value, /^\d{1,9}(\.\d{1,2})?$/);
  const search = searchText(given["search"])?.slice(0, limits.search_length_max);
  const at = positionFrom(given["at"]);
  const bound = (value: unknown) => matching(value, /^\d{1,15}$/);
  return defined({
    ...paged(given),
    kind,
    min: amount(given["min"]),
    max: amount(given["max"]),
    search,
    after: bound(given["after"]),
    before: bound(given["before"]),
    at,
  });
}

export function actSearch(given: Given): ActSearch {
  return defined({ ...paged(given), kind: actKinds.find((each) => each === given["kind"]) });
}

function paged(given: Given): Paged {
  const day = (value: unknown) => matching(value, /^[1-9]\d{3}-\d\d-\d\d$/);
  return defined({
    user: userFrom(given["user"]),
    actor: given["actor"] === "system" ? "system" : userFrom(given["actor"]),
    from: day(given["from"]),
    to: day(given["to"]),
    size: sizeFrom(given["size"], limits.page_sizes_finance),
    trail: trailFrom(given["trail"]),
  });
}

export function userFrom(value: unknown): string | undefined {
  return matching(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
}

export function positionFrom(value: unknown): number | undefined {
  const text = matching(value, /^[1-9]\d{0,14}$/);
  return text === undefined ? undefined : Number(text);
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  const text = searchText(value);
  return text !== undefined && pattern.test(text) ? text : undefined;
}
