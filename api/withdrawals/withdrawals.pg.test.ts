/** Asking for a withdrawal and deciding about it: each rule over HTTP. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type {
  WithdrawalAnswer,
  WithdrawalOffer,
  WithdrawalRecord,
  WithdrawalRulesAnswer,
} from "#contract/withdrawals.ts";
import { usualWithdrawalRules, type WithdrawalRules } from "#contract/terms/withdrawals.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

let second: TestUser;
let users = 0;

const shop = openTestShop({ messages: {} });

const open = { isOn: true, who: "everyone", what: "everything" } as const;
let present: WithdrawalRules;

async function setRules(change: Partial<WithdrawalRules>): Promise<void> {
  const rules = { ...usualWithdrawalRules, ...open, ...change };
  if (JSON.stringify(rules) === JSON.stringify(present)) return;
  await shop.command("change_withdrawal_rules", "system", rules);
  present = rules;
}
beforeEach(() => setRules({}));

/** With a proved number and ¢100.00. */
async function newUser(prefix = "024"): Promise<TestUser> {
  users += 1;
  const user = await shop.addUser(
    `taker${users}`,
    `${prefix}${String(2_000_000 + users)}`,
    "Customer",
    100_00,
  );
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [user._id]);
  return user;
}

const as = ({ token }: TestUser) => ({ token });

function ask({ token }: TestUser, amount = 50, fee = 0, key: string = randomUUID()) {
  return shop.as({ token }).post<WithdrawalAnswer>("/withdrawal", { amount, fee }, { key });
}

async function asked(user: TestUser, amount = 50): Promise<string> {
  const { status, body } = await ask(user, amount);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.withdrawal._id;
}

function act(id: string, what: string, body: object, by: TestUser = shop.admin) {
  return shop.call<WithdrawalAnswer>("PUT", `/withdrawal/${id}/${what}`, body, as(by));
}

const listOf = async (user: TestUser, query = "") =>
  (await shop.call<Page<WithdrawalRecord>>("GET", `/withdrawal?limit=50${query}`, undefined, as(user))).body
    .items;

const offerTo = async (user: TestUser) =>
  (await shop.call<WithdrawalOffer>("GET", "/withdrawal/offer", undefined, as(user))).body;

async function textsTo({ _id }: TestUser): Promise<string[]> {
  const { rows } = await shop.pool.query<{ text: string }>(
    "select text from shop.message where user_id = $1 and kind like 'withdrawal%' order by id",
    [_id],
  );
  return rows.map(({ text }) => text);
}

test("a new shop pays nothing out, and says so", async () => {
  await shop.command("change_withdrawal_rules", "system", (present = usualWithdrawalRules));
  const ama = await newUser();
  expect(await offerTo(ama)).toMatchObject({ isOn: false });
  expect((await ask(ama)).body).toMatchObject({ code: "withdrawals_off" });
  expect(await shop.balanceOf(ama)).toBe(100_00);
});

test("money goes to the user's own number by hand, and the user reads of each step", async () => {
  await setRules({ fee: 1_00 });
  const ama = await newUser();
  expect(await offerTo(ama)).toEqual({
    isOn: true,
    phone: `024${2_000_000 + users}`,
    obstacle: null,
    until: null,
    what: "everything",
    min: 10,
    fee: 1,
    max: 100,
    bound: "wallet",
  });
  const { status, body } = await ask(ama, 50, 1);
  expect([status, body.withdrawal]).toMatchObject([
    201,
    { status: "requested", amount: 50, fee: 1, arrives: 49, isFirst: null, said: null, by: null },
  ]);
  expect(await shop.balanceOf(ama)).toBe(50_00);
  const id = body.withdrawal._id;
  expect((await act(id, "paid", { transaction: "38271940562" })).body).toMatchObject({
    code: "withdrawal_decided",
    status: "requested",
  });
  expect((await act(id, "send", { rail: "momo" })).body.withdrawal).toMatchObject({
    status: "sent",
    rail: "momo",
    isFirst: true,
    by: "admin",
  });
  // Nobody else takes it on.
  expect((await act(id, "send", { rail: "telecel" })).body).toMatchObject({ code: "withdrawal_decided" });
  expect((await act(id, "paid", { transaction: "not an id!" })).status).toBe(400);
  expect((await act(id, "paid", { transaction: "38271940562" })).body.withdrawal).toMatchObject({
    status: "paid",
    transaction: "38271940562",
  });
  expect(await listOf(ama)).toMatchObject([
    { status: "paid", transaction: "38271940562", by: null, isFirst: null },
  ]);
  const { rows } = await shop.pool.query<{ name: string; balance: number }>(
    "select name, balance from ledger.house_account where name in ('payouts', 'momo', 'fees') order by name",
  );
  expect(rows).toEqual([
    { name: "fees", balance: 1_00 },
    { name: "momo", balance: 49_00 },
    { name: "payouts", balance: 0 },
  ]);
  await expect
    .poll(() => textsTo(ama))
    .toEqual([
      `You asked to withdraw GHS 50.00. GHS 49.00 will go to ${`024${2_000_000 + users}`} once it is approved. Not you? Call us now.`,
      `We paid GHS 49.00 to ${`024${2_000_000 + users}`} for your withdrawal of GHS 50.00. Transaction: 38271940562`,
    ]);
  // The next one is not the first one to this number.
  const later = await ask(ama, 20, 1);
  expect((await listOf(shop.admin, "&status=open"))[0]).toMatchObject({
    _id: later.body.withdrawal._id,
    isFirst: false,
  });
});

test("what is rejected or not paid is back in the wallet, and the user reads why", async () => {
  const ama = await newUser();
  const rejected = await asked(ama);
  expect((await act(rejected, "reject", { reason: "" })).status).toBe(400);
  expect((await act(rejected, "reject", { reason: "Please call us." })).body.withdrawal).toMatchObject({
    status: "rejected",
    reason: "Please call us.",
  });
  const failed = await asked(ama);
  await act(failed, "send", { rail: "momo" });
  await act(failed, "failed", { reason: "The number is barred." });
  expect(await shop.balanceOf(ama)).toBe(100_00);
  await expect
    .poll(async () => (await textsTo(ama)).filter((text) => text.includes("back in your wallet")))
    .toEqual([
      "Your withdrawal was not approved. GHS 50.00 is back in your wallet. Please call us.",
      "Your withdrawal could not be paid. GHS 50.00 is back in your wallet. The number is barred.",
    ]);
});

test("a user takes back their own before it is sent, and sees and touches nobody else's", async () => {
  const [ama, kofi] = [await newUser(), await newUser()];
  const id = await asked(ama);
  expect(await listOf(kofi)).toEqual([]);
  expect(await listOf(kofi, `&user=${ama._id}`)).toEqual([]);
  expect((await act(id, "cancel", {}, kofi)).body).toMatchObject({ code: "withdrawal_unknown" });
  for (const [what, body] of [
    ["send", { rail: "momo" }],
    ["paid", { transaction: "1" }],
    ["failed", { reason: "r" }],
    ["reject", { reason: "r" }],
  ] as const)
    expect((await act(id, what, body, ama)).body, what).toMatchObject({ code: "admin_only" });
  expect((await act(id, "cancel", {}, ama)).body.withdrawal).toMatchObject({ status: "rejected" });
  expect(await shop.balanceOf(ama)).toBe(100_00);
});

test("only to a number that the user has proved, and that a network pays to", async () => {
  const ama = await newUser();
  await shop.pool.query(`update shop."user" set phone_proved_at = null where id = $1`, [ama._id]);
  expect((await ask(ama)).body).toMatchObject({ code: "phone_not_proved" });
  expect(await offerTo(ama)).toMatchObject({ obstacle: "phone_not_proved" });
  const abroad = await newUser("030");
  expect((await ask(abroad)).body).toMatchObject({ code: "phone_not_promptable" });
  expect([await shop.balanceOf(ama), await shop.balanceOf(abroad)]).toEqual([100_00, 100_00]);
});

test("whoever has a stolen session and changes the number or the password waits a day", async () => {
  const ama = await newUser();
  const changes = { currentPassword: ama.password, newPassword: "another-password-1" };
  const changed = await shop.call("POST", "/user/change-password", changes, as(ama));
  expect(changed.status).toBe(200);
  expect((await ask(ama)).body).toMatchObject({ code: "withdrawal_too_soon", transient: true });
  expect(await offerTo(ama)).toMatchObject({ obstacle: "withdrawal_too_soon", until: expect.any(String) });
  await shop.pool.query(
    `update shop."user" set sign_in_changed_at = sign_in_changed_at - interval '24 hours' where id = $1`,
    [ama._id],
  );
  expect((await ask(ama)).status).toBe(201);

  const kofi = await newUser();
  const phone = { username: kofi.username, phone: "0244999001", password: kofi.password };
  expect((await shop.call("PUT", "/user/update-profile", phone, as(kofi))).status).toBe(200);
  // The proof was of the old number.
  expect((await ask(kofi)).body).toMatchObject({ code: "phone_not_proved" });
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [kofi._id]);
  expect((await ask(kofi)).body).toMatchObject({ code: "withdrawal_too_soon" });
});

test("a second factor that was turned on or off starts the day too", async () => {
  const ama = await newUser();
  const since = async () =>
    (
      await shop.pool.query<{ changed: boolean }>(
        `select sign_in_changed_at is not null as changed from shop."user" where id = $1`,
        [ama._id],
      )
    ).rows[0]?.changed;
  await shop.pool.query("insert into shop.totp (user_id, secret) values ($1, 's')", [ama._id]);
  expect(await since()).toBe(false);
  await shop.pool.query("update shop.totp set confirmed_at = now() where user_id = $1", [ama._id]);
  expect(await since()).toBe(true);
  await shop.pool.query(`update shop."user" set sign_in_changed_at = null where id = $1`, [ama._id]);
  await shop.pool.query("delete from shop.totp where user_id = $1", [ama._id]);
  expect(await since()).toBe(true);
});

test("the owner's least, day and fee bind, and only earnings can be taken where the owner wants it", async () => {
  await setRules({ min: 20_00, day_max: 60_00, fee: 1_00 });
  const ama = await newUser();
  expect((await ask(ama, 19, 1)).body).toMatchObject({ code: "withdrawal_too_small" });
  expect((await ask(ama, 50, 0)).body).toMatchObject({ code: "changed_meanwhile" });
  expect((await ask(ama, 61, 1)).body).toMatchObject({ code: "withdrawal_day_limit" });
  expect((await ask(ama, 40, 1)).status).toBe(201);
  expect(await offerTo(ama)).toMatchObject({ max: 20, bound: "day" });
  await setRules({ day_max: 900_00 });
  expect((await ask(ama, 61)).body).toMatchObject({ code: "insufficient_balance" });
  await setRules({ what: "earnings" });
  expect(await offerTo(ama)).toMatchObject({ max: 0, bound: "earnings" });
  expect((await ask(ama)).body).toMatchObject({ code: "withdrawal_not_earned" });
  await setRules({ who: "agents" });
  expect((await ask(ama)).body).toMatchObject({ code: "withdrawals_for_agents" });
  expect(await offerTo(ama)).toMatchObject({ isOn: false });
});

test("two tabs at once cannot take the same money, and a retry is the same withdrawal", async () => {
  const ama = await newUser();
  const both = await Promise.all([ask(ama, 60), ask(ama, 60)]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  expect(await shop.balanceOf(ama)).toBe(40_00);
  const key = randomUUID();
  const first = await ask(ama, 20, 0, key);
  await shop.pool.query(`update shop."user" set phone_proved_at = null where id = $1`, [ama._id]);
  const retry = await ask(ama, 20, 0, key);
  expect([retry.status, retry.body.withdrawal._id]).toEqual([201, first.body.withdrawal._id]);
  expect(await shop.balanceOf(ama)).toBe(20_00);
  expect((await ask(ama, 10, 0, key)).body).toMatchObject({ code: "key_reused" });
});

test("many attempts within an hour are refused", async () => {
  const ama = await newUser();
  const answers = await Promise.all(Array.from({ length: 22 }, () => ask(ama, 5)));
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(20).fill(409), 429, 429]);
});

test("the owner turns it on, and nobody over another admin's change", async () => {
  const read = () => shop.call<WithdrawalRulesAnswer>("GET", "/withdrawal/rules", undefined, as(shop.admin));
  const { rules } = (await read()).body;
  const change = (body: object) => shop.call("PUT", "/withdrawal/rules", body, as(shop.admin));
  expect((await change({ ...rules, seen: rules })).body).toMatchObject({ code: "unchanged" });
  expect((await change({ ...rules, fee: 10 })).body).toMatchObject({
    fields: { min: "The least withdrawal must be above the fee" },
  });
  const after = { ...rules, fee: 2 };
  expect((await change({ ...after, seen: rules })).body).toMatchObject({
    rules: { fee: 2 },
    paying: [],
  });
  expect((await change({ ...rules, seen: rules })).body).toMatchObject({ code: "changed_meanwhile" });
  const acts = await shop.call("GET", "/audit/acts?limit=1", undefined, as(shop.admin));
  expect(JSON.stringify(acts.body)).toContain('"what":"fee","before":"0.00","after":"2.00"');
  present = { ...usualWithdrawalRules, fee: 1 };
});

test("nobody is paid by Paystack in a shop that has none", async () => {
  const id = await asked(await newUser());
  expect((await act(id, "send", { rail: "paystack" })).body).toMatchObject({ code: "rail_off" });
});

test("the first payment to a number takes two admins, where there are two", async () => {
  second = await shop.addUser("second", "0240000019", "Admin");
  const ama = await newUser();
  const id = await asked(ama);
  expect((await act(id, "send", { rail: "momo" })).body).toMatchObject({
    pending: true,
    withdrawal: { status: "requested" },
  });
  expect((await act(id, "send", { rail: "momo" })).body).toMatchObject({ code: "approval_open" });
  const { items } = (await shop.call<ApprovalsAnswer>("GET", "/approval", undefined, as(second))).body;
  const [waiting] = items.filter(({ status }) => status === "pending");
  expect(waiting).toMatchObject({
    kind: "withdrawal",
    user: { _id: ama._id },
    amount: 50,
    changes: [{ what: "paid by", after: "momo" }],
  });
  const approve = (by: TestUser) => shop.call("PUT", `/approval/${waiting?._id ?? ""}/approve`, {}, as(by));
  expect((await approve(shop.admin)).body).toMatchObject({ code: "second_admin_needed" });
  expect((await approve(second)).status).toBe(200);
  expect(await listOf(ama)).toMatchObject([{ status: "sent", rail: "momo" }]);
});

test("the list of the office has what waits first, the oldest first, and finds by name", async () => {
  const open = await listOf(shop.admin, "&status=open");
  expect(open.length).toBeGreaterThan(1);
  expect(open.map(({ createdAt }) => createdAt)).toEqual(open.map(({ createdAt }) => createdAt).toSorted());
  expect(open.every(({ status }) => status === "requested" || status === "sent")).toBe(true);
  const [first] = open;
  const found = await listOf(shop.admin, `&search=${first?.user.username}`);
  expect(found.every(({ user }) => user._id === first?.user._id)).toBe(true);
  expect(found.length).toBeGreaterThan(0);
});
