import { afterEach, beforeEach, expect, test } from "vitest";
import { openDesk, type RunningDesk } from "./desk.ts";
import { openReceiver } from "../testing/receiver.ts";

const secretKey = "sk_test_of_the_tests";
const dataMartKey = "key_of_the_tests";
const shop = openReceiver();
let desk: RunningDesk;

beforeEach(async () => {
  desk = await openDesk({
    port: 0,
    seed: 1,
    speed: 100,
    isHostile: false,
    paystackWebhook: shop.url,
    smsWebhook: shop.url,
    secretKey,
    signingKey: "k",
    dataMartKey,
    dataMartWebhookSecret: "dm-webhook-secret",
    dataMartWebhook: shop.url,
    dataMartOpening: 10_000,
    hubnet: { key: "hubnet_key_of_the_tests", opening: 10_000 },
    reloadly: { clientId: "id", clientSecret: "secret", opening: 5000 },
  });
});

afterEach(() => desk.close());

async function press(fields: Record<string, string>): Promise<Response> {
  return fetch(desk.url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

const page = async () => (await fetch(desk.url)).text();

test("a developer approves a charge on the page, and the shop gets the webhook", async () => {
  await fetch(`${desk.paystack.url}/charge`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      email: "a7@example.com",
      amount: 5000,
      reference: "r1",
      mobile_money: { phone: "0204123456", provider: "vod" },
    }),
  });
  const html = await page();
  expect(html).toContain("This is play money.");
  expect(html).toContain(desk.paystack.voucherOf("r1"));
  expect((await press({ do: "approve", reference: "r1" })).status).toBe(303);
  await expect.poll(() => shop.received.length).toBe(1);
  expect(JSON.parse(shop.received[0]?.body ?? "")).toMatchObject({ data: { domain: "test", amount: 5000 } });
  expect(await page()).toContain("Balance: GHS 49.02");
});

test("a developer lets the phone receive a payment, and a name cannot write HTML into the page", async () => {
  const sms = { do: "sms", kind: "received", network: "mtn", amount: "12.50", name: "<b>AMA</b>" };
  await press({ ...sms, payer: "233244000001", typed: "77" });
  await expect.poll(() => shop.received.length).toBe(1);
  await expect.poll(page).toContain("from &lt;b&gt;AMA&lt;/b&gt; Current Balance: GHS 1012.50");
  expect(shop.received[0]?.body).toContain("Reference: 77.");
});

test("a developer acts as the supplier: delivers, fails, refunds and tops up", async () => {
  const buy = (phoneNumber: string) =>
    fetch(`${desk.dataMart.url}/purchase`, {
      method: "POST",
      headers: { "x-api-key": dataMartKey, "content-type": "application/json" },
      body: JSON.stringify({ phoneNumber, network: "YELLO", capacity: "5", gateway: "wallet" }),
    });
  for (const phone of ["0241234567", "0241234568", "0241234502"]) await buy(phone);
  const [first = "", second = "", third = ""] = desk.dataMart.orders.keys();
  await expect.poll(() => desk.dataMart.orders.get(first)?.state).toBe("processing");
  expect(await page()).toContain("Balance: GHS 37.00");
  const play = (fields: Record<string, string>) => press({ ...fields, supplier: "DataMart" });
  await play({ do: "deliver", reference: first });
  await play({ do: "fail", reference: second });
  await play({ do: "fail", reference: third });
  await play({ do: "refund", reference: third });
  await play({ do: "top-up", amount: "0.50" });
  const html = await page();
  expect(html).toContain("<td>0241234567</td><td>YELLO 5 GB</td><td>completed</td><td>all</td><td>no</td>");
  expect(html).toContain(
    "<td>0241234568</td><td>YELLO 5 GB</td><td>refunded</td><td>nothing</td><td>yes</td>",
  );
  expect(html).toContain("Balance: GHS 79.50");
  await expect.poll(() => shop.received.map(({ body }) => body).join()).toContain("order.completed");
});

test("each supplier has its own orders and its own balance on the page", async () => {
  await fetch(`${desk.hubnet?.url}/mtn-new-transaction`, {
    method: "POST",
    headers: { token: "Bearer hubnet_key_of_the_tests" },
    body: JSON.stringify({ phone: "0241234567", volume: "5000", reference: "order1" }),
  });
  await press({ do: "deliver", supplier: "Hubnet", reference: "order1" });
  await press({ do: "top-up", supplier: "Reloadly", amount: "7" });
  const html = await page();
  expect(html).toContain("<td>0241234567</td><td>mtn 5 GB</td><td>completed</td><td>all</td><td>no</td>");
  expect(html).toContain("Balance: GHS 78.50");
  expect(html).toContain("Balance: USD 57.00");
});

test("what cannot be done is said", async () => {
  const refused = await press({ do: "approve", reference: "r9" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Transaction reference is invalid");
  expect(await (await press({ do: "sms", amount: "none" })).text()).toContain("more than 0");
  expect(await (await press({ do: "deliver", supplier: "DataMart", reference: "GN-1" })).text()).toContain(
    "Order not found",
  );
  expect(await (await press({ do: "deliver", supplier: "Nobody" })).text()).toContain("no such supplier");
  expect((await press({ do: "fly" })).status).toBe(400);
});
