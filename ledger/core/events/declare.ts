/** How an event is declared: its stream, its data, and what it does to the rows. */
import type { Pesewas } from "#contract/terms/money.ts";
import type { ClosingKind } from "#contract/terms/payments.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import type { Stream, StreamKind } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import { type Loaded, ownRow, type rowsOfStreams, type State } from "../state.ts";

export interface Recorded {
  /** 1, 2, 3 … over the whole log, without gaps. */
  position: number;
  /** 1, 2, 3 … in its stream. */
  version: number;
  /** A user's id, or "system". */
  actor: string;
  command_id: string;
  /** Keyed hash of the command's body, hex: tells a retry from a different command under the same id. */
  fingerprint: string;
  /** UTC with microseconds: 2026-11-21T10:42:00.123000Z. */
  recorded_at: string;
  wallet: string | null;
  /** In place of a wallet, if money moved between two house accounts. */
  house: HouseAccount | null;
  counterparty: HouseAccount | null;
  amount: Pesewas | null;
  balance_after: Pesewas | null;
}

/** An event of a stream of this kind, with this data. */
export interface Happened<K extends StreamKind, Data> extends Recorded {
  stream: Stream<K>;
  data: Data;
}

export interface Declaration<K extends StreamKind, Data> extends Traits<K, Data> {
  stream: K;
  /** What it does to the rows, apart from the accounts that its money moves between. */
  evolve(state: State, event: Happened<K, Data>, changes: Changes): void;
}

/** What only some events have. */
export interface Traits<K extends StreamKind, Data> {
  /** It begins its stream, so there was no row before it. */
  opens?: true;
  /** What the books call the movement of its money. Without this, it moves none. */
  books?: ClosingKind;
  /** The position of the movement that it takes back; null if there is none, or if its row is not loaded. */
  takesBack?: (event: Happened<K, Data>, state: State) => number | null;
}

/** How events of streams of this kind are declared. */
export function eventsOf<K extends StreamKind>(stream: K) {
  return <Data>(
    evolve: Declaration<K, Data>["evolve"],
    traits: Traits<K, Data> = {},
  ): Declaration<K, Data> => ({ stream, evolve, ...traits });
}

/** No data: the type and the stream say everything. */
export type NoData = Record<never, never>;

/** `requested_by`: the admin who asked for it, if another one, the actor, had to approve it. */
export interface Requested {
  requested_by?: string;
}

/** `clearing`: the position of the list_cleared that removed the row together with others. */
export interface Removed {
  clearing?: number;
}

export interface Changed<Value> {
  before: Value;
  after: Value;
}

type OwnRows = typeof rowsOfStreams;
type RowOf<K extends keyof OwnRows> = State[OwnRows[K]] extends Loaded<infer _, infer R> ? R : never;

/** Changes the row of the event's own stream. A row that is not loaded is left alone. */
export function changeRow<K extends keyof OwnRows>(
  state: State,
  event: Happened<K, unknown>,
  changes: Changes,
  change: (before: RowOf<K>) => Partial<RowOf<K>>,
): void {
  const own = ownRow(event.stream);
  if (own === undefined) return;
  const rows = state[own.kind] as Loaded<unknown, unknown> as Loaded<unknown, RowOf<K>>;
  const before = rows.peek(own.key);
  if (!before) return;
  const { version, position } = event;
  rows.set(own.key, { ...before, ...change(before), version, position });
  (changes[own.kind] as Set<unknown>).add(own.key);
}
