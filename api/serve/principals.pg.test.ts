/** How long accounts are cached. Changes without an event in the log show which values come from the cache. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openReads } from "#ledger/tables/open-reads.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";
import { Principals } from "./principals.ts";

let session: string;
let principals: Principals;
let now_ms: number;
/** The time up to which the log is followed. */
let followed_ms: number;

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");

beforeAll(async () => {
  await shop.login(ama.phone, ama.password);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  now_ms = Date.now();
  principals = new Principals(openReads(shop.pool), () => followed_ms);
  const { rows } = await shop.pool.query<{ id: string }>(
    `update shop.session set expires_at = to_timestamp($2::float8 / 1000)
     where user_id = $1 and ended_at is null returning id`,
    [ama._id, now_ms + 3_600_000],
  );
  session = rows[0]?.id ?? "";
  await setName("ama");
  pass(0);
  await nameSeen();
  await setName("amma");
});
afterEach(() => vi.useRealTimers());

const setName = (name: string) =>
  shop.pool.query(`update shop."user" set username = $2 where id = $1`, [ama._id, name]);
const nameSeen = async () => (await principals.find(session))?.username;

function pass(by_ms: number, isFollowed = true): void {
  now_ms += by_ms;
  vi.setSystemTime(now_ms);
  if (isFollowed) followed_ms = now_ms;
}

test("accounts are cached for a minute while the log is followed", async () => {
  pass(59_000);
  expect(await nameSeen()).toBe("ama");
  pass(1000);
  expect(await nameSeen()).toBe("amma");
});

test("accounts are cached for only five seconds while the log cannot be followed", async () => {
  pass(4999, false);
  expect(await nameSeen()).toBe("ama");
  pass(1, false);
  expect(await nameSeen()).toBe("amma");
});

test("a cached session ends on time", async () => {
  pass(3_599_000);
  expect(await nameSeen()).toBe("amma");
  pass(1000);
  expect(await nameSeen()).toBeUndefined();
});
