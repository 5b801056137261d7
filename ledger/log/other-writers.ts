/** Applies what another process has written to the rows that are in memory. */
import type { ClientBase } from "pg";
import { declarationOf, type LedgerEvent } from "#ledger/core/events.ts";
import { Changes } from "#ledger/core/changes.ts";
import { evolve } from "#ledger/core/evolve/evolve.ts";
import type { State } from "#ledger/core/state.ts";
import { idOfStream, kindOfStream, type Stream } from "#contract/terms/streams.ts";
import type { Head } from "./append.ts";
import { belowOf, rowsOf } from "./load.ts";
import { eventColumns } from "../tables/logged-event.ts";

/** If another writer has appended more events than this, everything is loaded again instead. */
const catch_up_events_max = 2000;

/** False: the state has to be loaded again. */
export async function applyOtherWriters(
  client: ClientBase,
  state: State,
  seen: Head,
  now: Head,
): Promise<boolean> {
  if (seen.rebuilds !== now.rebuilds) return false;
  const events = await eventsBetween(client, seen, now.position);
  if (!events) return false;
  for (const event of events) {
    if (!isLoadedFor(event, state)) return false;
    evolve(state, event, new Changes());
  }
  // The status before the event is unknown for orders, top-ups and approvals that are not in memory.
  state.requests.rows.clear();
  state.open.rows.clear();
  state.pending_topups.rows.clear();
  return true;
}

/** Whether the state has what this event of another process changes beyond its own row. */
function isLoadedFor(event: LedgerEvent, state: State): boolean {
  const { accounts, orders, entries } = state;
  const { opens, takesBack } = declarationOf(event.type) ?? {};
  const kind = kindOfStream(event.stream);
  const id = idOfStream(event.stream as Stream<"user">);
  // The number of admins follows from the account before and after.
  if (kind === "user") return opens === true || accounts.has(id);
  if (takesBack === undefined) return true;
  // Which movement a refund takes back follows from its order; the movement may be in memory without the order.
  if (kind === "order" && !orders.has(Number(id))) return false;
  // What a corrected correction corrects follows from that correction; that may be in memory without it.
  const entry = takesBack(event, state);
  const below = entry === null ? [] : [entry, ...belowOf(state, entry)];
  return below.every((at) => entries.has(at));
}

/**
 * Another writer's events up to a position, after the last one that was seen. Undefined if there are too many, or if the
 * log has a different event at that position: an older log was restored, or a standby without it was promoted.
 */
async function eventsBetween(
  client: ClientBase,
  seen: Head,
  upTo: number,
): Promise<LedgerEvent[] | undefined> {
  if (upTo - seen.position > catch_up_events_max) return undefined;
  const [events, [last]] = await Promise.all([
    rowsOf<LedgerEvent>(client, { name: "load_events", text: eventsSql, values: [seen.position, upTo] }),
    rowsOf<{ hash: string }>(client, { name: "load_hash", text: hashSql, values: [seen.position] }),
  ]);
  return seen.position === 0 || last?.hash === seen.hash ? events : undefined;
}

const hashSql = `select encode(hash, 'hex') as hash from ledger.event where position = $1`;

const eventsSql = `select ${eventColumns} from ledger.event where position > $1::bigint and position <= $2::bigint
  order by position`;
