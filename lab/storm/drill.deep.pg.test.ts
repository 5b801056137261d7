/** The disk of a shop is lost under load. What was shipped is restored, and the shop goes on. */
import { setTimeout as sleep } from "node:timers/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { expect, onTestFinished, test } from "vitest";
import { restore } from "../../api/backup/restore.ts";
import { openStore } from "../../api/backup/store.ts";
import type { RunningServer, ServerOptions } from "../../api/server.ts";
import { createClient } from "../../ledger/connect/connect.ts";
import { verify } from "../../ledger/verify/verify.ts";
import { onOwnServer } from "../../tools/testing/database.ts";
import { startTestBucket } from "../../tools/testing/test-bucket.ts";
import { TestShop } from "../../tools/testing/test-shop.ts";
import { ServerChild } from "../server.ts";
import { DatabaseNode } from "./database-node.ts";

const tail_ms = 500;

let server: ServerChild;

async function startApart(options: ServerOptions): Promise<RunningServer> {
  server = await ServerChild.start(options);
  return { url: server.url, routes: [], close: () => server.child.kill() };
}

interface Bought {
  id: number;
  at_ms: number;
}

/** Buys until the shop is gone. Returns what was acknowledged. */
async function buyOn(shop: TestShop, token: string): Promise<Bought[]> {
  const bought: Bought[] = [];
  const order = { packageId: "mtnup2u-1", receiver: "0244000001" };
  for (;;) {
    const answer = await shop
      .as({ token })
      .post("/order/create", order)
      .catch(() => undefined);
    if (answer?.status !== 201) return bought;
    bought.push({ id: Number(answer.body["_id"]), at_ms: Date.now() });
  }
}

interface Shipped {
  position: number;
  hash: string;
  at_ms: number;
}

async function lastShipped(shop: TestShop): Promise<Shipped | undefined> {
  const { rows } = await shop.pool.query<{ position: number; hash: string; at: string }>(
    `select b.position, encode(e.hash, 'hex') as hash, b.shipped_at as at
     from shop.backup b join ledger.event e on e.position = b.position where b.tails > 2`,
  );
  const [row] = rows;
  return row && { position: row.position, hash: row.hash, at_ms: Date.parse(row.at) };
}

test(
  "a shop that loses its disk under load is restored up to the last tail, its books balance, and it goes on",
  { timeout: 480_000 },
  async () => {
    const bucket = await startTestBucket();
    onTestFinished(() => bucket.close());
    const identity = await generateIdentity();
    const backup = {
      target: bucket.target,
      s3: bucket.access,
      recipient: await identityToRecipient(identity),
      full_ms: 60 * 60_000,
      tail_ms,
      keep: { days: 1, weeks: 0, months: 0 },
      secretFiles: {},
    };
    const lost = await DatabaseNode.startPrimary();
    onTestFinished(() => lost.close());
    const shop = await TestShop.open({ backup, suppliers: {} }, await onOwnServer(lost.url), startApart);
    const ama = await shop.addUser("ama", "0245550101", "Customer", 10_000_000);
    const loads = [1, 2, 3, 4].map(() => buyOn(shop, ama.token));
    await expect.poll(() => lastShipped(shop), { timeout: 180_000 }).toBeDefined();
    const shipped = (await lastShipped(shop))!;
    await sleep(tail_ms);
    await server.child.kill();
    await Promise.all([shop.writer.close(), shop.pool.end()]);
    await lost.kill();
    const bought = (await Promise.all(loads)).flat();

    const fresh = await DatabaseNode.startPrimary();
    onTestFinished(() => fresh.close());
    const database = await onOwnServer(fresh.url);
    const client = createClient(database.ownerUrl, "test");
    await client.connect();
    const { head } = await restore({ client, store: openStore(bucket.target, bucket.access), identity });
    expect(head.position).toBeGreaterThanOrEqual(shipped.position);
    expect((await verify(client)).findings).toEqual([]);
    const { rows: same } = await client.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from ledger.event where position = $1",
      [shipped.position],
    );
    expect(same).toEqual([{ hash: shipped.hash }]);
    const { rows: kept } = await client.query<{ id: number }>(
      `select o.id from ledger."order" o join shop.order_detail d on d.order_id = o.id`,
    );
    const early = bought.filter(({ at_ms }) => at_ms < shipped.at_ms).map(({ id }) => id);
    expect(early.length).toBeGreaterThan(0);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(early));
    await client.end();

    const again = await TestShop.onDatabase({ backup }, database, startApart);
    const { token } = await again.login(ama.phone, ama.password);
    const order = { packageId: "mtnup2u-1", receiver: "0244000002" };
    expect(await again.call("POST", "/order/create", order, { token })).toMatchObject({
      status: 201,
      body: { _id: String(Math.max(...kept.map(({ id }) => id)) + 1) },
    });
    // The restored shop begins a chain of its own.
    await expect
      .poll(() => [...bucket.objects.keys()].filter((key) => key.includes("-full")).length, {
        timeout: 180_000,
      })
      .toBe(2);
    await again.close();
  },
);
