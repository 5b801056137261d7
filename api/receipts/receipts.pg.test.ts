/** The receipts that a shop signs: for whom, with which key, with which proof, and what is said of them later. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkReceipt, factsIn } from "#contract/check-receipt.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { ReceiptAnswer, ReceiptKeys, ReceiptState } from "#contract/receipts.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { openAudited } from "#tools/testing/audited-shop.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { deriveSecrets } from "../serve/secrets.ts";
import { retireKey, signingKey } from "./receipt-keys.ts";

const audited = openAudited();
const { at, buy, caughtUp, get } = audited;

const receipt = <T = ReceiptAnswer>(path: string, { token }: { token: string } = audited.ama) =>
  audited.shop.as({ token }).get<T>(`/receipt/${path}`);
const keys = () => get<ReceiptKeys>("/receipt/keys");
const stateOf = async (text: string, head?: { root: string }) =>
  (await checkReceipt(text, { keys: await keys(), head }, crypto.subtle)).state;

async function completed(user: TestUser): Promise<number> {
  await buy(user);
  const { rows } = await audited.owner.query<{ id: number }>("select max(id) as id from ledger.order");
  const order = Number(rows[0]?.id);
  expect(await receipt(`order/${order}`, user)).toMatchObject({
    status: 409,
    body: { code: "receipt_unready" },
  });
  await audited.shop.command("process_order", audited.shop.admin._id, { order });
  await audited.shop.command("complete_order", audited.shop.admin._id, { order, voucher: false });
  return order;
}

test("a receipt is for its owner and admins, has the number cut, and proves its event under the head in the file", async () => {
  const { ama, kofi, shop, owner, folder } = audited;
  const sent = "select from audit.daily_head where sent_at is not null";
  await expect.poll(async () => (await owner.query(sent)).rowCount).toBe(1);
  // After the day's head.
  const order = await completed(ama);
  await caughtUp();
  const { body: early } = await receipt(`order/${order}`);
  expect(early.long).toBeNull();
  expect(await stateOf(early.short)).toBe("genuine");
  await owner.query("delete from audit.daily_head");
  await expect.poll(async () => (await owner.query(sent)).rowCount).toBe(1);
  // Its block of the tree goes on growing.
  await buy(kofi);
  await caughtUp();
  const root = (await readFile(join(folder, "heads.txt"), "utf8")).trimEnd().split(" ").at(-1)!;
  for (const [path, facts] of [
    [`order/${order}`, { kind: "order", what: "1 GB MTNup2u", to: "024***3456", amount: 480 }],
    ["topup/10001", { kind: "topup", to: "024***0101", amount: 100_00, position: at["topup"] }],
    ["order/1", { kind: "refund", to: "024***0101", amount: 380, position: at["refund"] }],
  ] as const) {
    const { body } = await receipt(path);
    expect(factsIn(body.short)).toMatchObject(facts);
    expect(await stateOf(body.long!, { root })).toBe("genuine");
    expect((await receipt(path, shop.admin)).status).toBe(200);
    const code = path.startsWith("order") ? "order_unknown" : "recharge_unknown";
    expect(await receipt(path, kofi)).toMatchObject({ status: 404, body: { code } });
  }
});

test("a payout has a receipt of its user's once it is paid, which says later that the money came back", async () => {
  const { ama, kofi, shop } = audited;
  const rules = { ...usualWithdrawalRules, isOn: true, who: "everyone", what: "everything" } as const;
  await shop.command("change_withdrawal_rules", "system", { ...rules, fee: 1_00 });
  const asked = { amount: 20_00, fee: 1_00, first: false, earned: 0 };
  const requested = await shop.command("request_withdrawal", ama._id, asked);
  const found = "select id from ledger.withdrawal where requested = $1";
  const { rows } = await shop.pool.query<{ id: string }>(found, [requested]);
  const withdrawal = rows[0]!.id;
  await shop.pool.query(
    "insert into shop.payout (withdrawal, user_id, phone) values ($1, $2, '0245550101')",
    [withdrawal, ama._id],
  );
  const payout = <T = ReceiptAnswer>({ token }: { token: string }) =>
    shop.as({ token }).get<T>(`/withdrawal/${withdrawal}/receipt`);
  expect(await payout(ama)).toMatchObject({ status: 409, body: { code: "receipt_unready" } });
  await shop.command("send_withdrawal", shop.admin._id, { withdrawal, rail: "paystack" });
  await shop.command("pay_withdrawal", "system", { withdrawal, transaction: "TRF_1", fee: 10 });
  expect(await payout(kofi)).toMatchObject({ status: 404, body: { code: "withdrawal_unknown" } });
  expect((await payout(shop.admin)).status).toBe(200);
  const sentHeads = "select from audit.daily_head where sent_at is not null";
  await audited.caughtUp();
  await audited.owner.query("delete from audit.daily_head");
  await expect.poll(async () => (await audited.owner.query(sentHeads)).rowCount).toBe(1);
  const root = (await readFile(join(audited.folder, "heads.txt"), "utf8")).trimEnd().split(" ").at(-1)!;
  const { short, long } = (await payout(ama)).body;
  expect(await stateOf(long!, { root })).toBe("genuine");
  const facts = factsIn(short)!;
  expect(facts).toMatchObject({ kind: "payout", to: "024***0101", amount: 19_00, reference: "TRF_1" });
  expect(await stateOf(short)).toBe("genuine");
  const later = () => shop.call<ReceiptState>("GET", `/receipt/state/${facts.position}/${facts.event}`);
  expect((await later()).body).toEqual({ corrections: [] });
  await shop.command("reverse_withdrawal", "system", { withdrawal, reason: "the wallet is full" });
  expect((await later()).body.corrections.map(({ amount }) => amount)).toEqual([-19_00]);
});

test("whoever has a receipt learns of its corrections, and nobody else learns anything", async () => {
  const { ama, shop } = audited;
  const order = await completed(ama);
  const { position, event } = factsIn((await receipt(`order/${order}`)).body.short)!;
  const state = (hash: string) => shop.call<ReceiptState>("GET", `/receipt/state/${position}/${hash}`);
  expect((await state(event)).body).toEqual({ corrections: [] });
  const correct = (amount: number, corrects: number) =>
    shop.command("correct_balance", shop.admin._id, {
      user: ama._id,
      amount,
      reason: "not delivered",
      corrects,
    });
  await correct(-50, await correct(480, position));
  expect((await state(event)).body.corrections.map(({ amount }) => amount)).toEqual([480, -50]);
  expect(await state("ab".repeat(32))).toMatchObject({ status: 404, body: { code: "entry_unknown" } });
});

test("keys change: a retired one signs no more, and what it has signed stays valid", async () => {
  const { shop } = audited;
  const db = openReads(shop.pool);
  const made = (await receipt("topup/10001")).body.short;
  await retireKey(db);
  const next = (await receipt("topup/10001")).body.short;
  const own = (text: string) => factsIn(text)!.key;
  expect(own(next)).not.toBe(own(made));
  // With another session secret, the kept key cannot be opened.
  const moved = await signingKey({ db, secrets: deriveSecrets("another".repeat(6)), receiptKey: undefined });
  const secrets = deriveSecrets("the shop's".repeat(5));
  const receiptKey = Buffer.alloc(32, 7).toString("base64");
  const configured = await signingKey({ db, secrets, receiptKey });
  expect(await keys()).toMatchObject([
    { key: own(made), until: expect.any(String) },
    { key: own(next), until: expect.any(String) },
    { key: moved.publicKey, until: expect.any(String) },
    { key: configured.publicKey, until: null },
  ]);
  expect((await signingKey({ db, secrets, receiptKey })).publicKey).toBe(configured.publicKey);
  await signingKey({ db, secrets, receiptKey: Buffer.alloc(32, 8).toString("base64url") });
  await expect(signingKey({ db, secrets, receiptKey })).rejects.toThrow("was replaced");
  for (const text of [made, next]) expect(await stateOf(text)).toBe("genuine");
  expect((await shop.pool.query("select from shop.receipt_key where private_key is not null")).rowCount).toBe(
    0,
  );
});
