import { beforeAll, expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderAnswer } from "#contract/orders.ts";

let logged = "";
const shop = openTestShop({ logLevel: "trace", logTo: { write: (line) => (logged += line) } });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Agent", 10_000);

beforeAll(async () => {
  await shop.addVouchers();
});

const voucher = { pin: "491827364550", serial: "WRC2611-0042" };

/** An order that is being processed. */
async function processing(packageId: string): Promise<string> {
  const bought = await shop.buy(ama, packageId);
  expect(bought.body.voucher).toBeNull();
  await move(bought.body._id, { status: "processing" });
  return bought.body._id;
}

function move(order: string, body: object, key?: string) {
  const options = { token: shop.admin.token, key };
  return shop.call<OrderAnswer & { code: string; message: string; status: string }>(
    "PUT",
    `/order/update-status/${order}`,
    body,
    options,
  );
}

async function seenBy(user: { token: string }, order: string): Promise<OrderRecord | undefined> {
  const { body } = await shop.as(user).get<OrderRecord[]>("/order/allorders");
  return body.find(({ _id }) => _id === order);
}

test("completing a voucher order needs PIN and serial, which only its buyer and admins see, in lists and live", async () => {
  const order = await processing("waec-1");
  const live = await shop.live(ama, null);
  const others = await shop.live(kofi, null);
  const bare = await move(order, { status: "completed" });
  expect(bare).toMatchObject({
    status: 400,
    body: { code: "voucher_required", message: "Please enter the voucher's PIN and serial number" },
  });
  const done = await move(order, { status: "completed", voucher }, "complete");
  expect(done).toMatchObject({ status: 200, body: { order: { status: "completed", voucher } } });
  const told = await live.next((message) => "event" in message && message.event === "ordersUpdated");
  expect(told).toMatchObject({ data: { _id: order, voucher } });
  for (const user of [ama, shop.admin]) expect((await seenBy(user, order))?.voucher).toEqual(voucher);
  expect(await seenBy(kofi, order)).toBeUndefined();
  await shop.command("change_notice", "system", { notice: "afterwards" });
  await others.next((message) => "event" in message && message.event === "noticeUpdated");
  expect(JSON.stringify(others.messages)).not.toContain(voucher.pin);
  live.close();
  others.close();
});

test("a retried completion gets the same answer, and another voucher does not replace the first", async () => {
  const order = await processing("waec-1");
  const other = { pin: "000000000000", serial: "WRC0" };
  const done = await move(order, { status: "completed", voucher }, "first");
  expect((await move(order, { status: "completed", voucher }, "first")).body).toEqual(done.body);
  expect(await move(order, { status: "completed", voucher: other }, "first")).toMatchObject({
    status: 422,
    body: { code: "key_reused" },
  });
  expect(await move(order, { status: "completed", voucher: other }, "second")).toMatchObject({
    status: 409,
    body: { code: "order_decided", status: "completed" },
  });
  expect((await seenBy(ama, order))?.voucher).toEqual(voucher);
});

test("of two simultaneous completions one voucher is stored, the one in the answer", async () => {
  for (let n = 0; n < 8; n++) {
    const order = await processing("waec-1");
    const vouchers = [0, 1].map((m) => ({ pin: `5555${n}${m}`, serial: `S${n}${m}` }));
    const answers = await Promise.all(
      vouchers.map((one) => move(order, { status: "completed", voucher: one })),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - won]).toMatchObject({ status: 409, body: { status: "completed" } });
    expect(answers[won]?.body.order.voucher).toEqual(vouchers[won]);
    expect((await seenBy(ama, order))?.voucher).toEqual(vouchers[won]);
  }
});

test.each([
  ["no serial", { pin: "1" }, "All fields are required"],
  ["an empty PIN", { pin: "  ", serial: "S" }, "Please enter the PIN"],
  ["a control character", { pin: "1\u00002", serial: "S" }, "Please use plain text"],
  ["sixty-one characters", { pin: "1".repeat(61), serial: "S" }, "At most 60 characters"],
  ["a number", { pin: 12, serial: "S" }, "Please enter the PIN"],
])("a voucher with %s is refused, and the order does not change", async (_, given, message) => {
  const order = await processing("waec-1");
  expect(await move(order, { status: "completed", voucher: given })).toMatchObject({
    status: 400,
    body: { code: "input_invalid", message },
  });
  expect(await seenBy(ama, order)).toMatchObject({ status: "processing", voucher: null });
});

test("only the completion of a voucher order accepts a voucher", async () => {
  const bundle = await processing("mtnup2u-1");
  expect(await move(bundle, { status: "completed", voucher })).toMatchObject({
    status: 400,
    body: { code: "voucher_unexpected", message: "Orders for MTNup2u carry no voucher" },
  });
  expect((await move(bundle, { status: "completed", voucher: null })).status).toBe(200);
  const order = await processing("waec-1");
  const rejected = await move(order, { status: "rejected", voucher });
  expect(rejected).toMatchObject({ status: 400, body: { code: "input_invalid" } });
  expect(await seenBy(ama, order)).toMatchObject({ status: "processing", voucher: null });
  const { rows } = await shop.pool.query(
    "select order_id from shop.order_detail where order_id = any ($1) and voucher is not null",
    [[bundle, order]],
  );
  expect(rows).toEqual([]);
});

test("neither the ledger, the server's log nor the table contains a readable voucher", async () => {
  const { rows } = await shop.pool.query<{ line: string }>(
    `select row_to_json(e)::text as line from ledger.event e
     union all select voucher from shop.order_detail where voucher is not null`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const opened = rows.map(({ line }) => Buffer.from(line, "base64").toString("latin1"));
  const kept = [...rows.map(({ line }) => line), ...opened, logged].join("\n");
  for (const secret of [voucher.pin, voucher.serial]) expect(kept).not.toContain(secret);
});
