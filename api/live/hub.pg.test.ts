/** The hub's guarantees to sockets, for each run of events, without a follower. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LoggedEvent, loggedColumns } from "#ledger/tables/logged-event.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { FakeWire } from "#tools/testing/fake-wire.ts";
import { openTestShop, testSecret, type TestUser } from "#tools/testing/test-shop.ts";
import type { LiveMessage } from "#contract/live.ts";
import { People } from "../serve/people.ts";
import { deriveSecrets } from "../serve/secrets.ts";
import { Hub } from "./hub.ts";
import { LiveSocket } from "./live-socket.ts";

let hub: Hub;
/** The end of the log when the hub started. */
let start: number;
const wires: FakeWire[] = [];

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Customer", 100_000);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const began = await shop.books();
  start = began.position;
  const secrets = deriveSecrets(testSecret);
  hub = new Hub(
    { db: openReads(shop.pool), people: new People(), secrets, shopName: "Cedibook" },
    () => began,
  );
});
afterEach(() => {
  wires.length = 0;
  hub.close();
  vi.useRealTimers();
});

test("only the buyer and admins get caughtUp, after the rows of the run", async () => {
  const [buyer, admin, other] = await Promise.all([ama, shop.admin, kofi].map((user) => join(user, null)));
  const position = await buy(ama);
  await hub.follow(await eventsAfter(start));
  expect(buyer!.slice(2)).toEqual([
    `ordersUpdated ${position}`,
    `CurrUserUpdated ${position}`,
    caughtUp(position),
  ]);
  expect(admin!.slice(2)).toEqual([
    `ordersUpdated ${position}`,
    `userUpdated ${position}`,
    caughtUp(position),
  ]);
  expect(other!.slice(2)).toEqual([]);
  // Corked messages would never be sent.
  expect(wires.map(({ corks }) => corks)).toEqual([0, 0, 0]);
  vi.advanceTimersByTime(25_000);
  expect(other!.at(-1)).toBe(`heartbeat ${position}`);
});

test("a socket that joins right after a run was handed out starts after that run", async () => {
  const first = await join(kofi, null);
  expect(first).toEqual([`welcome ${start}`, caughtUp(start)]);
  const position = await buy(ama);
  await hub.follow(await eventsAfter(start));
  expect(await join(ama, null)).toEqual([`welcome ${position}`, caughtUp(position)]);
});

test("a socket that joins while the rows of a run are read gets them", async () => {
  const early = await join(kofi, null);
  const own = await buy(kofi);
  const position = await buy(ama);
  const followed = hub.follow(await eventsAfter(start));
  // At its start only kofi's rows are needed.
  const late = await join(ama, null);
  expect(late).toEqual([`welcome ${start}`, caughtUp(start)]);
  await followed;
  expect(early.slice(2)).toEqual([`ordersUpdated ${own}`, `CurrUserUpdated ${own}`, caughtUp(position)]);
  expect(late).toEqual([
    `welcome ${start}`,
    caughtUp(start),
    `ordersUpdated ${position}`,
    `CurrUserUpdated ${position}`,
    caughtUp(position),
  ]);
});

test("the published position advances while no socket is open", async () => {
  const position = await buy(ama);
  await hub.follow(await eventsAfter(start));
  expect(await join(ama, null)).toEqual([`welcome ${position}`, caughtUp(position)]);
});

test("a joining socket is caught up to the position published when it joined, not to the position it happened to read", async () => {
  const position = await buy(ama);
  expect(await join(ama, start)).toEqual([
    `welcome ${start}`,
    `CurrUserUpdated ${position}`,
    `ordersUpdated ${position}`,
    caughtUp(start),
  ]);
});

test("a hello from beyond the published position resumes, and one from beyond the log must fetch everything", async () => {
  const position = await buy(ama);
  expect(await join(ama, position)).toEqual([`welcome ${start}`, caughtUp(start)]);
  expect(await join(ama, position + 1)).toEqual([`welcome ${start} refetch`, caughtUp(start)]);
});

/** The messages of the socket, one line each. It grows as they arrive. */
async function join(user: TestUser, position: number | null): Promise<string[]> {
  const wire = new FakeWire();
  wires.push(wire);
  const { _id, username, phone, email, userLevel: level, status } = user;
  const names = {
    username,
    phone,
    email,
    first_name: "",
    last_name: "",
    lacksFactor: false,
    hasUnusedChange: false,
  };
  const socket = new LiveSocket(wire, wire, {
    session: "s",
    user: _id,
    ...names,
    level,
    status,
    position: user.position,
  });
  const got: string[] = [];
  wire.onSent = (text) => got.push(short(JSON.parse(text) as LiveMessage));
  const welcome = await hub.join(socket, { position });
  welcome();
  return got;
}

function short(message: LiveMessage): string {
  if ("event" in message) return `${message.event} ${message.position}`;
  const refetch = message.type === "welcome" && message.refetch ? " refetch" : "";
  return `${message.type} ${message.position}${refetch}`;
}

function caughtUp(position: number): string {
  return `caughtUp ${position}`;
}

async function buy({ _id }: TestUser): Promise<number> {
  return shop.command("place_order", _id, {
    package: { id: "mtnup2u-1" },
    expected_price: null,
    receiver: "0244123456",
    form: null,
  });
}

async function eventsAfter(position: number): Promise<LoggedEvent[]> {
  const { rows } = await shop.pool.query<LoggedEvent>(
    `select ${loggedColumns} from ledger.event where position > $1 order by position`,
    [position],
  );
  return rows;
}
