/** An Idempotency-Key belongs to one request permanently, whether or not the ledger has a command for it. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { insertUserWrite } from "#api/auth/unique-fields.ts";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import { type Answer, openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

let other: TestUser;
let ama: TestUser;
let recharge = 900_000;

const shop = openTestShop();

beforeAll(async () => {
  other = await shop.addUser("other", "0240000008", "Admin");
  ama = await shop.addUser("ama", "0245550101");
  await shop.credit(shop.admin, 900_000);
  await shop.as(other).put("/extra/correction-limit", { limit: 50 });
});

type Send = (key: string) => Promise<Answer>;

const send =
  (method: string, path: string, body?: unknown): Send =>
  (key) =>
    shop.call(method, path, body, { token: shop.admin.token, key });

async function askedTopUp(): Promise<number> {
  recharge += 1;
  await shop.requestTopup(ama, recharge, 60_00);
  return recharge;
}

const approvals = async () => (await shop.as(other).get<ApprovalsAnswer>("/approval")).body.items;

async function largeCorrection(): Promise<string> {
  const known = new Set((await approvals()).map(({ _id }) => _id));
  const body = { amount: 60, chosenId: ama._id, reason: `large ${known.size}` };
  await shop.as(other).put("/user/balance", body);
  const filed = (await approvals()).find(({ _id }) => !known.has(_id));
  if (!filed) throw new Error("nothing was filed");
  return filed._id;
}

let customers = 0;

async function customer(): Promise<string> {
  const user = randomUUID();
  customers += 1;
  const username = `customer${customers}`;
  const named = { username, phone: `02466${10_000 + customers}`, email: `c${customers}@example.com` };
  await shop.command("register_user", "system", { user, level: "Customer" }, [
    insertUserWrite(user, named, ""),
  ]);
  return user;
}

const order = { packageId: "mtnup2u-1", receiver: "0244123456" };

/** Each creates what its request needs, and returns the request. */
const requests: Record<string, () => Promise<Send>> = {
  "a purchase": async () => send("POST", "/order/create", order),
  "an approval of a top-up": async () => send("PUT", `/recharge/${await askedTopUp()}/approve`, {}),
  "a decline of a top-up": async () => send("PUT", `/recharge/${await askedTopUp()}/decline`, {}),
  "an approval of a large correction": async () =>
    send("PUT", `/approval/${await largeCorrection()}/approve`, {}),
  "a decline of a large correction": async () =>
    send("PUT", `/approval/${await largeCorrection()}/decline`, {}),
  "a change of a level": async () => send("PUT", `/user/${await customer()}/level`, { userLevel: "Agent" }),
  "a ban": async () => send("PUT", `/user/${await customer()}/status`, { status: "Banned" }),
  "a removal of all orders": async () => send("DELETE", "/order/del-all-orders"),
  "a removal of all requests": async () => send("DELETE", "/recharge/del-all-requests"),
};
const names = Object.keys(requests);
const make = (name: string) => requests[name]!();

const reused = { status: 422, body: { code: "key_reused" } };

/** Everything that a request may change. */
async function everything(): Promise<unknown> {
  return [await shop.books(), await approvals()];
}

describe.each(names)("an Idempotency-Key that was used for %s", (first) => {
  const others = names.filter((name) => name !== first || !name.startsWith("a removal"));
  test.each(others)("is refused for %s", async (second) => {
    const key = `${names.indexOf(first)}-${names.indexOf(second)}`;
    const [one, two] = [await make(first), await make(second)];
    // Two equal purchases are the same request; another body is another request.
    const another =
      first === "a purchase" && second === first
        ? send("POST", "/order/create", { ...order, packageId: "mtnup2u-2" })
        : two;
    const done = await one(key);
    expect(done.status).toBeLessThan(300);
    const before = await everything();
    expect(await another(key)).toMatchObject(reused);
    expect(await everything()).toEqual(before);
    expect(await one(key)).toMatchObject({ status: done.status });
    expect(await everything()).toEqual(before);
    // Under its own key it succeeds.
    expect((await another(`${key}-own`)).status).toBeLessThan(300);
  });
});

test("of two simultaneous requests under one key, one succeeds and one is refused", async () => {
  for (const name of names.filter((each) => each !== "a purchase"))
    for (let n = 0; n < 5; n++) {
      const [one, two] = [await make("a purchase"), await make(name)];
      const key = `at-once-${names.indexOf(name)}-${n}`;
      const answers = await Promise.all(n % 2 === 0 ? [one(key), two(key)] : [two(key), one(key)]);
      const refused = answers.filter(({ status }) => status >= 300);
      expect(refused).toMatchObject([reused]);
    }
});

test("a refused decision is refused again under its key, even after somebody else has decided", async () => {
  const body = { amount: -60, chosenId: ama._id, reason: "large" };
  await shop.credit(ama, 60_00);
  const known = new Set((await approvals()).map(({ _id }) => _id));
  await shop.as(other).put("/user/balance", body);
  const filed = (await approvals()).find(({ _id }) => !known.has(_id))!;
  const own = await shop.as(other).put(`/approval/${filed._id}/approve`, {}, { key: "own" });
  expect(own.body).toMatchObject({ code: "second_admin_needed" });
  expect((await send("PUT", `/approval/${filed._id}/approve`, {})("theirs")).status).toBe(200);
  const again = await shop.as(other).put(`/approval/${filed._id}/approve`, {}, { key: "own" });
  expect(again).toMatchObject({ status: own.status, body: { code: "second_admin_needed" } });
});

test("an idempotency key belongs to the user who used it", async () => {
  const yaa = await shop.addUser("yaa", "0245550103", "Customer", 10_000);
  const kofi = await shop.addUser("kofi", "0205550102", "Customer", 10_000);
  const mine = await shop.as(yaa).post<{ _id: string }>("/order/create", order, { key: "shared" });
  const theirs = await shop.as(kofi).post<{ _id: string }>("/order/create", order, { key: "shared" });
  expect(theirs.status).toBe(201);
  expect(theirs.body._id).not.toBe(mine.body._id);
  const other = { ...order, receiver: "0244999999" };
  const before = await shop.books();
  const reused = await shop.as(yaa).post("/order/create", other, { key: "shared" });
  expect(reused).toMatchObject({ status: 422, body: { code: "key_reused" } });
  const bad = await shop.as(yaa).post("/order/create", order, { key: "x".repeat(201) });
  expect(bad).toMatchObject({ status: 400, body: { code: "key_invalid" } });
  expect(await shop.books()).toEqual(before);
});

test("a refused purchase keeps its answer under its key, even if the balance would be enough now", async () => {
  const late = await shop.addUser("late", "0205550778");
  const first = await shop.as(late).post("/order/create", order, { key: "k" });
  expect(first.body["code"]).toBe("insufficient_balance");
  await shop.credit(late, 1000);
  const retried = await shop.as(late).post("/order/create", order, { key: "k" });
  expect(retried.body["code"]).toBe("insufficient_balance");
  expect((await shop.as(late).post("/order/create", order, { key: "k2" })).status).toBe(201);
});
