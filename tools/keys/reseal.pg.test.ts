/** Rotating the sealing keys: whatever was sealed stays readable, in a shop that goes on working. */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deriveSecrets, openText, type SealingSecrets, sealText } from "#api/serve/secrets.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import type { Page } from "#contract/lists.ts";
import { openTestShop, testSecret } from "#tools/testing/test-shop.ts";
import { resealAll } from "./reseal.ts";
import { addSealingKey, parseSealingKeys, readSealingKeys } from "./sealing-keys.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_00);

const second: SealingSecrets = { version: 2, secrets: { 2: "b".repeat(48) } };
const form = {
  name: "Ama Mensah",
  phone: "0244123456",
  card: "GHA-000000000-0",
  dob: "1990-01-01",
  location: "Accra",
};

async function order(): Promise<PurchaseAnswer> {
  const body = { packageId: "afa-1", items: form, receiver: "0244123456" };
  return (await shop.as(ama).post<PurchaseAnswer>("/order/create", body)).body;
}

async function forms(): Promise<unknown[]> {
  const { token } = await shop.login(ama.phone, ama.password);
  const path = "/order/allorders?limit=10";
  const { body } = await shop.as({ token }).get<Page<OrderRecord>>(path);
  return body.items.map(({ items }) => items);
}

/** Everything that is sealed, as it is stored. */
async function stored(): Promise<Record<string, string[]>> {
  const { rows } = await shop.pool.query<{ use: string; texts: string[] }>(
    `select 'form' as use, array_agg(form order by order_id) as texts from shop.order_detail where form is not null
     union all select 'voucher', array_agg(voucher) from shop.order_detail where voucher is not null
     union all select 'message', array_agg(sealed) from shop.message where kind = 'test'
     union all select 'webhook', array_agg(secret) from shop.webhook
     union all select 'totp', array_agg(secret) from shop.totp
     union all select 'push', array_agg(text) from (
       select sealed as text from shop.push_subscription union all select private_key from shop.push_key) p
     union all select 'guest', array_agg(token) from shop.guest_order
     union all select 'receipt', array_agg(private_key) from shop.receipt_key where private_key is not null
     union all select 'moveIn', array_agg(text) from (
       select sealed as text from shop.move_in_text union all select sealed from shop.move_in_part) m`,
  );
  return Object.fromEntries(rows.map(({ use, texts }) => [use, texts]));
}

/** A row of each kind besides forms, sealed with version 1. */
async function sealOneOfEach(): Promise<void> {
  const { sealing } = deriveSecrets(testSecret);
  const user = ama._id;
  const statements: [string, unknown[]][] = [
    ["update shop.order_detail set voucher = $1", [sealText(sealing.voucher, "voucher")]],
    [
      `insert into shop.message (kind, channel, user_id, recipient, text, sealed, segments, state, created_at, fresh_at)
       values ('test', 'sms', $1, '', '', $2, 1, 'unsent', now(), now())`,
      [user, sealText(sealing.message, "message")],
    ],
    [
      "insert into shop.webhook (user_id, url, secret) values ($1, '', $2)",
      [user, sealText(sealing.webhook, "webhook")],
    ],
    ["insert into shop.totp (user_id, secret) values ($1, $2)", [user, sealText(sealing.totp, "totp")]],
    [
      `insert into shop.push_subscription (user_id, session_id, endpoint_hash, keys_hash, sealed, public_key)
       select user_id, id, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), $2, ''
       from shop.session where user_id = $1 limit 1`,
      [user, sealText(sealing.push, "push")],
    ],
    [
      "insert into shop.move_in_text (uploaded_by, upload, file, part, bytes, sealed) values ($1, $1, 0, 0, 1, $2)",
      [user, sealText(sealing.moveIn, "moveIn")],
    ],
    [
      `insert into shop.move_in (id, checked_by, users, products, amount, already_users, already_products, already_amount, refused)
       values ($1, $1, 0, 0, 0, 0, 0, 0, 0)`,
      [user],
    ],
    [
      "insert into shop.move_in_part (move_in, kind, sealed) values ($1, 'plan', $2)",
      [user, sealText(sealing.moveIn, "moveIn")],
    ],
    [
      `insert into shop.guest_order (token_hash, token, user_id, price, surcharge, fee_by, package_id, network, offer, receiver, payer)
       values (decode(repeat('00', 32), 'hex'), $2, $1, 1, 0, 'shop', '', '', '', '', '')`,
      [user, sealText(sealing.guest, "guest")],
    ],
    ["insert into shop.receipt_key values ('key', $1)", [sealText(sealing.receipt, "receipt")]],
    ["delete from shop.push_key", []],
    ["insert into shop.push_key (public_key, private_key) values ('', $1)", [sealText(sealing.push, "push")]],
  ];
  for (const [text, values] of statements) await shop.pool.query(text, values);
}

test("everything is readable before, during and after a rotation, and then without the old key", async () => {
  await order();
  await sealOneOfEach();
  await shop.restart({ sealing: { ...second, version: 1 } });
  await order();
  await shop.restart({ sealing: second });
  await order();
  expect((await stored())["form"]?.map((text) => text.startsWith("2."))).toEqual([false, false, true]);
  expect(await forms()).toEqual([form, form, form]);

  const { sealing } = deriveSecrets(testSecret, second);
  expect(await resealAll(shop.pool, sealing)).toMatchObject({ unreadable: 0 });
  expect(await resealAll(shop.pool, sealing)).toEqual({ sealed: 0, unreadable: 0 });
  expect(await forms()).toEqual([form, form, form]);
  const without = deriveSecrets("another session secret, long enough", second).sealing;
  const { form: sealedForms = [], ...rest } = await stored();
  expect(sealedForms.map((text) => JSON.parse(openText(without.form, text)))).toEqual([form, form, form]);
  expect(Object.keys(rest).toSorted()).toEqual([
    "guest",
    "message",
    "moveIn",
    "push",
    "receipt",
    "totp",
    "voucher",
    "webhook",
  ]);
  for (const [use, texts] of Object.entries(rest))
    for (const text of texts) expect(openText(without[use as keyof typeof without], text)).toBe(use);
});

test("a rotation back to the session secret works too", async () => {
  const { sealing } = deriveSecrets(testSecret, { ...second, version: 1 });
  expect(await resealAll(shop.pool, sealing)).toMatchObject({ unreadable: 0 });
  const texts = Object.values(await stored()).flat();
  expect(texts.length).toBeGreaterThanOrEqual(10);
  expect(texts.filter((text) => text.includes("."))).toEqual([]);
});

test("a value that no key opens is counted and stays", async () => {
  await shop.pool.query("update shop.webhook set secret = $1", ["c3BvaWxlZA=="]);
  const { sealing } = deriveSecrets(testSecret, second);
  expect(await resealAll(shop.pool, sealing)).toMatchObject({ unreadable: 1 });
  expect((await stored())["webhook"]).toEqual(["c3BvaWxlZA=="]);
});

test("the first key of a list seals, and a wrong list is refused", () => {
  const one = "a".repeat(32);
  const other = "b".repeat(32);
  expect(parseSealingKeys("1")).toEqual({ version: 1, secrets: {} });
  expect(parseSealingKeys(`3:${one}, 2:${other},1`)).toEqual({ version: 3, secrets: { 2: other, 3: one } });
  expect(parseSealingKeys(`1,2:${other}`)).toEqual({ version: 1, secrets: { 2: other } });
  for (const wrong of ["", "2", `1:${one}`, `2:${one},2:${other}`, "2:short", `2:${one};1`, "1,1"])
    expect([wrong, parseSealingKeys(wrong)]).toEqual([wrong, undefined]);
});

test("each rotation of the embedded database puts a new key before the old ones, in a file of its own", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cedibook-keys-"));
  const place = { dataDir, databaseUrl: undefined, sealingKeys: undefined };
  expect(await readSealingKeys(place)).toEqual({ version: 1, secrets: {} });
  const first = await addSealingKey(place);
  expect(first?.version).toBe(2);
  const next = await addSealingKey(place);
  expect(next).toEqual({ version: 3, secrets: { ...first?.secrets, 3: expect.any(String) } });
  expect(await readSealingKeys(place)).toEqual(next);
  expect((await stat(join(dataDir, "sealing-keys"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, "sealing-keys"), "utf8")).toMatch(/^3:.{64},2:.{64},1$/);
  await rm(dataDir, { recursive: true });
});
