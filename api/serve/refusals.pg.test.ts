import { type IncomingMessage, request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { openShop } from "#tools/testing/test-shop.ts";

let amasOrder: string;
let amasRequest: string;
let logged = "";

const shop = openShop({ logLevel: "trace", logTo: { write: (line) => (logged += line) } });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 10_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Customer", 10_000);
const banned = shop.userOfFile("bad", "0205550199", "Customer", 10_000);

beforeAll(async () => {
  await shop.command("change_status", "system", { user: banned._id, status: "Banned" });
  const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
  const bought = await shop.call<{ _id: string }>("POST", "/order/create", order, { token: ama.token });
  amasOrder = bought.body._id;
  const asked = await shop.call<{ recharge: { _id: string } }>(
    "POST",
    "/recharge",
    { amount: 50 },
    { token: ama.token },
  );
  amasRequest = asked.body.recharge._id;
});

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const nobody = "00000000-0000-4000-8000-000000000000";
/** [what, method, path, body, who, status, code] */
type Case = [
  string,
  string,
  string | (() => string),
  unknown,
  "ama" | "kofi" | "admin" | "banned" | "guest" | "stale",
  number,
  string,
];

const cases: Case[] = [
  ["a body that is not JSON", "POST", "/order/create", "{nope", "ama", 400, "json_malformed"],
  ["a body that is an array", "POST", "/order/create", [order], "ama", 400, "input_invalid"],
  ["a body that is null", "POST", "/order/create", "null", "ama", 400, "input_invalid"],
  ["an empty body", "POST", "/order/create", "", "ama", 400, "input_invalid"],
  [
    "a huge body",
    "POST",
    "/order/create",
    { ...order, items: "x".repeat(300_000) },
    "ama",
    413,
    "body_too_large",
  ],
  [
    "no receiver",
    "POST",
    "/order/create",
    { network: "MTNup2u", offer: "1 GB" },
    "ama",
    400,
    "input_invalid",
  ],
  [
    "a short receiver",
    "POST",
    "/order/create",
    { ...order, receiver: "024412345" },
    "ama",
    400,
    "input_invalid",
  ],
  [
    "a receiver with a digit too many",
    "POST",
    "/order/create",
    { ...order, receiver: "02441234567" },
    "ama",
    400,
    "input_invalid",
  ],
  [
    "a receiver with a digit too many behind the country code",
    "POST",
    "/order/create",
    { ...order, receiver: "+233 24 412 34567" },
    "ama",
    400,
    "input_invalid",
  ],
  [
    "a receiver of the wrong type",
    "POST",
    "/order/create",
    { ...order, receiver: 244123456 },
    "ama",
    400,
    "input_invalid",
  ],
  [
    "a receiver with a NUL",
    "POST",
    "/order/create",
    { ...order, offer: "1 GB\u0000" },
    "ama",
    400,
    "input_invalid",
  ],
  ["no package", "POST", "/order/create", { receiver: "0244123456" }, "ama", 400, "input_invalid"],
  [
    "an unknown network",
    "POST",
    "/order/create",
    { ...order, network: "Nokia" },
    "ama",
    404,
    "product_unknown",
  ],
  ["an unknown offer", "POST", "/order/create", { ...order, offer: "7 GB" }, "ama", 404, "package_unknown"],
  [
    "a price of the client's own",
    "POST",
    "/order/create",
    { ...order, totalAmount: 0.01 },
    "ama",
    409,
    "price_changed",
  ],
  ["a negative price", "POST", "/order/create", { ...order, totalAmount: -5 }, "ama", 409, "price_changed"],
  ["an unsafe price", "POST", "/order/create", { ...order, totalAmount: 1e300 }, "ama", 400, "input_invalid"],
  [
    "an AFA form that is half empty",
    "POST",
    "/order/create",
    { ...order, network: "AFA", items: { name: "" } },
    "ama",
    400,
    "input_invalid",
  ],
  ["a top-up of text", "POST", "/recharge", { amount: "fifty" }, "ama", 400, "input_invalid"],
  ["a top-up of nothing", "POST", "/recharge", {}, "ama", 400, "input_invalid"],
  ["a negative top-up", "POST", "/recharge", { amount: -50 }, "ama", 400, "input_invalid"],
  ["a top-up below the minimum", "POST", "/recharge", { amount: 49.99 }, "ama", 400, "input_invalid"],
  ["a top-up with three decimals", "POST", "/recharge", { amount: 50.001 }, "ama", 400, "input_invalid"],
  ["an over-large top-up", "POST", "/recharge", { amount: 1_000_000.01 }, "ama", 400, "input_invalid"],
  ["a top-up of 1e3 as text", "POST", "/recharge", { amount: "1e3" }, "ama", 400, "input_invalid"],
  [
    "an agent request of another amount",
    "POST",
    "/recharge",
    { amount: 60, purpose: "agent-upgrade" },
    "ama",
    400,
    "amount_invalid",
  ],
  [
    "a reference that is not one",
    "POST",
    "/recharge",
    { amount: 50, rechargeId: "T-0" },
    "ama",
    400,
    "input_invalid",
  ],
  [
    "a reference used before",
    "POST",
    "/recharge",
    () => JSON.stringify({ amount: 50, rechargeId: `T-${amasRequest}` }),
    "ama",
    409,
    "reference_taken",
  ],
  ["approving as a customer", "PUT", () => `/recharge/${amasRequest}/approve`, {}, "ama", 403, "admin_only"],
  ["approving nothing", "PUT", "/recharge/999999/approve", {}, "admin", 404, "recharge_unknown"],
  ["approving what is no id", "PUT", "/recharge/abc/approve", {}, "admin", 404, "not_found"],
  [
    "making an Admin by a top-up",
    "PUT",
    () => `/recharge/${amasRequest}/approve`,
    { userLevel: "Admin" },
    "admin",
    403,
    "level_not_grantable",
  ],
  [
    "completing a pending order",
    "PUT",
    () => `/order/update-status/${amasOrder}`,
    { status: "completed" },
    "admin",
    409,
    "order_decided",
  ],
  [
    "an order's unknown status",
    "PUT",
    () => `/order/update-status/${amasOrder}`,
    { status: "refunded" },
    "admin",
    400,
    "input_invalid",
  ],
  [
    "working an order as its buyer",
    "PUT",
    () => `/order/update-status/${amasOrder}`,
    { status: "completed" },
    "ama",
    403,
    "admin_only",
  ],
  [
    "working an unknown order",
    "PUT",
    "/order/update-status/999999",
    { status: "processing" },
    "admin",
    404,
    "order_unknown",
  ],
  [
    "crediting oneself",
    "PUT",
    "/user/balance",
    () => JSON.stringify({ amount: 100, chosenId: ama._id }),
    "ama",
    403,
    "admin_only",
  ],
  [
    "crediting nobody",
    "PUT",
    "/user/balance",
    { amount: 100, chosenId: nobody },
    "admin",
    404,
    "user_unknown",
  ],
  [
    "crediting nothing",
    "PUT",
    "/user/balance",
    () => JSON.stringify({ amount: 0, chosenId: ama._id }),
    "admin",
    400,
    "amount_invalid",
  ],
  [
    "crediting too much",
    "PUT",
    "/user/balance",
    () => JSON.stringify({ amount: 1_000_000.01, chosenId: ama._id }),
    "admin",
    400,
    "amount_too_large",
  ],
  [
    "debiting below zero",
    "PUT",
    "/user/balance",
    () => JSON.stringify({ amount: -1000, chosenId: ama._id }),
    "admin",
    409,
    "wallet_short",
  ],
  [
    "correcting an unknown movement",
    "PUT",
    "/user/balance",
    () => JSON.stringify({ amount: 1, chosenId: ama._id, corrects: 1 }),
    "admin",
    404,
    "entry_unknown",
  ],
  [
    "a fractional position",
    "PUT",
    "/user/balance",
    () => JSON.stringify({ amount: 1, chosenId: ama._id, corrects: 1.5 }),
    "admin",
    400,
    "input_invalid",
  ],
  [
    "one's own level",
    "PUT",
    () => `/user/${shop.admin._id}/level`,
    { userLevel: "Customer" },
    "admin",
    403,
    "own_account",
  ],
  [
    "the Admin level",
    "PUT",
    () => `/user/${ama._id}/level`,
    { userLevel: "Admin" },
    "admin",
    403,
    "level_not_grantable",
  ],
  [
    "an unknown level",
    "PUT",
    () => `/user/${ama._id}/level`,
    { userLevel: "God" },
    "admin",
    400,
    "input_invalid",
  ],
  [
    "the status of an unknown user",
    "PUT",
    `/user/${nobody}/status`,
    { status: "Banned" },
    "admin",
    404,
    "user_unknown",
  ],
  [
    "the payment details as a customer",
    "PUT",
    "/extra/momo-details",
    { momoPhoneNumber: "0244123456", momoAccountName: "Me" },
    "ama",
    403,
    "admin_only",
  ],
  ["the notice as a guest", "PUT", "/extra/notice", { noticeContent: "x" }, "guest", 401, "unauthorized"],
  ["buying as a guest", "POST", "/order/create", order, "guest", 401, "unauthorized"],
  ["buying with a stale token", "POST", "/order/create", order, "stale", 401, "unauthorized"],
  ["buying while banned", "POST", "/order/create", order, "banned", 403, "actor_banned"],
  ["a list with a bad limit", "GET", "/order/allorders?limit=-1", undefined, "ama", 400, "input_invalid"],
  [
    "a list with SQL for a cursor",
    "GET",
    "/order/allorders?limit=1&cursor=1;drop",
    undefined,
    "ama",
    400,
    "input_invalid",
  ],
  [
    "registering a taken phone",
    "POST",
    "/user/register",
    { username: "new", phone: "0245550101", email: "new@example.com", password: "long enough" },
    "guest",
    409,
    "phone_taken",
  ],
  [
    "registering a taken email",
    "POST",
    "/user/register",
    { username: "new", phone: "0245550999", email: "AMA@example.com", password: "long enough" },
    "guest",
    409,
    "email_taken",
  ],
  [
    "registering a short password",
    "POST",
    "/user/register",
    { username: "new", phone: "0245550999", email: "new@example.com", password: "short" },
    "guest",
    400,
    "input_invalid",
  ],
  [
    "registering with a wrong email",
    "POST",
    "/user/register",
    { username: "new", phone: "0245550999", email: "new@", password: "long enough" },
    "guest",
    400,
    "input_invalid",
  ],
  [
    "registering as an Admin with a taken name",
    "POST",
    "/user/register",
    {
      username: "AMA",
      phone: "0245550999",
      email: "new@example.com",
      password: "long enough",
      userLevel: "Admin",
    },
    "guest",
    409,
    "username_taken",
  ],
  [
    "a wrong password",
    "POST",
    "/user/login",
    { userPhone: "0245550101", password: "wrong-secret-password" },
    "guest",
    401,
    "login_failed",
  ],
  [
    "an unknown phone",
    "POST",
    "/user/login",
    { userPhone: "0245550000", password: "wrong-secret-password" },
    "guest",
    401,
    "login_failed",
  ],
  [
    "a refresh token that is none",
    "POST",
    "/auth/refresh-token",
    { token: "r1.x.0.y" },
    "guest",
    401,
    "unauthorized",
  ],
  ["an address that is not there", "GET", "/nothing", undefined, "ama", 404, "not_found"],
];

test.each(cases)(
  "%s is refused and changes nothing",
  async (_what, method, path, body, who, status, code) => {
    const before = await shop.books();
    const tokens = {
      ama: ama.token,
      kofi: kofi.token,
      banned: banned.token,
      admin: shop.admin.token,
      stale: `${ama.token.slice(0, -4)}AAAA`,
      guest: undefined,
    };
    const token = tokens[who];
    const sent = typeof body === "function" ? (body as () => string)() : body;
    const answer = await shop.call<{ message: string; code: string; requestId: string }>(
      method,
      typeof path === "function" ? path() : path,
      sent,
      token === undefined ? {} : { token },
    );
    expect({ status: answer.status, code: answer.body.code }, answer.body.message).toEqual({ status, code });
    expect(answer.body.message).toMatch(/^[A-Z].{3,}/);
    expect(answer.body.message).not.toMatch(/postgres|sql|undefined|null|\bat \//i);
    expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(await shop.books()).toEqual(before);
  },
);

test("refusals use the specification's texts where it has them", async () => {
  const poor = await shop.addUser("poor", "0205550777");
  const broke = await shop.call("POST", "/order/create", order, { token: poor.token });
  expect(broke.body).toMatchObject({
    message: "Insufficient balance. Please top up your wallet.",
    missing: 4.8,
  });
  const little = await shop.call("POST", "/recharge", { amount: 10 }, { token: poor.token });
  expect(little.body["message"]).toBe("Please enter an amount of at least 50.00");
  const changed = await shop.call(
    "POST",
    "/order/create",
    { ...order, totalAmount: 1 },
    { token: ama.token },
  );
  expect(changed.body).toMatchObject({ message: "The price has changed", price: 4.8 });
});

test("users see only their own rows in lists", async () => {
  for (const list of ["/order/allorders", "/recharge", "/user", "/user/account-balances"]) {
    const { body } = await shop.call<unknown[]>("GET", list, undefined, { token: kofi.token });
    expect(JSON.stringify(body)).not.toContain("0245550101");
    expect(JSON.stringify(body)).not.toContain(ama._id);
  }
  const { body } = await shop.call<unknown[]>("GET", "/user", undefined, { token: shop.admin.token });
  expect(JSON.stringify(body)).toContain(ama._id);
});

test("the server's log contains no secret and no phone number", () => {
  expect(logged).toContain('"path":"/api/order/create"');
  for (const secret of [
    ama.token,
    ama.refreshToken,
    "wrong-secret-password",
    "0245550101",
    "0244123456",
    "ama@example.com",
  ]) {
    expect(logged).not.toContain(secret);
  }
});

test("a huge body without a Content-Length is refused too", async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${ama.token}`,
      "content-type": "application/json",
      "transfer-encoding": "chunked",
    };
    const ask = request(`${shop.server.url}/api/order/create`, { method: "POST", headers }, resolve);
    // The server closes the connection as soon as the limit is reached.
    ask.on("error", reject);
    ask.end(JSON.stringify({ ...order, items: "x".repeat(300_000) }));
  });
  expect(answer.statusCode).toBe(413);
  answer.resume();
});

test.each([
  ["no number", {}, { receiver: "All fields are required" }],
  ["no number, wrapped", { newOrder: {} }, { "newOrder.receiver": "All fields are required" }],
  [
    "an amount that is none",
    { receiver: "0244123456", totalAmount: "abc" },
    { totalAmount: "Please enter a valid amount" },
  ],
  ["a wrapper around nothing", { newOrder: 7 }, { newOrder: "Please check what you entered" }],
])("an order with %s is refused with a message for the field", async (_, body, fields) => {
  const refused = await shop.call("POST", "/order/create", body, { token: ama.token });
  expect(refused).toMatchObject({ status: 400, body: { code: "input_invalid", fields } });
});

test("an order may be wrapped, as the specification's client may send it", async () => {
  const wrapped = await shop.call("POST", "/order/create", { newOrder: order }, { token: ama.token });
  expect(wrapped).toMatchObject({ status: 201 });
});
