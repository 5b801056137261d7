/** Receipts by SMS, forwarded by a hostile double of the shop's phone. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ClaimForAdmins, ClaimRecord } from "#contract/claims.ts";
import type { Page } from "#contract/lists.ts";
import type { PaymentRecord, Rails } from "#contract/payments.ts";
import type { PhoneReport } from "#contract/phone.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { SecurityRecord } from "#contract/security.ts";
import { connectionConfig } from "#ledger/connect/connect.ts";
import type { Movement, SmsPhone } from "#tools/doubles/sms-phone/phone.ts";
import { receiptText, reversalText } from "#tools/doubles/sms-phone/texts.ts";
import { openTestPhone, paid } from "#tools/testing/test-phone.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let phone: SmsPhone;
let shop: TestShop;
let ama: TestUser;
let kofi: TestUser;

beforeEach(async () => {
  const opened = await openTestPhone();
  phone = opened.phone;
  shop = await TestShop.open(opened.options);
  ama = await shop.addUser("ama", "0241000001");
  kofi = await shop.addUser("kofi", "0201000002");
});
afterEach(async () => {
  await phone.close();
  await shop.close();
});

const as = ({ token }: TestUser) => ({ token });

/** Lets the phone post what it has to. */
const posted = () => phone.clock.advance(1000);

async function confirm(rail: "momo" | "telecel", balance: number, by = shop.admin) {
  const from = (await report()).rails.find((one) => one.rail === rail)?.balance ?? null;
  const body = { from, balance: balance / 100, reason: "read on the phone" };
  return shop.call<{ pending?: true; phone: PhoneReport }>(
    "POST",
    `/payment/phone/${rail}/balance`,
    body,
    as(by),
  );
}

async function report(): Promise<PhoneReport> {
  const { status, body } = await shop.call<PhoneReport>("GET", "/payment/phone", undefined, as(shop.admin));
  expect(status).toBe(200);
  return body;
}
const momo = async () => (await report()).rails.find(({ rail }) => rail === "momo")!;

async function request(user: TestUser, cedis: number, momoTransactionId: string | null = null) {
  const body = { amount: cedis, momoTransactionId };
  const answer = await shop.call<{ recharge: TopupRecord }>("POST", "/recharge", body, as(user));
  expect(answer.status).toBe(201);
  return answer.body.recharge;
}

async function statusOf(user: TestUser, id: string): Promise<string | undefined> {
  const { body } = await shop.call<TopupRecord[]>("GET", "/recharge", undefined, as(user));
  return body.find(({ _id }) => _id === id)?.status;
}

const payments = async (query: string): Promise<PaymentRecord[]> =>
  (await shop.call<Page<PaymentRecord>>("GET", `/payment?limit=50&${query}`, undefined, as(shop.admin))).body
    .items;

async function light(rail: string) {
  const { body } = await shop.call<Rails>("GET", "/payment/rails", undefined, as(shop.admin));
  return body.rails.find((one) => one.rail === rail);
}

/** Meanwhile, the shop does not follow the phone's messages: neither when one comes nor in the next round. */
async function withRailsLocked(work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client(connectionConfig(shop.database.ownerUrl, "holder"));
  await holder.connect();
  try {
    await holder.query("begin; select from shop.phone_rail for update");
    await work();
  } finally {
    await holder.end();
  }
}

/** All messages that the database keeps, as one text. */
async function stored(): Promise<string> {
  const { rows } = await shop.pool.query("select row_to_json(m) from shop.rail_message m");
  return JSON.stringify(rows);
}

test("a receipt with our reference credits its request, whichever comes first, and the light is right", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const first = await request(ama, 50);
  const movement = phone.receive(paid(50_00, first.rechargeId));
  await posted();
  await expect.poll(() => statusOf(ama, first._id)).toBe("approved");
  expect(await shop.balanceOf(ama)).toBe(50_00);
  expect(await payments("")).toMatchObject([
    {
      rail: "momo",
      transaction: movement.transactionId,
      status: "matched",
      rechargeId: first.rechargeId,
      user: { username: "ama" },
    },
  ]);
  // What the wallet held before the shop listened is the owner's.
  const { books = 0, own } = (await light("momo")) ?? {};
  expect(own).toBe(phone.balanceOf("mtn") / 100);
  const taken = { amount: books - (own ?? 0), reason: "what it held before" };
  await shop.call("POST", "/payment/rails/momo/transfer", taken, as(shop.admin));
  expect(await light("momo")).toMatchObject({ agrees: true });
});

test("a customer who paid first and enters the transaction ID afterwards is credited", async () => {
  await confirm("telecel", phone.balanceOf("telecel"));
  const { transactionId } = phone.receive(paid(70_00, "", "telecel"));
  await posted();
  await expect.poll(() => payments("status=open")).toMatchObject([{ status: "received", amount: 70 }]);
  const { _id } = await request(ama, 70, transactionId.toLowerCase());
  await expect.poll(() => statusOf(ama, _id)).toBe("approved");
  expect(await shop.balanceOf(ama)).toBe(70_00);
  expect(await light("telecel")).toMatchObject({ own: phone.balanceOf("telecel") / 100 });
});

test("a payment that is there is credited as soon as its customer enters the transaction ID", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const { transactionId } = phone.receive(paid(70_00));
  await posted();
  await expect.poll(() => payments("status=open")).toHaveLength(1);
  await withRailsLocked(async () => {
    const { _id } = await request(ama, 70, transactionId);
    await expect.poll(() => statusOf(ama, _id)).toBe("approved");
  });
});

test("what is proven and not settled yet is not in the light, because the books do not have it either", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const opening = phone.balanceOf("mtn");
  phone.receive(paid(60_00));
  phone.send(paid(12_00), 25);
  await posted();
  await expect.poll(async () => (await light("momo"))?.own).toBe((opening + 60_00 - 12_00 - 25) / 100);
  await withRailsLocked(async () => {
    const unsettle = () => shop.pool.query("update shop.rail_message set settled_at = null");
    // A round that had followed them before may still settle them once.
    await expect.poll(() => unsettle().then(() => light("momo"))).toMatchObject({ own: opening / 100 });
  });
});

test("the same message twice is one payment, and the amount alone is nobody's", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const { _id } = await request(ama, 50);
  phone.forceNext({ delivery: "posted twice" });
  phone.receive(paid(50_00));
  phone.forceNext({ delivery: "received twice" });
  phone.receive(paid(50_00, "for you"));
  await posted();
  await expect.poll(() => payments("status=open")).toHaveLength(2);
  expect(await statusOf(ama, _id)).toBe("pending");
  expect(await shop.balanceOf(ama)).toBe(0);
});

test("a missing message is named with its amount, and filled by reading it out or by the balance", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  phone.forceNext({ delivery: "missing" });
  const other = await request(kofi, 60);
  const missed = phone.receive(paid(60_00, other.rechargeId));
  const asked = await request(ama, 50);
  phone.receive(paid(50_00, asked.rechargeId));
  await posted();
  await expect.poll(async () => (await momo()).waiting).toMatchObject([{ missing: 60, count: 1 }]);
  expect(await shop.balanceOf(ama)).toBe(0);
  const text = { message: receiptText("mtn", missed) };
  const read = await shop.call("POST", "/payment/phone/message", text, as(shop.admin));
  expect(read.status).toBe(200);
  await expect.poll(() => statusOf(ama, asked._id)).toBe("approved");
  // An admin's word alone credits nobody: whose it is, an admin says.
  expect(await payments("status=open")).toMatchObject([{ amount: 60, status: "received" }]);
  expect(await statusOf(kofi, other._id)).toBe("pending");
  phone.forceNext({ delivery: "missing" });
  phone.send(paid(12_00));
  const next = await request(kofi, 80);
  phone.receive(paid(80_00, next.rechargeId));
  await posted();
  await expect.poll(async () => (await momo()).waiting).toMatchObject([{ missing: -12 }]);
  const { from } = (await momo()).waiting[0]!;
  expect(await confirm("momo", (from ?? 0) * 100)).toMatchObject({ status: 200, body: { phone: {} } });
  await expect.poll(() => statusOf(kofi, next._id)).toBe("approved");
  const { body: acts } = await shop.call<Page<{ kind: string; changes: object[] }>>(
    "GET",
    "/audit/acts?limit=5&kind=rail+balance",
    undefined,
    as(shop.admin),
  );
  expect(acts.items[0]?.changes).toMatchObject([{ what: "balance on the phone, momo" }]);
});

test("no forged receipt is credited, each one is named, and payments go on", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const forger = await request(kofi, 90);
  const byName = phone.receiveForged(paid(90_00, forger.rechargeId), "sender");
  const byPerson = phone.receiveForged(paid(90_00, forger.rechargeId), "person");
  phone.postForged(paid(90_00, forger.rechargeId));
  await posted();
  await phone.clock.advance(2 * 60 * 60_000);
  const honest = await request(ama, 60);
  phone.receive(paid(60_00, honest.rechargeId));
  await posted();
  await expect.poll(() => statusOf(ama, honest._id)).toBe("approved");
  expect(await statusOf(kofi, forger._id)).toBe("pending");
  expect(await shop.balanceOf(kofi)).toBe(0);
  const { waiting } = await momo();
  expect(waiting).toMatchObject([
    { isPassed: true, count: 1, messages: [{ transaction: byName.transactionId }] },
  ]);
  expect((await report()).foreign).toMatchObject([{ transaction: byPerson.transactionId, amount: 90 }]);
  const refused = async () => {
    const path = "/audit/security?limit=50&kind=wrong+signature";
    const { items } = (await shop.call<Page<SecurityRecord>>("GET", path, undefined, as(shop.admin))).body;
    return items.filter(({ result, detail }) => result === "refused" && detail === "phone");
  };
  // They are stored a moment later, in one row or in a few.
  await expect.poll(async () => (await refused()).reduce((sum, { times }) => sum + times, 0)).toBe(10);
  const forged = waiting[0]?.messages[0]?._id;
  const dismiss = () =>
    shop.call("PUT", `/payment/phone/message/${forged}/dismiss`, undefined, as(shop.admin));
  expect((await dismiss()).status).toBe(200);
  expect((await dismiss()).body).toMatchObject({ code: "message_not_waiting" });
  expect((await momo()).waiting).toEqual([]);
});

test("messages of a phone that was offline may come in any order", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  phone.goOffline();
  const asked: TopupRecord[] = [];
  for (let n = 1; n <= 3; n++) {
    asked.push(await request(ama, 50 + n));
    phone.receive(paid((50 + n) * 100, asked.at(-1)?.rechargeId));
    phone.receive(paid(n * 100));
    phone.send(paid(n * 50), 25);
  }
  await phone.clock.advance(2 * 24 * 60 * 60_000);
  phone.goOnline();
  await posted();
  await expect.poll(() => shop.balanceOf(ama)).toBe(156_00);
  expect(await momo()).toMatchObject({ balance: phone.balanceOf("mtn") / 100, waiting: [] });
  expect((await momo()).outgoing).toHaveLength(3);
});

test("a payment that the network takes back is taken back in the books, and the wallet keeps it", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const asked = await request(ama, 50);
  const movement = phone.receive(paid(50_00, asked.rechargeId));
  await posted();
  await expect.poll(() => statusOf(ama, asked._id)).toBe("approved");
  phone.reverse(movement);
  await posted();
  await expect.poll(() => payments("status=reversed")).toMatchObject([{ amount: 50 }]);
  expect(await shop.balanceOf(ama)).toBe(50_00);
});

test("what was credited by hand is not credited again when its message comes", async () => {
  await confirm("telecel", phone.balanceOf("telecel"));
  const { transactionId } = (() => {
    phone.goOffline();
    return phone.receive(paid(60_00, "", "telecel"));
  })();
  const asked = await request(ama, 60, transactionId);
  expect((await shop.call("PUT", `/recharge/${asked._id}/approve`, {}, as(shop.admin))).status).toBe(200);
  phone.goOnline();
  await posted();
  await expect.poll(() => payments("status=matched")).toMatchObject([{ rechargeId: asked.rechargeId }]);
  expect(await shop.balanceOf(ama)).toBe(60_00);
  // The admin took it from momo; it came on Telecel.
  expect(await light("momo")).toMatchObject({ books: 0 });
  expect(await light("telecel")).toMatchObject({ books: 60 });
});

test.each([
  ["another amount", 55_00, "is about ¢50.00"],
  ["too little", 45_00, "is about ¢50.00"],
])("a payment with %s waits, with the reason", async (_, amount, reason) => {
  await confirm("momo", phone.balanceOf("mtn"));
  const asked = await request(ama, 50);
  phone.receive(paid(amount, asked.rechargeId));
  await posted();
  await expect
    .poll(() => payments("status=open"))
    .toMatchObject([{ status: "held", reason: `${asked.rechargeId} ${reason}` }]);
  expect(await shop.balanceOf(ama)).toBe(0);
});

test("more than may be credited without an admin waits for one", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  for (const cedis of [2000, 2000, 1500]) {
    const { rechargeId } = await request(ama, cedis);
    phone.receive(paid(cedis * 100, rechargeId));
  }
  await posted();
  await expect
    .poll(() => payments("status=open"))
    .toMatchObject([{ status: "held", reason: "More than is credited without an admin" }]);
  const [waits] = await payments("status=open");
  expect(await shop.balanceOf(ama)).toBe((5500 - (waits?.amount ?? 0)) * 100);
  const { rechargeId } = await request(kofi, 2500);
  phone.receive(paid(2500_00, rechargeId));
  await posted();
  await expect.poll(() => payments("status=open")).toHaveLength(2);
  expect(await shop.balanceOf(kofi)).toBe(0);
});

test("many payments above the limit that are proven at once all wait for an admin", async () => {
  const opening = phone.balanceOf("mtn");
  // More than the server has connections.
  for (let n = 0; n < 15; n++) {
    const payer = await shop.addUser(`payer${n}`, `02420000${String(n).padStart(2, "0")}`);
    const { rechargeId } = await request(payer, 2100);
    phone.receive(paid(2100_00, rechargeId));
  }
  await posted();
  await confirm("momo", opening);
  expect(await payments("status=held")).toHaveLength(15);
});

test("the shop goes on with what it let wait itself, and not with what an admin lets wait", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const asked = await request(ama, 60);
  const held: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { transactionId } = phone.receive(paid(50_00, asked.rechargeId));
    await posted();
    await expect.poll(() => payments(`search=${transactionId}`)).toMatchObject([{ status: "held" }]);
    held.push(transactionId);
  }
  const [one] = await payments(`search=${held[1]}`);
  const reason = { reason: "a stolen phone" };
  await shop.call("PUT", `/payment/${one?._id}/hold`, reason, as(shop.admin));
  await shop.call("PUT", `/recharge/${asked._id}/decline`, {}, as(shop.admin));
  for (const id of held.toReversed()) await request(ama, 50, id);
  await expect.poll(() => payments(`search=${held[0]}`)).toMatchObject([{ status: "matched" }]);
  // A server that stops ends what it does; one that starts looks at all that waits.
  await shop.restart();
  await shop.restart();
  expect(await payments(`search=${held[1]}`)).toMatchObject([{ status: "held", ...reason }]);
});

test("a look that began before an admin let a payment wait decides nothing", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const { transactionId } = phone.receive(paid(50_00, "thanks"));
  await posted();
  await expect.poll(() => payments(`search=${transactionId}`)).toMatchObject([{ status: "received" }]);
  const [one] = await payments(`search=${transactionId}`);
  const holder = new pg.Client(connectionConfig(shop.database.ownerUrl, "holder"));
  await holder.connect();
  try {
    // The look has read the payment, and waits for what customers say of it.
    await holder.query("begin; lock table shop.payment_claim");
    const asked = request(ama, 50, transactionId);
    const waiting = "select from pg_locks where not granted and relation = 'shop.payment_claim'::regclass";
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(0);
    const reason = "a stolen phone";
    expect(await shop.call("PUT", `/payment/${one?._id}/hold`, { reason }, as(shop.admin))).toMatchObject({
      status: 200,
    });
    await holder.query("rollback");
    await asked;
    // A server that stops ends what it does.
    await shop.restart();
    expect(await payments(`search=${transactionId}`)).toMatchObject([{ status: "held", reason }]);
    expect(await shop.balanceOf(ama)).toBe(0);
  } finally {
    await holder.end();
  }
});

test("where there are two admins, both must say what the wallet holds", async () => {
  const esi = await shop.addUser("esi", "0241000009", "Admin");
  const balance = phone.balanceOf("mtn");
  expect((await confirm("momo", balance)).body.pending).toBe(true);
  expect((await momo()).balance).toBeNull();
  expect((await confirm("momo", balance, esi)).body.pending).toBeUndefined();
  expect((await momo()).balance).toBe(balance / 100);
  const old = { from: 1, balance: 5, reason: "old page" };
  expect(await shop.call("POST", "/payment/phone/momo/balance", old, as(esi))).toMatchObject({
    status: 409,
    body: { code: "balance_moved" },
  });
});

test("nothing is kept of private messages, and names and numbers of nobody", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  phone.receivePrivate("+233201112233", "Your code is 482113. Do not share it.");
  phone.receivePrivate("MobileMoney", "Win a car! Dial *123#");
  phone.receive(paid(5_00, "secret words"));
  phone.send(paid(1_00));
  await posted();
  await expect.poll(async () => (await momo()).balance).toBe(phone.balanceOf("mtn") / 100);
  const text = await stored();
  for (const part of ["482113", "201112233", "car", "AMA", "233241000001", "secret"])
    expect(text).not.toContain(part);
  expect((await report()).phones).toMatchObject([{ unread: 1, unreadAt: expect.any(String) }]);
});

test("a customer who paid without a word is credited after saying so, once and with the right amount only", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const claim = (user: TestUser, amount: number, transactionId: string) =>
    shop.call<ClaimRecord>("POST", "/payment/claim", { amount, transactionId }, as(user));
  const own = async () =>
    (await shop.call<ClaimRecord[]>("GET", "/payment/claim", undefined, as(ama))).body.map(
      ({ state }) => state,
    );
  const small = phone.receive(paid(7_50));
  await posted();
  await expect.poll(() => payments("status=open")).toHaveLength(1);
  // Below the smallest request. A wrong amount is a guess.
  expect((await claim(ama, 8, small.transactionId)).body.state).toBe("waiting");
  expect(await shop.balanceOf(ama)).toBe(0);
  expect((await claim(ama, 7.5, small.transactionId)).body.state).toBe("credited");
  expect((await claim(ama, 7.5, small.transactionId)).body.state).toBe("credited");
  expect((await claim(kofi, 7.5, small.transactionId)).body.state).toBe("waiting");
  expect([await shop.balanceOf(ama), await shop.balanceOf(kofi)]).toEqual([7_50, 0]);
  // Said before the message came, with a request that waits.
  const asked = await request(ama, 50);
  phone.goOffline();
  const late = phone.receive(paid(50_00));
  expect((await claim(ama, 50, late.transactionId)).body.state).toBe("waiting");
  phone.goOnline();
  await posted();
  await expect.poll(() => statusOf(ama, asked._id)).toBe("approved");
  expect(await own()).toEqual(["credited", "credited"]);
  const open = () => shop.call<ClaimForAdmins[]>("GET", "/payment/claims", undefined, as(shop.admin));
  const [kofis] = (await open()).body;
  expect(kofis).toMatchObject({
    user: { username: "kofi" },
    amount: 7.5,
    transactionId: small.transactionId,
  });
  const answer = { answer: "It was paid by somebody else" };
  await shop.call("PUT", `/payment/claims/${kofis?._id}/answer`, answer, as(shop.admin));
  expect((await open()).body).toEqual([]);
  expect((await shop.call<ClaimRecord[]>("GET", "/payment/claim", undefined, as(kofi))).body).toMatchObject([
    { state: "answered", ...answer },
  ]);
});

test("a message that was read out must be of a network, and must follow the balance", async () => {
  await confirm("momo", phone.balanceOf("mtn"));
  const type = (message: string) =>
    shop.call<{ phone: PhoneReport }>("POST", "/payment/phone/message", { message }, as(shop.admin));
  expect(await type("I have paid")).toMatchObject({ status: 400, body: { code: "message_unread" } });
  const real = phone.receive(paid(1_00));
  await posted();
  await expect.poll(() => payments("status=open")).toHaveLength(1);
  const invented: Movement = { ...real, amount: 80_00, transactionId: "99999999" };
  const { body } = await type(receiptText("mtn", invented));
  expect(body.phone.rails[0]?.waiting).toHaveLength(1);
  expect(await payments("status=open")).toHaveLength(1);
  // A reversal of what was never received moves no books.
  const before = phone.balanceOf("mtn");
  const unknown = { ...invented, amount: 70_00, balance: before - 70_00 };
  expect((await type(reversalText("mtn", unknown, randomDigits()))).status).toBe(200);
  expect(await momo()).toMatchObject({ balance: before / 100 - 70 });
  expect(await payments("status=open")).toHaveLength(1);
});

const randomDigits = () => String(parseInt(randomUUID().slice(0, 8), 16) + 10_000_000);
