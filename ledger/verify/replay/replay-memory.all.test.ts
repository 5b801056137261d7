/** A replay's memory must not grow with the log. */
import type pg from "pg";
import { expect, test } from "vitest";
import { emptyState } from "#ledger/core/state.ts";
import { MadeLog } from "../../log/testing/made-log.ts";
import type { LoggedEvent } from "../../tables/logged-event.ts";
import { Chain, jsonbText } from "./chain.ts";
import type { LogRow } from "./log-rows.ts";
import { Replay } from "./replay.ts";

const customers = 20;
/** What MadeLog has open at a time, and a window of events in which orders are decided. */
const kept_max = 600 + 4000;

test("a replay keeps as few rows in memory after 40,000 events as after 8,000", async () => {
  const log = new MadeLog(customers);
  const state = emptyState();
  const written: string[] = [];
  const replay = new Replay(clientThatNotes(written), undefined, undefined, { chain: new Chain(), state });
  const replayTo = async (position: number) => {
    while (state.position < position)
      expect(await replay.replayRows(log.nextEvents(1000).map(rowOf))).toBeUndefined();
    const { orders, topups, entries, wallets } = state;
    return [orders, topups, entries, wallets].map(({ rows }) => rows.size);
  };
  const early = await replayTo(8000);
  const late = await replayTo(40_000);
  for (const sizes of [early, late]) for (const size of sizes) expect(size).toBeLessThan(kept_max);
  expect(late[3]).toBe(early[3]);
  expect(Math.max(...late)).toBeLessThan(Math.max(...early) + 1000);
  // A wallet that is written in each window grows a chain of row versions, and each write is slower than the last.
  expect(written.filter((sql) => sql.includes('pg_temp."wallet"'))).toEqual([]);
  await replay.finish();
  expect(written.filter((sql) => sql.includes('pg_temp."wallet"'))).toHaveLength(1);
});

/** Nothing is loaded: only the replay's own writes reach it. */
function clientThatNotes(written: string[]): pg.ClientBase {
  const query = async ({ text }: { text: string }) => {
    written.push(text);
    return { rows: [], rowCount: 0 };
  };
  return { query } as unknown as pg.ClientBase;
}

function rowOf(event: LoggedEvent): LogRow {
  const text = (value: number | null) => (value === null ? null : String(value));
  return [
    String(event.position),
    event.stream,
    String(event.version),
    event.type,
    jsonbText(event.data),
    event.actor,
    event.command_id,
    event.fingerprint,
    event.recorded_at.replace("T", " ").replace("Z", "+00"),
    event.wallet,
    event.counterparty,
    text(event.amount),
    text(event.balance_after),
    event.hash,
    null,
  ];
}
