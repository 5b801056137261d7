/** What admins have open right now: who hears of it, through every process, and until when. */
import { pino } from "pino";
import { expect, test } from "vitest";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { type LiveClient, openTestShop } from "#tools/testing/test-shop.ts";
import { closeCodes, type Presence as Message } from "#contract/live.ts";
import { Presence } from "./presence.ts";

const shop = openTestShop();
const esi = shop.userOfFile("esi", "0245550101", "Admin");
const kofi = shop.userOfFile("kofi", "0205550102", "Customer", 1_000_000);

/** Waits until the newest presence that a client has heard has exactly these entries. */
async function shows(client: LiveClient, open: { name: string; orders: number[] }[]): Promise<void> {
  const heard = () => client.messages.filter((each) => (each as { type?: string }).type === "presence");
  await expect
    .poll(() => (heard().at(-1) as unknown as Message | undefined)?.open)
    .toEqual(open.map((each) => expect.objectContaining(each)));
}

test("admins of every process hear which orders an admin has open, until the page closes; customers do not", async () => {
  const other = await shop.another();
  try {
    const [here, there, customer] = await Promise.all([
      shop.live(shop.admin, null),
      shop.live(esi, null, other.url),
      shop.live(kofi, null),
    ]);
    await shows(here!, []);
    there!.send({ type: "presence", orders: [4, 5] });
    await shows(here!, [{ name: "esi", orders: [4, 5] }]);
    await shows(there!, [{ name: "esi", orders: [4, 5] }]);
    // Somebody who comes later is told at once.
    const late = await shop.live(shop.admin, null);
    await shows(late, [{ name: "esi", orders: [4, 5] }]);
    there!.send({ type: "presence", orders: [5] });
    await shows(here!, [{ name: "esi", orders: [5] }]);
    there!.close();
    await shows(here!, []);
    expect(customer!.messages.filter((each) => JSON.stringify(each).includes("presence"))).toEqual([]);
    for (const client of [here, late, customer]) client!.close();
  } finally {
    await other.close();
  }
});

test("only an admin may say it, in the form of the contract", async () => {
  const customer = await shop.live(kofi, null);
  customer.send({ type: "presence", orders: [1] });
  expect((await customer.closed).code).toBe(closeCodes.malformed);
  const bad: unknown[] = [
    { type: "presence", orders: ["1"] },
    { type: "presence", orders: [0] },
    {
      type: "presence",
      orders: Array.from({ length: officeLimits.presence_orders_max + 1 }, (_, at) => at + 1),
    },
    { type: "presence", orders: [1], user: kofi._id },
    "one more",
  ];
  for (const message of bad) {
    const client = await shop.live(esi, null);
    client.send(message);
    expect((await client.closed).code).toBe(closeCodes.malformed);
  }
});

test("what is not said again is forgotten, and a payload that no process has written is ignored", async () => {
  const told: Message[] = [];
  const presence = new Presence({
    db: openReads(shop.pool),
    log: pino({ level: "silent" }),
    hub: { toAdmins: (_key, message) => told.push(message) },
    check_ms: 50,
  });
  try {
    const id = "00000000-0000-4000-8000-00000000000f";
    const sign = JSON.stringify({ id, user: esi._id, orders: [7] });
    // Heard so long ago that the next look forgets it.
    await presence.hear(sign, Date.now() - serverLimits.presence_ms_max - 1);
    expect(presence.now.open).toHaveLength(1);
    await expect.poll(() => presence.now.open).toEqual([]);
    expect(told.at(-1)).toEqual({ type: "presence", open: [] });
    for (const payload of ["", "{", '{"id": 1}', JSON.stringify({ id, user: id, orders: [7] })])
      await presence.hear(payload);
    expect(presence.now.open).toEqual([]);
  } finally {
    presence.close();
  }
});
