/** What users are told about their account, and admins about the payment details, by real SMS and emails. */
import { beforeEach, expect, test } from "vitest";
import { accountTexts } from "#contract/account-messages.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { resetPassword, withShop } from "#tools/admin/make-admin.ts";
import { readEmail } from "#tools/testing/read-email.ts";
import { openGateway, openMailServer } from "#tools/testing/open-doubles.ts";
import { openTestShop, TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { inOneSegment } from "./notices.ts";
import { measureSms } from "./segments.ts";

let users = 0;

const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 400, retry_ms: 20, open_ms: 50 };

const gateway = openGateway();
const mail = openMailServer();
const shop = openTestShop(() => ({
  messages: { sms: gateway.config, mail: { url: mail.url, from: "shop@example.com" }, patience },
}));
beforeEach(async () => {
  await settled();
  gateway.taken.length = 0;
  mail.letters.length = 0;
  await shop.pool.query("delete from shop.attempt");
});

const addUser = () => {
  users += 1;
  return shop.addUser(`user${users}`, `0245550${100 + users}`);
};

/** Signs in without the cookie of a known device, unless one is given. */
const login = ({ phone, password }: TestUser, cookie?: string) =>
  shop.call("POST", "/user/login", { userPhone: phone, password }, { ...(cookie && { cookie }) });

const proveEmail = ({ _id }: TestUser) =>
  shop.pool.query(`update shop."user" set email_proved_at = now() where id = $1`, [_id]);

/** Waits until nothing is left to tell or to send: what has not been told by then never is. */
async function settled(): Promise<void> {
  await shop.caughtUp();
  const open = async () => {
    const { rows } = await shop.pool.query<{ open: number }>(
      `select (select count(*) from shop.notice)
         + (select count(*) from shop.message where state in ('waiting', 'sending'))
         + (select h.position - f.position from ledger.head h, shop.message_follower f) as open`,
    );
    return Number(rows[0]?.open);
  };
  await expect.poll(open).toBe(0);
}

/** "to: text" of every SMS and email, in alphabetical order, once nothing more is to come. */
async function sentMessages(): Promise<string[]> {
  await settled();
  const letters = mail.letters.map(({ to, source }) => {
    const text = readEmail(source).replaceAll("\r\n", "\n");
    return `${to}: ${/^Cedibook: .*$/m.exec(text)?.[0]}`;
  });
  return [...gateway.taken.map(({ to, message }) => `${to}: ${message}`), ...letters].toSorted();
}

const sms = ({ phone }: { phone: string }) => `233${phone.slice(1)}`;
const cookieOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith("device-"))
    ?.split(";")[0];

test("a new device is told of once, a known one not at all, nor the device of the registration", async () => {
  const phone = "0245557001";
  const password = "kente and palm wine";
  const form = { username: "newcomer", phone, email: "newcomer@example.com", password };
  const registered = await shop.call<TestUser>("POST", "/user/register", form);
  expect((await login({ ...registered.body, password }, cookieOf(registered))).status).toBe(200);
  expect(await sentMessages()).toEqual([]);
  const first = await login({ ...registered.body, password });
  expect(first.status).toBe(200);
  const text =
    "Cedibook: new sign-in (Other device). If this was not you, open the shop, change your password and sign out all devices.";
  expect(await sentMessages()).toEqual([`${sms({ phone })}: ${text}`]);
  expect((await login({ ...registered.body, password }, cookieOf(first))).status).toBe(200);
  expect(await sentMessages()).toHaveLength(1);
  // A wrong password is no sign-in.
  await login({ ...registered.body, password: "not this one" });
  expect(await sentMessages()).toHaveLength(1);
});

test("a new device is told of by email, which costs nothing, if the email is proved", async () => {
  const ama = await addUser();
  await proveEmail(ama);
  await login(ama);
  expect(await sentMessages()).toEqual([
    expect.stringMatching(new RegExp(`^${ama.email}: Cedibook: new sign-in`)),
  ]);
});

test("a flood of logins sends a few messages a day, and they are in the admin's list", async () => {
  const ama = await addUser();
  await Promise.all(Array.from({ length: serverLimits.account_messages_max + 4 }, () => login(ama)));
  expect(await sentMessages()).toHaveLength(serverLimits.account_messages_max);
  const { body } = await shop
    .as(shop.admin)
    .get<{ items: { recipient: string; text: string; state: string }[] }>(
      `/message?limit=50&kind=new_device&search=${ama.phone}`,
    );
  expect(body.items).toHaveLength(serverLimits.account_messages_max);
  expect(body.items[0]).toMatchObject({ recipient: ama.phone, state: "sent" });
  await shop.pool.query("update shop.message set created_at = created_at - interval '1 day'");
  await login(ama);
  expect(await sentMessages()).toHaveLength(serverLimits.account_messages_max + 1);
});

test("a changed and a reset password are each told of once, by SMS: whoever reads the mail may have reset it", async () => {
  const ama = await addUser();
  await proveEmail(ama);
  const change = (key: string) => {
    const body = { currentPassword: ama.password, newPassword: "kente and palm wine" };
    return shop.as(ama).post("/user/change-password", body, { key });
  };
  expect((await change("k1")).status).toBe(200);
  expect((await change("k1")).status).toBe(200);
  const text = expect.stringContaining("Cedibook: your password was changed. If this was not you");
  expect(await sentMessages()).toEqual([text]);
  await shop.call("POST", "/user/forget-password", { email: ama.email });
  await expect.poll(() => mail.letters.length).toBe(1);
  const link = /reset-password\/([\w-]{43})/.exec(readEmail(mail.letters[0]?.source ?? ""))?.[1];
  const reset = () => shop.call("POST", `/user/reset-password/${link}`, { password: "another password" });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(200);
  await settled();
  expect(gateway.taken).toMatchObject([
    { to: sms(ama), message: text },
    { to: sms(ama), message: text },
  ]);
  expect(mail.letters).toHaveLength(1);
});

test("a password that the command line sets is told of too", async () => {
  const ama = await addUser();
  await withShop(
    shop.database.apiUrl,
    (office) => resetPassword(office, { phone: ama.phone, password: "another password" }),
    { canTell: true },
  );
  expect(await sentMessages()).toEqual([expect.stringContaining("your password was changed")]);
});

test("a refused change of the password tells nothing", async () => {
  const ama = await addUser();
  const body = { currentPassword: "not this one", newPassword: "kente and palm wine" };
  expect((await shop.as(ama).post("/user/change-password", body)).status).toBe(403);
  expect(await sentMessages()).toEqual([]);
});

test("a changed phone is told of to the old number, the mail address and the new number, once", async () => {
  const ama = await addUser();
  const { username, password, token, email } = ama;
  const save = (form: object) =>
    shop.as({ token }).put("/user/update-profile", { username, phone: ama.phone, ...form });
  expect((await save({ firstName: "Ama" })).status).toBe(200);
  expect((await save({ phone: "0245557777", password: "not this one" })).status).toBe(403);
  expect(await sentMessages()).toEqual([]);
  const changed = await save({ phone: "0245557777", password });
  expect(changed.status).toBe(200);
  const old =
    "Cedibook: the phone number of your account was changed. If this was not you, contact us at once.";
  expect(await sentMessages()).toEqual(
    [
      `${sms(ama)}: ${old}`,
      "233245557777: Cedibook: an account now has this phone number. If it is not yours, please tell us.",
      `${email}: ${old}`,
    ].toSorted(),
  );
  // The device on which it was changed is known under the new number too.
  expect((await login({ ...ama, phone: "0245557777" }, cookieOf(changed))).status).toBe(200);
  expect(await sentMessages()).toHaveLength(3);
});

test("new payment details are told to every admin once, where they are proved", async () => {
  const esi = await shop.addUser("esi", "0245557002", "Admin");
  await proveEmail(esi);
  // That there is a second admin is told too.
  await settled();
  gateway.taken.length = 0;
  mail.letters.length = 0;
  const { token, phone } = shop.admin;
  const body = { momoPhoneNumber: "0244123456", momoAccountName: "Ama Mensah" };
  expect((await shop.as({ token }).put("/extra/momo-details", body, { key: "k1" })).status).toBe(200);
  expect((await shop.as({ token }).put("/extra/momo-details", body, { key: "k1" })).status).toBe(200);
  const text =
    "Cedibook: top-ups are now paid to 024 412 3456. If you do not know why, open the shop, look under Audit and change it back.";
  expect(await sentMessages()).toEqual([`${sms({ phone })}: ${text}`, `esi@example.com: ${text}`].toSorted());
});

test("a restart and a job that runs twice tell nothing twice", async () => {
  const ama = await addUser();
  await login(ama);
  expect(await sentMessages()).toHaveLength(1);
  const { rows } = await shop.pool.query<{ id: number }>(
    "insert into shop.notice (user_id, kind, detail) values ($1, 'password_changed', '{}') returning id",
    [ama._id],
  );
  const id = rows[0]?.id;
  await shop.pool.query(
    `select jobs.add_job('tell_user', json_build_object('id', $1::bigint), job_key => 'a'),
       jobs.add_job('tell_user', json_build_object('id', $1::bigint), job_key => 'b')`,
    [id],
  );
  await expect
    .poll(
      async () => (await shop.pool.query("select from jobs._private_jobs where key in ('a', 'b')")).rowCount,
    )
    .toBe(0);
  await shop.restart();
  expect(await sentMessages()).toHaveLength(2);
});

test("a shop without gateways notes nothing", async () => {
  const plain = await TestShop.open();
  try {
    const kofi = await plain.addUser("kofi", "0245550101");
    const { phone: userPhone, password } = kofi;
    expect((await plain.call("POST", "/user/login", { userPhone, password })).status).toBe(200);
    const { rows } = await plain.pool.query(
      "select (select count(*) from shop.notice) as notices, (select count(*) from shop.message) as messages",
    );
    expect(rows).toEqual([{ notices: 0, messages: 0 }]);
  } finally {
    await plain.close();
  }
});

test("each text fits one segment, whatever the shop's name, and has neither links nor the cedi sign", () => {
  const values = { device: "Samsung Internet on ChromeOS", momo: "024 412 3456", code: "123456" };
  for (const template of Object.values(accountTexts)) {
    for (const shopName of ["Cedibook", "S".repeat(60), "Ɛ€[]".repeat(15)]) {
      const text = inOneSegment(template, values, shopName);
      expect(measureSms(text)).toMatchObject({ segments: 1, encoding: "GSM-7" });
      expect(text).not.toMatch(/[{}¢₵]|https?:/);
      expect(text.endsWith(template.slice(-20).replace(/^.*\}/, ""))).toBe(true);
    }
  }
});
