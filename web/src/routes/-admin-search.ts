import { limits } from "#ledger/terms/limits.ts";
import { actKinds, type ActKind, movementKinds, type MovementKind } from "#ledger/terms/statuses.ts";
import {
  actorFrom,
  amountFrom,
  boundFrom,
  dayFrom,
  positionFrom,
  searchOf,
  typedFrom,
  userFrom,
  defined,
  sizeFrom,
} from "../lib/address.ts";
import { trailFrom } from "../lib/keyset.ts";

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
  /** Positions, both exclusive. */
  after?: string;
  before?: string;
  /** The position of the open movement. */
  at?: number;
}

export interface ActSearch extends Paged {
  kind?: ActKind;
  /** The position of a "remove all" act. Shows what it removed. */
  clearing?: number;
}

/** The filter of movements in the address. */
export const movementSearch = searchOf((given): MovementSearch =>
  defined({
    ...paged(given),
    kind: movementKinds.find((each) => each === given["kind"]),
    min: amountFrom(given["min"]),
    max: amountFrom(given["max"]),
    search: typedFrom(given["search"]),
    after: boundFrom(given["after"]),
    before: boundFrom(given["before"]),
    at: positionFrom(given["at"]),
  }),
);

export const actSearch = searchOf((given): ActSearch =>
  defined({
    ...paged(given),
    kind: actKinds.find((each) => each === given["kind"]),
    clearing: positionFrom(given["clearing"]),
  }),
);

function paged(given: Record<string, unknown>): Paged {
  return defined({
    user: userFrom(given["user"]),
    actor: actorFrom(given["actor"]),
    from: dayFrom(given["from"]),
    to: dayFrom(given["to"]),
    size: sizeFrom(given["size"], limits.page_sizes_finance),
    trail: trailFrom(given["trail"]),
  });
}

/** The tabs of a user's page. They are not in the page's file, because the route must not load its code. */
export const userTabs = ["orders", "requests", "statement", "sessions"] as const;
export type UserTab = (typeof userTabs)[number];
