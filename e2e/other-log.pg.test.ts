/** An older log is restored and grows past what a page has seen: the page forgets what never happened. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rememberDatabase } from "#tools/testing/remember-database.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { LiveClient } from "#tools/testing/live/live-client.ts";

let shop: TestShop;
let ama: TestUser;
let kofi: TestUser;
let owner: pg.Client;
let page: LiveClient;

beforeAll(async () => {
  shop = await TestShop.open();
  ama = await shop.addUser("ama", "0245550101", "Customer", 1000_00);
  kofi = await shop.addUser("kofi", "0205550102", "Customer", 1000_00);
  owner = new pg.Client(shop.database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await page.close();
  await owner.end();
  await shop.close();
});

/** Also while the server is closed. */
const buy = (user: TestUser) =>
  shop.command("place_order", user._id, {
    package: { id: "mtnup2u-1" },
    expected_price: null,
    receiver: "0244123456",
    form: null,
  });
const stored = async () => {
  const { rows } = await shop.pool.query<{ id: string; row: string }>(
    `select id::text, status || ' @' || position as row from ledger."order" where user_id = $1 order by id desc`,
    [ama._id],
  );
  return rows.map(({ id, row }) => [id, row]);
};
const shown = async () => (await page.readScreen()).lists["own orders"];
const balance = async () => (await page.readScreen()).lists["own account"]?.[0]?.[1].split(" ")[0];
const storedBalance = async () => {
  const { rows } = await shop.pool.query<{ balance: number }>(
    "select balance from ledger.wallet where user_id = $1",
    [ama._id],
  );
  return ((rows[0]?.balance ?? 0) / 100).toFixed(2);
};

test("a page whose log was replaced by an older one that has grown past it shows the rows of the present one", async () => {
  await buy(ama);
  const putBack = await rememberDatabase(owner);
  page = new LiveClient({ base: shop.server.url, session: ama, resumeRule: "page" });
  for (let lost = 0; lost < 3; lost += 1) await buy(ama);
  await expect.poll(shown).toEqual(await stored());
  const { position } = await shop.books();
  await shop.server.close();
  await putBack();
  await buy(ama);
  while ((await shop.books()).position <= position) await buy(kofi);
  expect(await stored()).toHaveLength(2);
  await shop.reopen({ port: Number(new URL(shop.server.url).port) });
  await expect.poll(shown).toEqual(await stored());
  await expect.poll(balance).toBe(await storedBalance());
  await buy(ama);
  await expect.poll(shown).toEqual(await stored());
});
