/** The specification's own client: each call of section 7 as the client makes it, and each text of section 8. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { issueReset } from "#api/auth/password-resets.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { rechargeSubmitted, texts, walletUpdated } from "#contract/terms/texts.ts";
import { type Answer, openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop({ sendPasswordReset: async () => {} });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);
const agent = shop.userOfFile("esi", "0245550102", "Agent", 100_000);
// Together, the tests send more top-up requests than a user may within an hour.
beforeEach(async () => {
  await shop.pool.query("delete from shop.attempt");
  await shop.declineTopups();
});

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
/** The fields that the client reads. There may be more. */
const has = (fields: object): object => expect.objectContaining(fields) as object;
const listOf = (fields: object): object => expect.arrayContaining([has(fields)]) as object;

const png = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64")}`;
const newPackage = { name: "2 GB", priceCustomer: "9.50", priceAgent: 9, priceSAg: 8.75 };
const person = {
  username: " Efua ",
  email: " EFUA@example.com",
  phone: "0245550199",
  password: "long enough",
};
const aUser = { _id: text, username: text, email: text, phone: text, userLevel: text, status: text };
const session = has({ ...aUser, balance: number, token: text, refreshToken: text, apiKey: text });
const anOrder = { _id: text, totalAmount: number, date: text, reference: text, receiver: text, status: text };
const aRequest = { _id: text, rechargeId: text, amount: 50, status: "pending", createdAt: text };

/** An Order with all fields of section 3, as a client that computes everything itself would send it. */
let reference = 50_000_000;
const newOrder = () => ({
  id: 1,
  items: [{ id: 1, offer: "1 GB" }],
  totalAmount: 4.8,
  date: "21/11/2026 10:42",
  reference: ++reference,
  receiver: "0244123456",
  offer: "1 GB",
  network: "MTNup2u",
  user: "somebody",
  agent: "somebody",
  agentPhoneNumber: "0200000000",
  status: "completed",
  actionTimestamp: "2020-01-01T00:00:00Z",
  createdAt: "2020-01-01T00:00:00Z",
});

type Who = "guest" | "ama" | "admin";
const call = <T = Record<string, unknown>>(
  who: Who,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> =>
  shop.call<T>(
    method,
    path,
    body,
    who === "guest" ? {} : { token: who === "ama" ? ama.token : shop.admin.token },
  );
const order = async () => (await call<{ _id: string }>("ama", "POST", "/order/create", newOrder())).body._id;
const recharge = async () =>
  (await call<{ recharge: { _id: string } }>("ama", "POST", "/recharge", { amount: 50 })).body.recharge._id;
const rejected = async () => {
  const id = await order();
  await call("admin", "PUT", `/order/update-status/${id}`, { status: "rejected" });
  return id;
};
const declined = async () => {
  const id = await recharge();
  await call("admin", "PUT", `/recharge/${id}/decline`);
  return id;
};
let count = 0;
const addUser = () => {
  count += 1;
  return shop.addUser(`user${count}`, `02455502${String(count).padStart(2, "0")}`);
};
const newUser = async () => (await addUser())._id;
/** To a proved address: only then does the link take the specification's payload alone. */
const resetToken = async () => {
  const { _id, email } = await addUser();
  await shop.pool.query(`update shop."user" set email_proved_at = now() where id = $1`, [_id]);
  return String(await issueReset(openReads(shop.pool), email));
};

/** The value for {…}, the payload, and the use of the answer. */
interface Call {
  id?: () => Promise<string>;
  payload?: unknown;
  answer: unknown;
}
/** By caller; method and path as in section 7. */
const calls: Record<Who, Record<string, Call>> = {
  guest: {
    "GET /product": { answer: listOf({ _id: text, network: "MTNup2u", status: "available" }) },
    "GET /extra/momo-details": {
      answer: has({ noticeContent: text, momoPhoneNumber: text, momoAccountName: text }),
    },
    "POST /user/login": {
      payload: () => ({ userPhone: ama.phone, password: ama.password }),
      answer: session,
    },
    "POST /user/register": { payload: person, answer: session },
    "POST /user/forget-password": {
      payload: { email: "ama@example.com" },
      answer: { message: texts.resetEmailSent },
    },
    "POST /user/reset-password/{token}": {
      id: resetToken,
      payload: { password: "another one" },
      answer: { message: text },
    },
    "POST /auth/refresh-token": {
      payload: async () => ({ token: (await shop.login(ama.phone, ama.password)).refreshToken }),
      answer: session,
    },
  },
  ama: {
    "GET /user": { answer: listOf(aUser) },
    "GET /recharge": {
      answer: listOf({ ...aRequest, user: has({ _id: text, username: "ama", phone: text }) }),
    },
    "GET /order/allorders": { answer: listOf({ ...anOrder, user: "ama", agentPhoneNumber: "0245550101" }) },
    "GET /recharge/next-recharge-id": { answer: { nextRechargeId: text } },
    "PUT /user/update-profile": {
      payload: { username: "AMA", email: "no", phone: "0245550101", firstName: "A", lastName: "M" },
      answer: has({ data: { apiKey: text } }),
    },
    "POST /recharge": { payload: { amount: 50 }, answer: has({ message: text }) },
    "POST /order/create": {
      payload: newOrder,
      answer: has({ ...anOrder, order: { _id: text }, position: number }),
    },
  },
  admin: {
    "GET /user/account-balances": { answer: listOf({ ...aUser, balance: number, isAdmin: true }) },
    "PUT /user/balance": {
      payload: () => ({ amount: -1, chosenId: ama._id }),
      answer: has({ balance: number, position: number }),
    },
    "PUT /order/update-status/{id}": {
      id: order,
      payload: { status: "processing" },
      answer: has({ order: has({ status: "processing", actionTimestamp: text }) }),
    },
    "PUT /recharge/{id}/approve": {
      id: recharge,
      payload: {},
      answer: has({ balance: number, user: has({ phone: "0245550101" }) }),
    },
    "PUT /recharge/{id}/decline": {
      id: recharge,
      answer: has({ user: has({ phone: "0245550101", balance: number }) }),
    },
    "DELETE /recharge/del-all-requests": { answer: has({ message: text }) },
    "DELETE /recharge/delete/{id}": { id: declined, answer: has({ message: text }) },
    "DELETE /order/del-all-orders": { answer: has({ message: text }) },
    "DELETE /order/delete/{id}": { id: rejected, answer: has({ message: text }) },
    "PUT /extra/notice": { payload: { noticeContent: "Welcome" }, answer: has({ noticeContent: "Welcome" }) },
    "PUT /extra/momo-details": {
      payload: { momoPhoneNumber: "0244000001", momoAccountName: "Shop" },
      answer: has({ momoPhoneNumber: "0244000001" }),
    },
    "PUT /product/{id}/status": {
      id: async () => "afa",
      payload: { status: "out of stock" },
      answer: has({ status: "out of stock" }),
    },
    "PUT /product/{id}": {
      id: async () => "afa",
      payload: { network: "AFA", image: png, packages: [newPackage], status: "available" },
      answer: has({ product: has({ _id: "afa", status: "available" }) }),
    },
    "POST /product/create": {
      payload: { network: "Telecel", image: png, packages: [newPackage], status: "available" },
      answer: has({ product: has({ _id: text, packages: listOf({ offer: "2 GB", priceCustomer: 9.5 }) }) }),
    },
    "PUT /user/{id}/level": {
      id: newUser,
      payload: { userLevel: "Super Agent" },
      answer: has({ user: has({ ...aUser, userLevel: "Super Agent" }) }),
    },
    "PUT /user/{id}/status": {
      id: newUser,
      payload: { status: "Banned" },
      answer: has({ user: has({ ...aUser, status: "Banned" }) }),
    },
    "DELETE /user/delete/{id}": { id: newUser, answer: has({ message: texts.userDeleted }) },
  },
};
const uses = Object.entries(calls).flatMap(([who, own]) =>
  Object.entries(own).map(([name, call]) => ({ name, who: who as Who, ...call })),
);

test("the specification has 31 calls", () => expect(uses.length).toBe(31));

test.each(uses)("$name", async ({ name, who, id, payload, answer }) => {
  // Rows to list and rows to remove.
  await order();
  await recharge();
  const [method = "", path = ""] = name.split(" ");
  const given = typeof payload === "function" ? await (payload as () => unknown)() : payload;
  const to = id === undefined ? path : path.replace(/\{\w+\}/, await id());
  const { status, body } = await call<unknown>(who, method, to, given);
  expect(body).toEqual(answer);
  expect(status).toBe(method === "POST" && /create|register|^\/recharge/.test(path) ? 201 : 200);
  // The client calls one of them with two slashes.
  expect((await call(who, "GET", "//recharge/next-recharge-id")).status).toBe(who === "guest" ? 401 : 200);
});

test("the server ignores what the client sends about an order beyond what is bought", async () => {
  const sent = newOrder();
  const { body } = await call("ama", "POST", "/order/create", sent);
  expect(body).toMatchObject({
    status: "pending",
    user: "ama",
    agent: "ama",
    agentPhoneNumber: "0245550101",
    items: null,
  });
  expect(body["reference"]).not.toBe(String(sent.reference));
  expect(Date.parse(String(body["createdAt"]))).toBeGreaterThan(Date.now() - 60_000);
});

test("without an Idempotency-Key the client's reference is the key: sent twice it buys once, and with another body it is refused", async () => {
  const sent = newOrder();
  const first = await call("ama", "POST", "/order/create", sent);
  const before = await shop.books();
  // Different values of ignored fields do not make another order.
  const again = await call("ama", "POST", "/order/create", {
    ...sent,
    date: "22/11/2026 10:42",
    status: "pending",
  });
  expect(again).toMatchObject({ status: 201, body: first.body });
  const other = await call("ama", "POST", "/order/create", { ...sent, receiver: "0244999999" });
  expect(other).toMatchObject({ status: 422, body: { code: "key_reused" } });
  expect(await shop.books()).toEqual(before);
  // References belong to a user: the same number from somebody else is another order.
  const theirs = await shop.as(agent).post("/order/create", { ...sent, totalAmount: 4.6 });
  expect(theirs.status).toBe(201);
  expect(theirs.body["_id"]).not.toBe(first.body["_id"]);
  // The header has priority over it.
  const keyed = await shop.as(ama).post("/order/create", sent, { key: "a-key" });
  expect(keyed.status).toBe(201);
  expect(keyed.body["_id"]).not.toBe(first.body["_id"]);
});

test("an empty reference is not a key: two equal purchases make two orders", async () => {
  const ids = [];
  for (let n = 0; n < 2; n++) {
    const { status, body } = await call("ama", "POST", "/order/create", { ...newOrder(), reference: "" });
    expect(status).toBe(201);
    ids.push(body["_id"]);
  }
  expect(ids[0]).not.toBe(ids[1]);
});

test("a reserved reference belongs to the user's next request, and to nobody else", async () => {
  const next = async ({ token }: TestUser) =>
    (await shop.as({ token }).get<{ nextRechargeId: string }>("/recharge/next-recharge-id")).body
      .nextRechargeId;
  const ask = async ({ token }: TestUser, rechargeId?: string) =>
    shop
      .as({ token })
      .post<{ code?: string; recharge: { rechargeId: string } }>("/recharge", { amount: 50, rechargeId });
  const amas = await next(ama);
  const theirs = await next(agent);
  expect(theirs).not.toBe(amas);
  expect((await ask(agent, amas)).body.recharge.rechargeId).toBe(theirs);
  expect(await next(ama)).toBe(amas);
  // Even if the page does not send it back.
  expect((await ask(ama)).body.recharge.rechargeId).toBe(amas);
  expect(await ask(ama, amas)).toMatchObject({ status: 409, body: { code: "reference_taken" } });
  expect(await ask(agent, amas)).toMatchObject({ status: 201 });
  const after = await next(ama);
  expect([amas, theirs]).not.toContain(after);
  expect((await ask(ama, after)).body.recharge.rechargeId).toBe(after);
});

const message = async (answer: Promise<Answer>) => String((await answer).body["message"]);
const nobody = { username: "", email: "", password: "", phone: "0245550103" };
const asked = async () => {
  const { body } = await call<{ message: string; recharge: { rechargeId: string } }>(
    "ama",
    "POST",
    "/recharge",
    { amount: 50 },
  );
  return body.message.replace(body.recharge.rechargeId, "{reference}");
};

/** Each text of section 8, and the call whose answer contains it. */
const byServer: [text: string, call: string, said: () => Promise<string>][] = [
  [
    "All fields are required",
    "POST /user/register",
    () => message(call("guest", "POST", "/user/register", nobody)),
  ],
  [
    "All fields are required",
    "POST /user/register, without a phone",
    () => message(call("guest", "POST", "/user/register", { ...person, phone: undefined })),
  ],
  ["All fields are required", "POST /user/login", () => message(call("guest", "POST", "/user/login", {}))],
  [
    "All fields are required",
    "PUT /user/update-profile",
    () => message(call("ama", "PUT", "/user/update-profile", {})),
  ],
  [
    "All fields are required",
    "POST /user/reset-password/{token}",
    () => message(call("guest", "POST", "/user/reset-password/x", {})),
  ],
  [
    "All fields are required",
    "POST /user/forget-password",
    () => message(call("guest", "POST", "/user/forget-password", {})),
  ],
  ["All fields are required", "POST /recharge", () => message(call("ama", "POST", "/recharge", {}))],
  [
    "Insufficient balance. Please top up your wallet.",
    "POST /order/create",
    async () => message(shop.as({ token: (await addUser()).token }).post("/order/create", newOrder())),
  ],
  [
    "Password reset email sent. Please check your inbox.",
    "POST /user/forget-password",
    () => message(call("guest", "POST", "/user/forget-password", { email: "nobody@example.com" })),
  ],
  [
    "Profile updated successfully",
    "PUT /user/update-profile",
    () => message(call("ama", "PUT", "/user/update-profile", { username: "ama", phone: ama.phone })),
  ],
  ["Recharge request submitted successfully. Your reference ID is {reference}", "POST /recharge", asked],
  [
    "User deleted successfully",
    "DELETE /user/delete/{id}",
    async () => message(call("admin", "DELETE", `/user/delete/${await newUser()}`)),
  ],
  [
    "Product updated successfully",
    "PUT /product/{id}",
    () =>
      message(
        call("admin", "PUT", "/product/afa", {
          network: "AFA",
          packages: [{ ...newPackage, priceAgent: 8 }],
        }),
      ),
  ],
  [
    "Product created successfully",
    "POST /product/create",
    () => message(call("admin", "POST", "/product/create", { network: "WAEC", packages: [newPackage] })),
  ],
];

test.each(byServer)("%s: %s", async (words, _call, said) => expect(await said()).toBe(words));

/** Texts of the page itself, for a successful call or before the server's answer. */
const byPage = {
  errorUpdatingProfile: "Error updating profile",
  errorResettingPassword: "Error resetting password",
  passwordsDiffer: "Passwords do not match",
  allFieldsRequired: "All fields are required",
  topupFirst: "Please complete the topup before you order",
  errorDeletingRequests: "Error deleting all requests",
  errorDeletingRequest: "Failed to delete the request. Please try again",
  errorDeletingOrders: "Error deleting all orders",
  errorDeletingOrder: "Failed to delete the order. Please try again",
  errorUpdatingProductStatus: "Error updating product status:",
  errorSavingProduct: "Error saving product:",
  errorUpdatingNotice: "Error updating notice content:",
  loginSuccessful: "Login successful",
  resetEmailSent: "Password reset email sent. Please check your inbox.",
  purchaseMade: "Purchase made successfully",
  rechargeApproved: "Recharge request approved",
  rechargeDeclined: "Recharge request declined",
  userLevelUpdated: "User level updated successfully",
  userStatusUpdated: "User status updated successfully",
} satisfies Partial<typeof texts>;
const composedByPage: [name: string, text: string, composed: string][] = [
  [
    "rechargeSubmitted",
    "Recharge request submitted successfully. Your reference ID is T-7",
    rechargeSubmitted("T-7"),
  ],
  [
    "walletUpdated",
    "ama's wallet updated successfully. New balance: ¢1,234.50",
    walletUpdated("ama", 123_450),
  ],
];

test.each(Object.entries(byPage))("the page contains the text for %s: %s", (name, words) => {
  expect(texts[name as keyof typeof byPage]).toBe(words);
  expect(page()).toMatch(new RegExp(`\\b${name}\\b`));
});
test.each(composedByPage)("the page contains the text for %s: %s", (name, words, composed) => {
  expect(composed).toBe(words);
  expect(page()).toMatch(new RegExp(`\\b${name}\\b`));
});

/** All source files of the page. */
function page(): string {
  const folder = join(import.meta.dirname, "../../web/src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}
