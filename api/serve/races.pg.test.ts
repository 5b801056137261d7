/** Two simultaneous requests: exactly one wins, the other gets the present state, and the money is correct. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RunningServer } from "#api/server.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { type Answer, openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import type { SessionRecord } from "#contract/sessions.ts";

let other: RunningServer;
/** Signed in on both processes, like two admins at two desks. */
let second: TestUser;
let people = 0;
const shop = openTestShop();

beforeAll(async () => {
  other = await shop.another();
  second = await shop.addUser("second_admin", "0240000010", "Admin");
});
afterAll(async () => {
  await other.close();
});
afterEach(async () => {
  const { wallets, houses } = await shop.books();
  if (wallets + houses !== 0) throw new Error(`the books are out by ${wallets + houses} pesewas`);
});

const rounds = Array.from({ length: 20 }, (_, n) => n);
const bundle = { packageId: "mtnup2u-1", receiver: "0244123456" };

interface Requested {
  recharge: { _id: string; rechargeId: string };
}

test("simultaneous top-up requests without a reference, or with somebody else's, each get their own", async () => {
  const [buyer, stranger] = [await addBuyer(), await addBuyer()];
  const { body } = await shop.as(stranger).get<{ nextRechargeId: string }>("/recharge/next-recharge-id");
  for (const rechargeId of [undefined, body.nextRechargeId])
    for (const round of rounds.slice(0, 8)) {
      await shop.declineTopups();
      const ask = (key: string, base = shop.server.url) =>
        shop.as(buyer).post<Requested>("/recharge", { amount: 50, rechargeId }, { key, base });
      const keys = ["one", "two", "three"].map((name) => `${name}-${round}-${rechargeId}`);
      const bases = [shop.server.url, other.url, shop.server.url];
      // The third one is sent twice under its key.
      const sent = [...keys.map((key, n) => ask(key, bases[n])), ask(keys[2]!, other.url)];
      const answers = await Promise.all(sent);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      const numbers = answers.map((answer) => answer.body.recharge.rechargeId);
      expect(new Set(numbers).size).toBe(3);
      expect(numbers[3]).toBe(numbers[2]);
      for (const [n, key] of keys.entries())
        expect((await ask(key)).body.recharge).toEqual(answers[n]?.body.recharge);
    }
});

const addBuyer = (level: Level = "Customer", balance = 100_00) => {
  people += 1;
  return shop.addUser(`buyer${people}`, `02455${String(people).padStart(5, "0")}`, level, balance);
};

interface Told {
  code: string;
  status: string;
}

/** The first admin uses one process, the second the other. Who starts changes from round to round. */
function bothAdmins(round: number, path: string, bodies: [object, object]): Promise<Answer<Told>[]> {
  const asks = [
    () => shop.as(shop.admin).put<Told>(path, bodies[0]),
    () => shop.as(second).put<Told>(path, bodies[1], { base: other.url }),
  ];
  const sent = (round % 2 === 0 ? asks : asks.toReversed()).map((ask) => ask());
  return Promise.all(round % 2 === 0 ? sent : sent.toReversed());
}

/** Which of the two won. The other must have been refused with 409 and the present state. */
function winnerOf(answers: Answer<Told>[], code: string, present: (winner: number) => string): number {
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(answers[winner]?.status).toBe(200);
  expect(answers[1 - winner]).toMatchObject({ status: 409, body: { code, status: present(winner) } });
  return winner;
}

async function balanceOf(user: TestUser): Promise<number> {
  const { rows } = await shop.pool.query<{ balance: number }>(
    "select balance from ledger.wallet where user_id = $1",
    [user._id],
  );
  return rows[0]?.balance ?? Number.NaN;
}

/** The amount of each order of this user, oldest first. */
async function chargesOf(user: TestUser): Promise<number[]> {
  const { rows } = await shop.pool.query<{ amount: number }>(
    `select amount from ledger."order" where user_id = $1 order by id`,
    [user._id],
  );
  return rows.map(({ amount }) => amount);
}

async function requestTopup(user: TestUser): Promise<string> {
  const { body } = await shop.as(user).post<{ recharge: { _id: string } }>("/recharge", { amount: 50 });
  return body.recharge._id;
}

test("two admins who approve a top-up at once make one credit", async () => {
  const user = await addBuyer("Customer", 0);
  for (const round of rounds) {
    const id = await requestTopup(user);
    const answers = await bothAdmins(round, `/recharge/${id}/approve`, [{}, {}]);
    winnerOf(answers, "recharge_decided", () => "approved");
    expect(await balanceOf(user)).toBe((round + 1) * 50_00);
  }
});

test("of a simultaneous approval and decline only one counts, and the money matches it", async () => {
  const user = await addBuyer("Customer", 0);
  let approved = 0;
  for (const round of rounds) {
    const id = await requestTopup(user);
    const asks = [
      () => shop.as(shop.admin).put<Told>(`/recharge/${id}/approve`, {}),
      () => shop.as(second).put<Told>(`/recharge/${id}/decline`, {}, { base: other.url }),
    ];
    const sent = (round % 2 === 0 ? asks : asks.toReversed()).map((ask) => ask());
    const answers = await Promise.all(round % 2 === 0 ? sent : sent.toReversed());
    const winner = winnerOf(answers, "recharge_decided", (won) => (won === 0 ? "approved" : "declined"));
    if (winner === 0) approved += 1;
    expect(await balanceOf(user)).toBe(approved * 50_00);
  }
});

test("of a simultaneous rejection and completion only one counts, and only a rejection refunds", async () => {
  const user = await addBuyer();
  let kept = 0;
  for (const round of rounds) {
    const { body } = await shop.as(user).post<PurchaseAnswer>("/order/create", bundle);
    const path = `/order/update-status/${body._id}`;
    await shop.as(shop.admin).put(path, { status: "processing" });
    const answers = await bothAdmins(round, path, [{ status: "rejected" }, { status: "completed" }]);
    const winner = winnerOf(answers, "order_decided", (won) => (won === 0 ? "rejected" : "completed"));
    if (winner === 1) kept += 1;
    expect(await balanceOf(user)).toBe(100_00 - kept * 480);
  }
});

/** More than a user can spend before their purchases are stopped, however busy the machine is. */
const enough = 50_000_00;

/** The answers to the purchases, in the order they were sent, until one was refused. */
async function buyUntilRefused(credentials: { token: string } | { apiKey: string }) {
  const answers: Answer<PurchaseAnswer & { code: string }>[] = [];
  do {
    answers.push(await shop.call("POST", "/order/create", bundle, credentials));
  } while (answers.at(-1)?.status === 201);
  return answers;
}

test("a ban during purchases lets all purchases before it count and none after it", async () => {
  for (const round of rounds.slice(0, 8)) {
    const user = await addBuyer("Customer", enough);
    const buying = [1, 2, 3].map(() => buyUntilRefused({ token: user.token }));
    while ((await chargesOf(user)).length <= round) await new Promise(setImmediate);
    const banned = await shop
      .as(shop.admin)
      .put(
        `/user/${user._id}/status`,
        { status: "Banned" },
        { base: round % 2 === 0 ? shop.server.url : other.url },
      );
    expect(banned.status).toBe(200);
    const answers = (await Promise.all(buying)).flat();
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, body: { code: "actor_banned" } });
    const { rows } = await shop.pool.query<{ late: number }>(
      `select count(*)::integer as late from ledger.event where type = 'order_placed' and actor = $1 and position >
         (select position from ledger.event where stream = $2 and type = 'user_status_changed')`,
      [user._id, `user/${user._id}`],
    );
    expect(rows[0]?.late).toBe(0);
    const charges = await chargesOf(user);
    expect(charges).toHaveLength(answers.length - 3);
    expect(await balanceOf(user)).toBe(enough - charges.length * 480);
  }
});

test("a level change during purchases charges each the price of its moment, or nothing if the buyer saw another price", async () => {
  for (const round of rounds.slice(0, 8)) {
    const user = await addBuyer("Customer", enough);
    const seen = { ...bundle, totalAmount: 4.8 };
    const buy = async (): Promise<Answer<PurchaseAnswer & { code: string; price: number }>[]> => {
      const answers = [];
      do {
        answers.push(
          await shop.as(user).post<PurchaseAnswer & { code: string; price: number }>("/order/create", seen),
        );
      } while (answers.at(-1)?.status === 201);
      return answers;
    };
    const buying = [1, 2, 3].map(buy);
    while ((await chargesOf(user)).length <= round) await new Promise(setImmediate);
    const level = { userLevel: "Agent" };
    const changed = await shop
      .as(shop.admin)
      .put(`/user/${user._id}/level`, level, { base: round % 2 === 0 ? shop.server.url : other.url });
    expect(changed.status).toBe(200);
    const answers = (await Promise.all(buying)).flat();
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject({ status: 409, body: { code: "price_changed", price: 4.6 } });
    const charges = await chargesOf(user);
    expect(charges).toEqual(Array.from({ length: answers.length - 3 }, () => 480));
    expect(await balanceOf(user)).toBe(enough - charges.length * 480);
    // Without a price in the request, the buyer pays the price of their present level.
    const { body } = await shop.as(user).post<PurchaseAnswer>("/order/create", bundle);
    expect(body.totalAmount).toBe(4.6);
  }
});

test("two tabs that refresh at once get the same new tokens, and the session continues", async () => {
  for (const round of rounds) {
    const user = await addBuyer();
    let { refreshToken } = user;
    for (let turn = 0; turn < 2; turn++) {
      const tabs = await Promise.all(
        [shop.server.url, other.url, round % 2 === 0 ? other.url : shop.server.url].map((base) =>
          shop.call<SessionRecord>("POST", "/auth/refresh-token", { token: refreshToken }, { base }),
        ),
      );
      expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(tabs.map(({ body }) => body.refreshToken)).size).toBe(1);
      refreshToken = tabs[0]?.body.refreshToken ?? "";
      for (const { body } of tabs) expect((await shop.as(body).get("/user")).status).toBe(200);
    }
    const { rows } = await shop.pool.query("select counter from shop.session where user_id = $1", [user._id]);
    expect(rows).toEqual([{ counter: 2 }]);
  }
});

test("replacing an API key during purchases keeps each earlier purchase once, and the old key buys nothing afterwards", async () => {
  for (const round of rounds.slice(0, 8)) {
    const user = await addBuyer("Agent", enough);
    const buying = [1, 2, 3].map(() => buyUntilRefused({ apiKey: user.apiKey }));
    while ((await chargesOf(user)).length <= round) await new Promise(setImmediate);
    const replaced = await shop.as(user).post<{ apiKey: string }>("/user/api-key", {});
    const after = await shop.call("POST", "/order/create", bundle, { apiKey: user.apiKey });
    expect(after).toMatchObject({ status: 401, body: { code: "api_key_invalid" } });
    const answers = (await Promise.all(buying)).flat();
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 401, body: { code: "api_key_invalid" } });
    const charges = await chargesOf(user);
    expect(charges).toEqual(Array.from({ length: answers.length - 3 }, () => 460));
    expect(await balanceOf(user)).toBe(enough - charges.length * 460);
    const { apiKey } = replaced.body;
    expect((await shop.call("POST", "/order/create", bundle, { apiKey })).status).toBe(201);
  }
});

test("two simultaneous replacements of an API key both succeed, and only the last key is valid", async () => {
  const user = await addBuyer("Agent");
  for (const round of rounds) {
    const answers = await Promise.all(
      [shop.server.url, other.url].map((base, n) =>
        shop
          .as(user)
          .post<{ apiKey: string }>(
            "/user/api-key",
            {},
            { key: `replace ${round} ${n}`.replaceAll(" ", "-"), base },
          ),
      ),
    );
    const { body } = await shop.as(user).get<{ apiKey: string }>("/user/api-key");
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.body.apiKey)).toContain(body.apiKey);
    await expect
      .poll(async () => (await shop.call("GET", "/user", undefined, { apiKey: body.apiKey })).status)
      .toBe(200);
  }
  const { rows } = await shop.pool.query("select counter from shop.api_key where user_id = $1", [user._id]);
  expect(rows).toEqual([{ counter: rounds.length * 2 }]);
});
