/** The specification's own client: each call of section 7 as the client makes it, and each text of section 8. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { issueReset } from "#api/auth/password-resets.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { rechargeSubmitted, texts, walletUpdated } from "#contract/terms/texts.ts";
import { type Answer, openShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openShop({ sendPasswordReset: async () => {} });
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

/** Method and path as in section 7, the caller, the value for {…}, the payload, and the use of the answer. */
type Call = [
  call: string,
  who: Who,
  id: (() => Promise<string>) | undefined,
  payload: unknown,
  answer: unknown,
];
const calls: Call[] = [
  [
    "GET /product",
    "guest",
    undefined,
    undefined,
    listOf({ _id: text, network: "MTNup2u", status: "available" }),
  ],
  [
    "GET /extra/momo-details",
    "guest",
    undefined,
    undefined,
    has({ noticeContent: text, momoPhoneNumber: text, momoAccountName: text }),
  ],
  ["GET /user", "ama", undefined, undefined, listOf(aUser)],
  [
    "GET /user/account-balances",
    "admin",
    undefined,
    undefined,
    listOf({ ...aUser, balance: number, isAdmin: true }),
  ],
  [
    "GET /recharge",
    "ama",
    undefined,
    undefined,
    listOf({ ...aRequest, user: has({ _id: text, username: "ama", phone: text }) }),
  ],
  [
    "GET /order/allorders",
    "ama",
    undefined,
    undefined,
    listOf({ ...anOrder, user: "ama", agentPhoneNumber: "0245550101" }),
  ],
  ["GET /recharge/next-recharge-id", "ama", undefined, undefined, { nextRechargeId: text }],
  ["POST /user/login", "guest", undefined, () => ({ userPhone: ama.phone, password: ama.password }), session],
  ["POST /user/register", "guest", undefined, person, session],
  [
    "POST /user/forget-password",
    "guest",
    undefined,
    { email: "ama@example.com" },
    { message: texts.resetEmailSent },
  ],
  ["POST /user/reset-password/{token}", "guest", resetToken, { password: "another one" }, { message: text }],
  [
    "POST /auth/refresh-token",
    "guest",
    undefined,
    async () => ({ token: (await shop.login(ama.phone, ama.password)).refreshToken }),
    session,
  ],
  [
    "PUT /user/update-profile",
    "ama",
    undefined,
    { username: "AMA", email: "no", phone: "0245550101", firstName: "A", lastName: "M" },
    has({ data: { apiKey: text } }),
  ],
  ["POST /recharge", "ama", undefined, { amount: 50 }, has({ message: text })],
  [
    "PUT /user/balance",
    "admin",
    undefined,
    () => ({ amount: -1, chosenId: ama._id }),
    has({ balance: number, position: number }),
  ],
  [
    "POST /order/create",
    "ama",
    undefined,
    newOrder,
    has({ ...anOrder, order: { _id: text }, position: number }),
  ],
  [
    "PUT /order/update-status/{id}",
    "admin",
    order,
    { status: "processing" },
    has({ order: has({ status: "processing", actionTimestamp: text }) }),
  ],
  [
    "PUT /recharge/{id}/approve",
    "admin",
    recharge,
    {},
    has({ balance: number, user: has({ phone: "0245550101" }) }),
  ],
  [
    "PUT /recharge/{id}/decline",
    "admin",
    recharge,
    undefined,
    has({ user: has({ phone: "0245550101", balance: number }) }),
  ],
  ["DELETE /recharge/del-all-requests", "admin", undefined, undefined, has({ message: text })],
  ["DELETE /recharge/delete/{id}", "admin", declined, undefined, has({ message: text })],
  ["DELETE /order/del-all-orders", "admin", undefined, undefined, has({ message: text })],
  ["DELETE /order/delete/{id}", "admin", rejected, undefined, has({ message: text })],
  ["PUT /extra/notice", "admin", undefined, { noticeContent: "Welcome" }, has({ noticeContent: "Welcome" })],
  [
    "PUT /extra/momo-details",
    "admin",
    undefined,
    { momoPhoneNumber: "0244000001", momoAccountName: "Shop" },
    has({ momoPhoneNumber: "0244000001" }),
  ],
  [
    "PUT /product/{id}/status",
    "admin",
    async () => "afa",
    { status: "out of stock" },
    has({ status: "out of stock" }),
  ],
  [
    "PUT /product/{id}",
    "admin",
    async () => "afa",
    { network: "AFA", image: png, packages: [newPackage], status: "available" },
    has({ product: has({ _id: "afa", status: "available" }) }),
  ],
  [
    "POST /product/create",
    "admin",
    undefined,
    { network: "Telecel", image: png, packages: [newPackage], status: "available" },
    has({ product: has({ _id: text, packages: listOf({ offer: "2 GB", priceCustomer: 9.5 }) }) }),
  ],
  [
    "PUT /user/{id}/level",
    "admin",
    newUser,
    { userLevel: "Super Agent" },
    has({ user: has({ ...aUser, userLevel: "Super Agent" }) }),
  ],
  [
    "PUT /user/{id}/status",
    "admin",
    newUser,
    { status: "Banned" },
    has({ user: has({ ...aUser, status: "Banned" }) }),
  ],
  ["DELETE /user/delete/{id}", "admin", newUser, undefined, has({ message: texts.userDeleted })],
];

test("the specification has 31 calls", () => expect(new Set(calls.map(([name]) => name)).size).toBe(31));

test.each(calls)("%s", async (name, who, id, payload, answer) => {
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
  const { token } = agent;
  const theirs = await shop.call("POST", "/order/create", { ...sent, totalAmount: 4.6 }, { token });
  expect(theirs.status).toBe(201);
  expect(theirs.body["_id"]).not.toBe(first.body["_id"]);
  // The header has priority over it.
  const keyed = await shop.call("POST", "/order/create", sent, { token: ama.token, key: "a-key" });
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
    (await shop.call<{ nextRechargeId: string }>("GET", "/recharge/next-recharge-id", undefined, { token }))
      .body.nextRechargeId;
  const ask = async ({ token }: TestUser, rechargeId?: string) =>
    shop.call<{ code?: string; recharge: { rechargeId: string } }>(
      "POST",
      "/recharge",
      { amount: 50, rechargeId },
      { token },
    );
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
    async () => message(shop.call("POST", "/order/create", newOrder(), { token: (await addUser()).token })),
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
