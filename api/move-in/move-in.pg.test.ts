import { hashSync } from "bcryptjs";
import { hash } from "@node-rs/argon2";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { foreignHashQuery, ownHashStart } from "#api/auth/passwords.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { createClient } from "#ledger/connect/connect.ts";
import { Writer } from "#ledger/log/writer.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";
import { comparePlan } from "./compare.ts";
import { planMoveIn } from "./plan.ts";
import { runMoveIn } from "./run.ts";

const shop = openTestShop({ patience: { moves_ms: 50 } });

async function compare(...lines: string[]) {
  const db = openReads(shop.pool);
  return comparePlan(
    db,
    await planMoveIn([
      { name: "users.csv", text: ["phone,username,level,hash,balance", ...lines].join("\n") },
    ]),
  );
}

async function balanceOf(phone: string): Promise<number[]> {
  const { rows } = await shop.pool.query(
    `select w.balance from ledger.wallet w join shop."user" u on u.id = w.user_id where u.phone = $1 order by u.deleted`,
    [phone],
  );
  return rows.map(({ balance }) => balance);
}

test("a run adds what the dry run says, and the same file again adds nothing", async () => {
  const lines = ["0241000001,one,Agent,,10.00", "0241000002,two,Customer,,2.50", "0241000003,three,,,"];
  const before = await shop.houseBalance("opening");
  const plan = await compare(...lines);
  expect(plan).toMatchObject({ amount: 12_50, already: { users: 0 }, refused: [] });
  expect(await balanceOf("0241000001")).toEqual([]);

  expect(await runMoveIn(shop.writer, plan)).toEqual({ users: 3, products: 0, amount: 12_50, refused: [] });
  expect(await shop.houseBalance("opening")).toBe(before - 12_50);
  expect(await balanceOf("0241000002")).toEqual([2_50]);

  const again = await compare(...lines);
  expect(again).toMatchObject({ users: [], already: { users: 3, amount: 12_50 }, refused: [] });
  const { position } = await shop.books();
  // As if it had been killed before it could know: what was planned before the first run.
  expect(await runMoveIn(shop.writer, plan)).toEqual({ users: 0, products: 0, amount: 0, refused: [] });
  expect(await shop.books()).toMatchObject({ position });
});

test("two runs at once add each user once", async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `0242${String(n).padStart(6, "0")},both ${n},,,1.00`);
  const plan = await compare(...lines);
  const other = new Writer({ url: shop.database.apiUrl });
  const [one, two] = await Promise.all([runMoveIn(shop.writer, plan), runMoveIn(other, plan)]);
  await other.close();
  expect(one.users + two.users).toBe(300);
  expect(one.amount + two.amount).toBe(300_00);
  expect([...one.refused, ...two.refused]).toEqual([]);
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
});

test("a deleted user does not come back with the file, and changed values are refused", async () => {
  await runMoveIn(shop.writer, await compare("0243000001,gone,,,5.00"));
  const { rows } = await shop.pool.query(`select id from shop."user" where phone = '0243000001'`);
  const user = rows[0].id;
  await shop.command("correct_balance", shop.admin._id, {
    user,
    amount: -5_00,
    reason: "paid out",
    corrects: null,
  });
  await shop.command("delete_user", shop.admin._id, { user }, [
    { text: `update shop."user" set deleted = true where id = $1`, values: [user] },
  ]);
  const again = await compare("0243000001,gone,,,5.00");
  expect(again).toMatchObject({ users: [], already: { users: 1 } });
  const more = await compare("0243000001,gone,,,500.00");
  expect(more).toMatchObject({
    users: [],
    refused: [{ line: 2, reason: expect.stringMatching(/other values/) }],
  });
});

test("a phone, and a name that looks like one, that the shop already has are refused", async () => {
  await shop.addUser("kwame1", "0243111111");
  const plan = await compare("0243111111,new,,,", "0243111112,kwamel,,,");
  expect(plan).toMatchObject({
    users: [],
    refused: [
      { line: 2, column: "phone" },
      { line: 3, column: "username" },
    ],
  });
});

test("who registers between the dry run and the run is refused by name, and the others move in", async () => {
  const plan = await compare("0243222221,late,,,3.00", "0243222222,early,,,4.00");
  await shop.addUser("somebody", "0243222221");
  expect(await runMoveIn(shop.writer, plan)).toMatchObject({
    users: 1,
    amount: 4_00,
    refused: [{ line: 2 }],
  });
  expect(await balanceOf("0243222221")).toEqual([0]);
});

test("only the shop itself moves users in, and nobody as an admin", async () => {
  const intent = { user: randomUUID(), level: "Customer", amount: 1, move_in: randomUUID() } as const;
  await expect(shop.command("move_in_user", shop.admin._id, intent)).rejects.toThrow("admin_only");
  await expect(shop.command("move_in_user", "system", { ...intent, level: "Admin" })).rejects.toThrow(
    "level_not_grantable",
  );
});

test("a bcrypt or argon2id hash of another shop signs in once and is replaced by the shop's own", async () => {
  const hashes = {
    "0243333331": hashSync("old password", 6).replace("$2b$", "$2y$"),
    "0243333332": await hash("old password", { algorithm: 2, memoryCost: 8192, timeCost: 3 }),
  };
  const lines = Object.entries(hashes).map(
    ([phone, hashed], n) => `${phone},old${"xy"[n]},,"${hashed}",1.00`,
  );
  await runMoveIn(shop.writer, await compare(...lines, "0243333333,without,,,"));
  for (const userPhone of Object.keys(hashes)) {
    const login = (password: string) => shop.call("POST", "/user/login", { userPhone, password });
    expect(await login("wrong password")).toMatchObject({ status: 401 });
    const stored = () =>
      shop.pool
        .query(`select password_hash from shop."user" where phone = $1`, [userPhone])
        .then(({ rows }) => rows[0].password_hash as string);
    expect(await stored()).toBe(hashes[userPhone as keyof typeof hashes]);
    // Two phones of the same person at the same time.
    const both = await Promise.all([login("old password"), login("old password")]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stored()).slice(0, ownHashStart.length)).toBe(ownHashStart);
    expect(await login("old password")).toMatchObject({ status: 200 });
    expect(await login("wrong password")).toMatchObject({ status: 401 });
  }
  const nobody = await shop.call("POST", "/user/login", {
    userPhone: "0243333333",
    password: "old password",
  });
  expect(nobody.status).toBe(401);
});

test("a refused login takes as long for an unknown phone as for one whose hash another shop made", async () => {
  // A cost at which bcrypt takes many times as long as argon2id here.
  await runMoveIn(shop.writer, await compare(`0243444441,slow,,${hashSync("old password", 11)},`));
  // The processor's time in all threads: on a busy machine, the clock's says little.
  const took_us = async (userPhone: string) => {
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await shop.pool.query("delete from shop.attempt");
      const began = process.cpuUsage();
      expect(await shop.call("POST", "/user/login", { userPhone, password: "wrong one" })).toMatchObject({
        status: 401,
      });
      const { user, system } = process.cpuUsage(began);
      times.push(user + system);
    }
    return Math.min(...times);
  };
  // The thread starts with the first.
  await took_us("0243444441");
  const [unknown, own, foreign] = [
    await took_us("0243999999"),
    await took_us(shop.admin.phone),
    await took_us("0243444441"),
  ];
  expect(unknown / foreign).toBeGreaterThan(0.5);
  expect(own / foreign).toBeGreaterThan(0.5);
  await shop.pool.query(`update shop."user" set password_hash = '' where phone = '0243444441'`);
});

test("a user gets the email that their file names, not proved, and else a made-up one that no mail reaches", async () => {
  const db = openReads(shop.pool);
  const text = "phone,email,first name,surname\n0243555551,Old@Example.com,Ama,Mensah\n0243555552,,,";
  await runMoveIn(shop.writer, await comparePlan(db, await planMoveIn([{ name: "users.csv", text }])));
  const { rows } = await shop.pool.query(
    `select email, first_name, last_name, email_proved_at from shop."user" where phone like '024355555_' order by phone`,
  );
  expect(rows).toEqual([
    { email: "old@example.com", first_name: "Ama", last_name: "Mensah", email_proved_at: null },
    { email: "user-0243555552@localhost.invalid", first_name: "", last_name: "", email_proved_at: null },
  ]);
});

test("a login finds by index whether any hash of another shop is left", async () => {
  const client = createClient(shop.database.ownerUrl, "test");
  await client.connect();
  await client.query("begin");
  await client.query(`insert into shop."user" (id, username, phone, email, password_hash)
    select gen_random_uuid(), 'many ' || n, 'many ' || n, 'many ' || n, '${ownHashStart}' || n from generate_series(1, 2000) n`);
  await client.query(`analyze shop."user"`);
  const { sql: text } = foreignHashQuery.compile(openReads(shop.pool));
  const { rows } = await client.query(`explain ${text}`);
  await client.query("rollback");
  await client.end();
  expect(JSON.stringify(rows)).toContain("user_foreign_hash");
});

test("the ledger is whole afterwards, and a statement and the closing name the opening balance", async () => {
  expect(await shop.findings()).toEqual([]);
  const { body: movements } = await shop
    .as(shop.admin)
    .get<{ items: { kind: string }[] }>("/audit/movements?kind=opening&limit=5");
  expect(movements.items.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => "opening"));
  const { body: acts } = await shop
    .as(shop.admin)
    .get<{ items: { changes: { after: string }[] }[] }>("/audit/acts?kind=move-in&limit=50");
  expect(acts.items.at(-1)?.changes[0]?.after).toBe("3 users with ¢12.50, 0 products");
});
