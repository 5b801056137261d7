/** The occasions for messages, their recipients and texts, at a real gateway. */
import { beforeAll, expect, test } from "vitest";
import { openGateway } from "#tools/testing/open-doubles.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

let logged = "";

const gateway = openGateway();
const shop = openTestShop(() => ({
  messages: { sms: gateway.config },
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
}));
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);

beforeAll(async () => {
  await shop.addVouchers();
});

const admin = "233240000009";
const amas = "233245550101";

/** The message with this text, once the gateway has it. Two at once come in any order. */
async function smsAbout(what: string) {
  const found = () => gateway.taken.filter(({ message }) => message.includes(what));
  await expect.poll(() => found().length).toBe(1);
  return found()[0];
}
async function buy(packageId: string, more: object = {}): Promise<string> {
  const body = { packageId, receiver: "0201234567", ...more };
  const { body: order } = await shop.as(ama).post<{ _id: string }>("/order/create", body);
  return order._id;
}

test("each occasion sends one message with the shop's text to the right recipient", async () => {
  const asked = await shop.as(ama).post<{ recharge: { _id: string; rechargeId: string } }>("/recharge", {
    amount: 60,
    momoTransactionId: "38271940562",
  });
  const { _id: recharge, rechargeId } = asked.body.recharge;
  expect(await smsAbout(`Top-up request ${rechargeId}`)).toMatchObject({
    to: admin,
    sender: "Cedibook",
    key: gateway.config.key,
    message: `Top-up request ${rechargeId}: ama (0245550101) says that GHS 60.00 is paid. MoMo ID: 38271940562`,
  });
  await shop.as(shop.admin).put(`/recharge/${recharge}/approve`);
  expect(await smsAbout(`Your top-up ${rechargeId}`)).toMatchObject({
    to: amas,
    message: `Your top-up ${rechargeId} of GHS 60.00 is approved. Your balance is GHS 1,060.00.`,
  });
  const order = await buy("mtnup2u-1");
  const reference = 10_000_000 + Number(order);
  expect(await smsAbout(`Order ${reference}`)).toMatchObject({
    to: admin,
    message: `Order ${reference}: MTNup2u 1 GB for 0201234567, GHS 4.80, from ama (0245550101).`,
  });
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "processing" });
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "completed" });
  expect(await smsAbout(`Your order ${reference}`)).toMatchObject({
    to: amas,
    message: `Your order ${reference} is complete: MTNup2u 1 GB for 0201234567. Thank you!`,
  });
});

test("an agent request, an AFA order and a voucher each have their own text", async () => {
  const asked = await shop
    .as(ama)
    .post<{ recharge: { rechargeId: string } }>("/recharge", { amount: 50, purpose: "agent-upgrade" });
  expect((await smsAbout(`Agent request ${asked.body.recharge.rechargeId}`))?.message).toBe(
    `Agent request ${asked.body.recharge.rechargeId}: ama (0245550101) asks to become an Agent and says that GHS 50.00 is paid.`,
  );
  const items = {
    name: "Kofi Ɔsei",
    phone: "0209998877",
    card: "GHA-728193645-2",
    dob: "1/2/1990",
    location: "Ho",
  };
  const afa = await buy("afa-1", { network: "AFA", items });
  expect(await smsAbout(`AFA ${10_000_000 + Number(afa)}`)).toMatchObject({
    to: admin,
    message: `AFA ${10_000_000 + Number(afa)} from ama: Kofi Osei, 0209998877, card ...6452, born 1/2/1990, Ho.`,
  });
  const waec = await buy("waec-1");
  await shop.as(shop.admin).put(`/order/update-status/${waec}`, { status: "processing" });
  const voucher = { pin: "491827364550", serial: "WRC2611-0042" };
  await shop.as(shop.admin).put(`/order/update-status/${waec}`, { status: "completed", voucher });
  expect(await smsAbout(`Your order ${10_000_000 + Number(waec)}`)).toMatchObject({
    to: amas,
    message: `Your order ${10_000_000 + Number(waec)} is complete: WASSCE checker for 0201234567. PIN 491827364550, serial WRC2611-0042. Thank you!`,
  });
});

test("a decline says that the balance is unchanged, and a rejection names the refund and the reason", async () => {
  const asked = await shop
    .as(ama)
    .post<{ recharge: { _id: string; rechargeId: string } }>("/recharge", { amount: 70 });
  await shop.as(shop.admin).put(`/recharge/${asked.body.recharge._id}/decline`);
  expect((await smsAbout(`Your top-up ${asked.body.recharge.rechargeId}`))?.message).toBe(
    `Your top-up ${asked.body.recharge.rechargeId} of GHS 70.00 was declined. Your balance is unchanged.`,
  );
  const declineFor = async (reason: string) => {
    const { body } = await shop
      .as(ama)
      .post<{ recharge: { _id: string; rechargeId: string } }>("/recharge", { amount: 70 });
    await shop.as(shop.admin).put(`/recharge/${body.recharge._id}/decline`, { reason });
    const said = await smsAbout(`Your top-up ${body.recharge.rechargeId}`);
    return said?.message.split("was declined. ")[1];
  };
  expect(await declineFor("No such payment.")).toBe("Your balance is unchanged. No such payment.");
  // A reason that takes a second segment is left out.
  expect(await declineFor("x".repeat(90))).toBe("Your balance is unchanged.");
  const order = await buy("mtnup2u-2");
  await shop.as(shop.admin).put(`/order/update-status/${order}`, {
    status: "rejected",
    reason: "The number is ported.",
  });
  expect((await smsAbout(`Your order ${10_000_000 + Number(order)}`))?.message).toBe(
    `Your order ${10_000_000 + Number(order)} (5 GB for 0201234567) was rejected. GHS 22.50 is back in your wallet. The number is ported.`,
  );
});

test("message settings take effect at once: whole card numbers, a changed text and a changed number", async () => {
  const templates = { afa_ordered: "AFA {reference}: {name}, card {card}", order_placed: "" };
  const settings = { adminPhone: "+233 20 111 2222", cardNumber: "whole", templates };
  const changed = await shop.as(shop.admin).put("/message/settings", settings);
  expect(changed).toMatchObject({
    status: 200,
    body: {
      adminPhone: "0201112222",
      effectivePhone: "0201112222",
      templates: { afa_ordered: templates.afa_ordered },
      changed: { by: "admin", before: { adminPhone: "", cardNumber: "last four", templates: {} } },
    },
  });
  const items = {
    name: "Esi",
    phone: "0209998877",
    card: "GHA-728193645-2",
    dob: "1/2/1990",
    location: "Ho",
  };
  const afa = await buy("afa-1", { network: "AFA", items });
  expect(await smsAbout(`AFA ${10_000_000 + Number(afa)}`)).toMatchObject({
    to: "233201112222",
    message: `AFA ${10_000_000 + Number(afa)}: Esi, card GHA-728193645-2`,
  });
  await shop
    .as(shop.admin)
    .put("/message/settings", { adminPhone: "", cardNumber: "last four", templates: {} });
});

test("the complete reference of an order finds all its messages, even if their text does not contain it", async () => {
  const templates = { order_rejected: "Sorry, {offer} is not to be had." };
  await shop.as(shop.admin).put("/message/settings", { adminPhone: "", cardNumber: "last four", templates });
  const order = await buy("mtnup2u-1");
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "rejected" });
  const find = async (query: string) => {
    const { body } = await shop
      .as(shop.admin)
      .get(`/message?limit=1&search=${10_000_000 + Number(order)}${query}`);
    const { items, total, next } = body as { items: { kind: string }[]; total: number; next: number | null };
    return { kinds: items.map(({ kind }) => kind), total, next };
  };
  await expect.poll(async () => (await find("")).total).toBe(2);
  const first = await find("");
  expect(first.kinds).toEqual(["order_rejected"]);
  expect(await find(`&cursor=${first.next}`)).toEqual({ kinds: ["order_placed"], total: 2, next: null });
  expect((await find("&kind=order_placed")).kinds).toEqual(["order_placed"]);
  expect(await find("&state=cancelled")).toEqual({ kinds: [], total: 0, next: null });
  await shop
    .as(shop.admin)
    .put("/message/settings", { adminPhone: "", cardNumber: "last four", templates: {} });
});

test("sealed texts cannot be read in the table, in the log or by an admin, and the key is stored nowhere", async () => {
  const listed = await shop.as(shop.admin).get("/message?limit=100");
  const tables = await shop.pool.query<{ line: string }>(
    `select row_to_json(m)::text as line from shop.message m
     union all select row_to_json(w)::text from shop.message_search w
     union all select row_to_json(j)::text from jobs._private_jobs j
     union all select row_to_json(e)::text from ledger.event e
     union all select row_to_json(g)::text from shop.message_gateway g`,
  );
  const kept = JSON.stringify(listed.body) + tables.rows.map(({ line }) => line).join() + logged;
  expect(kept).toContain("PIN ****, serial ****");
  for (const secret of ["491827364550", "WRC2611", "Osei", "0209998877", "728193645", gateway.config.key])
    expect(kept).not.toContain(secret);
});
