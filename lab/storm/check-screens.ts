/** Checks after each round that every page shows what the database has. */
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseNode } from "./database-node.ts";
import type { LiveClient, Screen, ScreenList } from "../../tools/testing/live/live-client.ts";

/** A row as a screen shows it, by its key. */
type Rows = Map<string, string>;

interface Expected {
  /** Every row that exists, by kind. */
  orders: Rows;
  topups: Rows;
  users: Rows;
  /** The keys that a complete list must show or announce, in any order. */
  lists: Partial<Record<ScreenList, string[]>>;
}

const poll_ms = 60;
const newest_rows = 100;
const last_own_rows = 5;

const kindOf: Record<ScreenList, "orders" | "topups" | "users"> = {
  "own orders": "orders",
  "last own orders": "orders",
  "own top-ups": "topups",
  "own account": "users",
  "newest orders": "orders",
  "page of orders": "orders",
  "top-up history": "topups",
  "pending top-ups": "topups",
  users: "users",
};

export interface ScreenFaults {
  /** Rows that are not what the database has. */
  stale: string[];
  /** Answers since the last check that no page should ever get. */
  wrongAnswers: string[];
}

/** Waits until all screens are right. Returns what still differs at the deadline. */
export async function checkScreens(
  node: DatabaseNode,
  clients: readonly LiveClient[],
  deadline_ms: number,
): Promise<ScreenFaults> {
  const wrongAnswers: string[] = [];
  for (;;) {
    const isLast = performance.now() >= deadline_ms;
    const screens = await Promise.all(clients.map((client) => client.readScreen()));
    const stale: string[] = [];
    for (const [index, client] of clients.entries()) {
      const screen = screens[index];
      if (screen) stale.push(...differences(client, screen, await expectedBy(node, client)));
      wrongAnswers.push(...(screen?.wrongAnswers ?? []));
    }
    if (stale.length === 0 || isLast) return { stale, wrongAnswers };
    await sleep(poll_ms);
  }
}

function differences(client: LiveClient, screen: Screen, expected: Expected): string[] {
  const viewer = client.session.isAdmin ? "the admin" : client.session.username;
  if (screen.isSignedOut) return [`${viewer} was signed out`];
  if (!screen.isLive) return [`${viewer} has no live connection`];
  const faults: string[] = [];
  const missing = Object.keys(expected.lists).filter(
    (name) => screen.lists[name as ScreenList] === undefined,
  );
  for (const name of missing) faults.push(`${viewer} has no ${name}`);
  for (const [name, rows] of Object.entries(screen.lists) as [ScreenList, [string, string][]][]) {
    const rowsInDatabase = expected[kindOf[name]];
    for (const [key, text] of rows) {
      const current = rowsInDatabase.get(key) ?? "nothing";
      if (text !== current)
        faults.push(`${viewer}, ${name}, ${key}: the screen has ${text}, the database has ${current}`);
    }
    const told = new Set([...rows.map(([key]) => key), ...(screen.announced[name] ?? [])]);
    const missingKeys = (expected.lists[name] ?? []).filter((key) => !told.has(key));
    for (const key of missingKeys)
      faults.push(
        `${viewer}, ${name}, ${key}: the screen has nothing, the database has ${rowsInDatabase.get(key)}`,
      );
  }
  return faults;
}

async function expectedBy(node: DatabaseNode, client: LiveClient): Promise<Expected> {
  const { _id: user, isAdmin } = client.session;
  const owner = isAdmin ? null : user;
  const [orders, topups, users] = await Promise.all([
    node.query<Row>(
      `select id::text as key, format('%s @%s', status, position) as text from ledger."order"
       where not hidden and ($1::uuid is null or user_id = $1) order by id desc`,
      [owner],
    ),
    node.query<Row>(
      `select id::text as key, format('%s @%s', status, position) as text from ledger.topup
       where not hidden and ($1::uuid is null or user_id = $1) order by created_at desc, id desc`,
      [owner],
    ),
    node.query<Row>(
      `select a.user_id::text as key, format('%s %s %s @%s', to_char(w.balance / 100.0, 'FM9999999990.00'), a.level,
         a.status, greatest(a.position, w.position)) as text
       from ledger.account a join ledger.wallet w using (user_id)
       where not a.deleted and ($1::uuid is null or a.user_id = $1)`,
      [owner],
    ),
  ]);
  const expected = { orders: mapOf(orders), topups: mapOf(topups), users: mapOf(users) };
  const keys = (rows: readonly Row[], max?: number) => rows.slice(0, max).map(({ key }) => key);
  return {
    ...expected,
    lists: isAdmin
      ? { "newest orders": keys(orders, newest_rows), "top-up history": keys(topups, newest_rows) }
      : {
          "own orders": keys(orders),
          "last own orders": keys(orders, last_own_rows),
          "own top-ups": keys(topups),
          "own account": [user],
        },
  };
}

interface Row {
  key: string;
  text: string;
}

function mapOf(rows: readonly Row[]): Rows {
  return new Map(rows.map(({ key, text }) => [key, text]));
}
