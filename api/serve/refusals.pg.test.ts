import { type IncomingMessage, request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";

let amasOrder: string;
let amasRequest: string;
let logged = "";

const shop = openTestShop({ logLevel: "trace", logTo: { write: (line) => (logged += line) } });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 10_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Customer", 10_000);
const banned = shop.userOfFile("bad", "0205550199", "Customer", 10_000);

beforeAll(async () => {
  await shop.command("change_status", "system", { user: banned._id, status: "Banned" });
  const bought = await shop.buy(ama);
  amasOrder = bought.body._id;
  const asked = await shop.as(ama).post<{ recharge: { _id: string } }>("/recharge", { amount: 50 });
  amasRequest = asked.body.recharge._id;
});

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const nobody = "00000000-0000-4000-8000-000000000000";
const person = {
  username: "new",
  phone: "0245550999",
  email: "new@example.com",
  password: "long enough",
};
type Who = "ama" | "admin" | "banned" | "guest" | "stale";
/** By caller, call and answer: what is wrong, and the body. */
const refused: Record<Who, Record<string, Record<string, Record<string, unknown>>>> = {
  ama: {
    "POST /order/create": {
      "400 json_malformed": { "a body that is not JSON": "{nope" },
      "400 input_invalid": {
        "a body that is an array": [order],
        "a body that is null": "null",
        "an empty body": "",
        "no receiver": { network: "MTNup2u", offer: "1 GB" },
        "a short receiver": { ...order, receiver: "024412345" },
        "a receiver with a digit too many": { ...order, receiver: "02441234567" },
        "a receiver with a digit too many behind the country code": {
          ...order,
          receiver: "+233 24 412 34567",
        },
        "a receiver of the wrong type": { ...order, receiver: 244123456 },
        "a receiver with a NUL": { ...order, offer: "1 GB\u0000" },
        "no package": { receiver: "0244123456" },
        "an unsafe price": { ...order, totalAmount: 1e300 },
        "an AFA form that is half empty": { ...order, network: "AFA", items: { name: "" } },
      },
      "413 body_too_large": { "a huge body": { ...order, items: "x".repeat(300_000) } },
      "404 product_unknown": { "an unknown network": { ...order, network: "Nokia" } },
      "404 package_unknown": { "an unknown offer": { ...order, offer: "7 GB" } },
      "409 price_changed": {
        "a price of the client's own": { ...order, totalAmount: 0.01 },
        "a negative price": { ...order, totalAmount: -5 },
      },
    },
    "POST /recharge": {
      "400 input_invalid": {
        "a top-up of text": { amount: "fifty" },
        "a top-up of nothing": {},
        "a negative top-up": { amount: -50 },
        "a top-up below the minimum": { amount: 49.99 },
        "a top-up with three decimals": { amount: 50.001 },
        "an over-large top-up": { amount: 1_000_000.01 },
        "a top-up of 1e3 as text": { amount: "1e3" },
        "a reference that is not one": { amount: 50, rechargeId: "T-0" },
      },
      "400 amount_invalid": {
        "an agent request of another amount": { amount: 60, purpose: "agent-upgrade" },
      },
      "409 reference_taken": {
        "a reference used before": () => ({ amount: 50, rechargeId: `T-${amasRequest}` }),
      },
    },
    "PUT /recharge/{request}/approve": { "403 admin_only": { "approving as a customer": {} } },
    "PUT /order/update-status/{order}": {
      "403 admin_only": { "working an order as its buyer": { status: "completed" } },
    },
    "PUT /user/balance": {
      "403 admin_only": { "crediting oneself": () => ({ amount: 100, chosenId: ama._id }) },
    },
    "PUT /extra/momo-details": {
      "403 admin_only": {
        "the payment details as a customer": { momoPhoneNumber: "0244123456", momoAccountName: "Me" },
      },
    },
    "GET /order/allorders?limit=-1": { "400 input_invalid": { "a list with a bad limit": undefined } },
    "GET /order/allorders?limit=1&cursor=1;drop": {
      "400 input_invalid": { "a list with SQL for a cursor": undefined },
    },
    "GET /nothing": { "404 not_found": { "an address that is not there": undefined } },
  },
  admin: {
    "PUT /recharge/999999/approve": { "404 recharge_unknown": { "approving nothing": {} } },
    "PUT /recharge/abc/approve": { "404 not_found": { "approving what is no id": {} } },
    "PUT /recharge/{request}/approve": {
      "403 level_not_grantable": { "making an Admin by a top-up": { userLevel: "Admin" } },
    },
    "PUT /order/update-status/{order}": {
      "409 order_decided": { "completing a pending order": { status: "completed" } },
      "400 input_invalid": { "an order's unknown status": { status: "refunded" } },
    },
    "PUT /order/update-status/999999": {
      "404 order_unknown": { "working an unknown order": { status: "processing" } },
    },
    "PUT /user/balance": {
      "404 user_unknown": { "crediting nobody": { amount: 100, chosenId: nobody } },
      "400 amount_invalid": { "crediting nothing": () => ({ amount: 0, chosenId: ama._id }) },
      "400 amount_too_large": { "crediting too much": () => ({ amount: 1_000_000.01, chosenId: ama._id }) },
      "409 wallet_short": { "debiting below zero": () => ({ amount: -1000, chosenId: ama._id }) },
      "404 entry_unknown": {
        "correcting an unknown movement": () => ({ amount: 1, chosenId: ama._id, corrects: 1 }),
      },
      "400 input_invalid": {
        "a fractional position": () => ({ amount: 1, chosenId: ama._id, corrects: 1.5 }),
      },
    },
    "PUT /user/{admin}/level": { "403 own_account": { "one's own level": { userLevel: "Customer" } } },
    "PUT /user/{ama}/level": {
      "403 level_not_grantable": { "the Admin level": { userLevel: "Admin" } },
      "400 input_invalid": { "an unknown level": { userLevel: "God" } },
    },
    "PUT /user/{nobody}/status": {
      "404 user_unknown": { "the status of an unknown user": { status: "Banned" } },
    },
  },
  guest: {
    "PUT /extra/notice": { "401 unauthorized": { "the notice as a guest": { noticeContent: "x" } } },
    "POST /order/create": { "401 unauthorized": { "buying as a guest": order } },
    "POST /user/register": {
      "409 phone_taken": { "registering a taken phone": { ...person, phone: "0245550101" } },
      "409 email_taken": { "registering a taken email": { ...person, email: "AMA@example.com" } },
      "400 input_invalid": {
        "registering a short password": { ...person, password: "short" },
        "registering with a wrong email": { ...person, email: "new@" },
      },
      "409 username_taken": {
        "registering as an Admin with a taken name": { ...person, username: "AMA", userLevel: "Admin" },
      },
    },
    "POST /user/login": {
      "401 login_failed": {
        "a wrong password": { userPhone: "0245550101", password: "wrong-secret-password" },
        "an unknown phone": { userPhone: "0245550000", password: "wrong-secret-password" },
      },
    },
    "POST /auth/refresh-token": {
      "401 unauthorized": { "a refresh token that is none": { token: "r1.x.0.y" } },
    },
  },
  stale: {
    "POST /order/create": { "401 unauthorized": { "buying with a stale token": order } },
  },
  banned: {
    "POST /order/create": { "403 actor_banned": { "buying while banned": order } },
  },
};

const cases = Object.entries(refused).flatMap(([who, calls]) =>
  Object.entries(calls).flatMap(([call, answers]) =>
    Object.entries(answers).flatMap(([expected, bodies]) =>
      Object.entries(bodies).map(([what, body]) => ({ what, who: who as Who, call, body, expected })),
    ),
  ),
);

test.each(cases)("$what is refused and changes nothing", async ({ who, call, body, expected }) => {
  const before = await shop.books();
  const tokens = {
    ama: ama.token,
    banned: banned.token,
    admin: shop.admin.token,
    stale: `${ama.token.slice(0, -4)}AAAA`,
    guest: undefined,
  };
  const ids = { ama: ama._id, admin: shop.admin._id, nobody, order: amasOrder, request: amasRequest };
  const [method = "", path = ""] = call
    .replace(/\{(\w+)\}/, (_, id: keyof typeof ids) => ids[id])
    .split(/ (.*)/);
  const sent = typeof body === "function" ? (body as () => object)() : body;
  const answer = await shop.call<{ message: string; code: string; requestId: string }>(method, path, sent, {
    token: tokens[who],
  });
  expect(`${answer.status} ${answer.body.code}`, answer.body.message).toBe(expected);
  expect(answer.body.message).toMatch(/^[A-Z].{3,}/);
  expect(answer.body.message).not.toMatch(/postgres|sql|undefined|null|\bat \//i);
  expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
  expect(await shop.books()).toEqual(before);
});

test("refusals use the specification's texts where it has them", async () => {
  const poor = await shop.addUser("poor", "0205550777");
  const broke = await shop.as(poor).post("/order/create", order);
  expect(broke.body).toMatchObject({
    message: "Insufficient balance. Please top up your wallet.",
    missing: 4.8,
  });
  const little = await shop.as(poor).post("/recharge", { amount: 10 });
  expect(little.body["message"]).toBe("Please enter an amount of at least 50.00");
  const changed = await shop.as(ama).post("/order/create", { ...order, totalAmount: 1 });
  expect(changed.body).toMatchObject({ message: "The price has changed", price: 4.8 });
});

test("users see only their own rows in lists", async () => {
  for (const list of ["/order/allorders", "/recharge", "/user", "/user/account-balances"]) {
    const { body } = await shop.as(kofi).get<unknown[]>(list);
    expect(JSON.stringify(body)).not.toContain("0245550101");
    expect(JSON.stringify(body)).not.toContain(ama._id);
  }
  const { body } = await shop.as(shop.admin).get<unknown[]>("/user");
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
  const refused = await shop.as(ama).post("/order/create", body);
  expect(refused).toMatchObject({ status: 400, body: { code: "input_invalid", fields } });
});

test("an order may be wrapped, as the specification's client may send it", async () => {
  const wrapped = await shop.as(ama).post("/order/create", { newOrder: order });
  expect(wrapped).toMatchObject({ status: 201 });
});
