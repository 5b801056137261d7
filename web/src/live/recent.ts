import type { LiveEvent } from "#contract/live.ts";

/**
 * The feed's last events, and the position from which they are complete. They are applied to a fetched answer that is
 * older than the newest of them. An answer older than `coveredFrom` has a gap and must be fetched again.
 */
const events_max = 500;
let events: LiveEvent[] = [];
let coveredFrom = 0;
let caughtUpTo: FeedMark | null = null;

/** A position, and which log it is in. Undefined if the server did not say. */
export interface FeedMark {
  position: number;
  log?: string | undefined;
}

export function recentEvents(): readonly LiveEvent[] {
  return events;
}

/** Whether the feed has already removed this change's row. The answer to this page's own command may arrive later. */
export function isRemoved({ event, data, position }: LiveEvent): boolean {
  const list = lists[event];
  return events.some(
    (each) =>
      each.event === "removed" &&
      each.data.list === list &&
      each.position > position &&
      "_id" in data &&
      each.data._id === data._id,
  );
}

const lists: Partial<Record<LiveEvent["event"], string>> = {
  ordersUpdated: "order",
  rechargeUpdated: "recharge",
  userUpdated: "user",
};

/**
 * The position to resume from: the server has confirmed that everything up to it was sent. Null before the first
 * welcome.
 */
export function feedMark(): FeedMark | null {
  return caughtUpTo;
}

/** Whether the kept events reach back to this position. */
export function isCovered(position: number): boolean {
  return caughtUpTo === null || position >= coveredFrom;
}

/** Starts over: the feed begins, or resumes with a gap, and is complete from this position on. */
export function beginRecent({ position, log }: FeedMark): void {
  events = [];
  coveredFrom = position;
  caughtUpTo = { position, log };
}

/**
 * Moves the resume position. Call this only for caughtUp and heartbeat: one position can change several rows, so a row
 * proves nothing.
 */
export function catchUpTo({ position, log }: FeedMark): void {
  if (caughtUpTo !== null && position >= caughtUpTo.position) caughtUpTo = { position, log };
}

export function keepRecent(event: LiveEvent): void {
  events.push(event);
  if (events.length <= events_max) return;
  const dropped = events.splice(0, events.length - events_max);
  coveredFrom = Math.max(coveredFrom, dropped.at(-1)?.position ?? 0);
}

export function forgetRecent(): void {
  events = [];
  coveredFrom = 0;
  caughtUpTo = null;
}

/** More than one action of an admin changes. Older ones have been heard from the feed long ago. */
const kept_max = 1000;
const own = new Set<string>();

/** Remembers a change that this page has made itself. The feed reports it too, before or after the answer. */
export function rememberOwnChange(event: LiveEvent): void {
  if (own.size >= kept_max) own.clear();
  own.add(nameOf(event));
}

export function isOwnChange(event: LiveEvent): boolean {
  return own.has(nameOf(event));
}

/** A row's position names the version of the row, whoever reports it. */
function nameOf({ event, data, position }: LiveEvent): string {
  return `${event} ${"_id" in data ? data._id : ""} ${"position" in data ? data.position : position}`;
}
