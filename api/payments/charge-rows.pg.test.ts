/** Charges that several processes, prompts and reports of Paystack write at the same time. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "#ledger/connect/connect.ts";
import { type Database, openReads } from "#ledger/tables/open-reads.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { checkNow, reserveCharge, setCharge, takeDueCharges } from "./charge-rows.ts";
import { newReference } from "./prompt.ts";

const rail = "paystack";
let database: TestDatabase;
let pool: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.apiUrl, 8);
  db = openReads(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("charges that are reserved at the same moment count each other", async () => {
  const user = randomUUID();
  const reserved = await Promise.all(
    Array.from({ length: 16 }, () =>
      reserveCharge(
        db,
        { rail, reference: newReference(), user, amount: 1000_00 },
        { max: 5000_00, hours: 24 },
      ),
    ),
  );
  expect(reserved.filter((isReserved) => isReserved)).toHaveLength(5);
});

test("what Paystack reports while a check waits for its answer is checked at once", async () => {
  const reference = newReference();
  await checkNow(db, { rail, reference });
  const [first] = await takeDueCharges(db, rail, 1);
  expect(first?.reference).toBe(reference);
  await checkNow(db, { rail, reference }, { about: "payment" });
  await setCharge(db, reference, { state: "failed", check_s: null }, { check: first?.checks });
  const [second] = await takeDueCharges(db, rail, 1);
  expect(second).toMatchObject({ reference, state: "failed", checks: 2 });
  await setCharge(db, reference, { state: "paid", check_s: null }, { check: second?.checks });
  expect(await takeDueCharges(db, rail, 1)).toEqual([]);
});

test("what Paystack reports while a check stores its answer is checked at once", async () => {
  const reference = newReference();
  await checkNow(db, { rail, reference });
  const [first] = await takeDueCharges(db, rail, 1);
  await db.transaction().execute(async (tx) => {
    await sql`select now()`.execute(tx);
    await checkNow(db, { rail, reference }, { about: "payment" });
    await setCharge(tx, reference, { state: "paid", check_s: null }, { check: first?.checks });
  });
  expect(await takeDueCharges(db, rail, 1)).toMatchObject([{ reference, checks: 2 }]);
  await setCharge(db, reference, { state: "paid", check_s: null }, { check: 2 });
});

test("a check whose answer comes after a later check's changes nothing", async () => {
  const reference = newReference();
  await checkNow(db, { rail, reference });
  const [first] = await takeDueCharges(db, rail, 1);
  await checkNow(db, { rail, reference });
  const [second] = await takeDueCharges(db, rail, 1);
  await setCharge(db, reference, { state: "paid", check_s: null }, { check: second?.checks });
  await setCharge(db, reference, { state: "waiting", check_s: 0 }, { check: first?.checks });
  expect(await takeDueCharges(db, rail, 1)).toEqual([]);
});

test("a charge is stored alone unless another of its user and amount was open together with it", async () => {
  const charge = async (user: string, amount: number) => {
    const reference = newReference();
    await reserveCharge(db, { rail, reference, user, amount }, { max: 5000_00, hours: 24 });
    return reference;
  };
  const [one, other] = [randomUUID(), randomUUID()];
  const [first, twin] = [await charge(one, 50_00), await charge(one, 50_00)];
  const alone = [await charge(one, 60_00), await charge(other, 50_00)];
  const store = (reference: string) =>
    setCharge(db, reference, { state: "paid", check_s: null }, { ifAlone: true });
  expect([await store(first), await store(twin)]).toEqual([false, false]);
  expect(await Promise.all(alone.map(store))).toEqual([true, true]);
});
