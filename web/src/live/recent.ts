import type { LiveEvent } from "#api/contract/live.ts";

/**
 * The feed's last events, and from which position on they are all there is. A fetch whose answer is older than the
 * newest of them gets them applied; one that is older than `coveredFrom` has a gap, and must be made again.
 */
const events_max = 500;
let events: LiveEvent[] = [];
let coveredFrom = 0;
let caughtUpTo: number | null = null;

export function recentEvents(): readonly LiveEvent[] {
  return events;
}

/** Whether the feed has already said that this change's row is removed: an own command's answer may come after it. */
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

/** The position to resume from: the server has said that everything up to here was sent. Null before the first welcome. */
export function feedPosition(): number | null {
  return caughtUpTo;
}

/** Whether a fetch that answered for this position, together with the events kept, makes a whole. */
export function isCovered(position: number): boolean {
  return caughtUpTo === null || position >= coveredFrom;
}

/** The feed begins, or begins anew with a gap: from this position on it is whole. */
export function beginRecent(position: number): void {
  events = [];
  coveredFrom = position;
  caughtUpTo = position;
}

/** Only for the server's own words (caughtUp, heartbeat): one position can change several rows, so no row proves it. */
export function catchUpTo(position: number): void {
  if (caughtUpTo !== null) caughtUpTo = Math.max(caughtUpTo, position);
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
