import type { LiveEvent } from "#contract/live.ts";

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
