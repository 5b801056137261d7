import type { LiveEvent } from "#api/contract/live.ts";

/**
 * The feed's last events, and from which position on they are all there is. A fetch whose answer is older than the
 * newest of them gets them applied; one that is older than `coveredFrom` has a gap, and must be made again.
 */
const events_max = 500;
let events: LiveEvent[] = [];
let coveredFrom = 0;
let newest: number | null = null;

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

/** The feed's position: everything up to here has been applied. Null before the first welcome. */
export function feedPosition(): number | null {
  return newest;
}

/** Whether a fetch that answered for this position, together with the events kept, makes a whole. */
export function isCovered(position: number): boolean {
  return newest === null || position >= coveredFrom;
}

/** The feed begins, or begins anew with a gap: from this position on it is whole. */
export function beginRecent(position: number): void {
  events = [];
  coveredFrom = position;
  newest = position;
}

export function advance(position: number): void {
  newest = Math.max(newest ?? 0, position);
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
  newest = null;
}
