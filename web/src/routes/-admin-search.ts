import type { InferOutput } from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { movementKinds } from "#ledger/terms/statuses.ts";
import {
  actor,
  amount,
  bound,
  days,
  oneOf,
  position,
  searchOf,
  sizeOf,
  trail,
  typed,
  userId,
} from "../lib/address.ts";

const paged = {
  user: userId,
  actor,
  ...days,
  size: sizeOf(limits.page_sizes_finance),
  trail,
};

/** The filter of movements in the address. */
export const movementSearch = searchOf({
  ...paged,
  kind: oneOf(movementKinds),
  min: amount,
  max: amount,
  search: typed,
  after: bound,
  before: bound,
  /** The open movement. */
  at: position,
});
export type MovementSearch = InferOutput<typeof movementSearch>;

export const actSearch = searchOf({
  ...paged,
  /** One of actKinds. The page checks it: the list is longer than all else here, and the login page would load it. */
  kind: typed,
  /** The position of a "remove all" act. Shows what it removed. */
  clearing: position,
});
export type ActSearch = InferOutput<typeof actSearch>;

/** Days alone. */
export const daySearch = searchOf(days);
export type DaySearch = InferOutput<typeof daySearch>;

export const securitySearch = searchOf({
  user: userId,
  /** One of securityKinds, which the page checks. */
  kind: typed,
  ...days,
  size: sizeOf(limits.page_sizes_finance),
  trail,
});
export type SecuritySearch = InferOutput<typeof securitySearch>;

/** The tabs of a user's page. They are not in the page's file, because the route must not load its code. */
export const userTabs = ["orders", "requests", "statement", "sessions"] as const;
export type UserTab = (typeof userTabs)[number];
