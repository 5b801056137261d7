/** Ways to a new password: a link to an address that nobody has proved, a code by SMS, and help from support. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SignInHelpAnswer } from "#contract/password-resets.ts";
import { attemptLimits, limits } from "#contract/terms/limits.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { texts } from "#contract/terms/texts.ts";
import { readEmail } from "#tools/testing/read-email.ts";
import { openGateway, openMailServer } from "#tools/testing/open-doubles.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

let users = 0;
let logged = "";

const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 400, retry_ms: 20, open_ms: 50 };

const gateway = openGateway();
const mail = openMailServer();
const shop = openTestShop(() => ({
  messages: { sms: gateway.config, mail: { url: mail.url, from: "shop@example.com" }, patience },
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
}));

beforeAll(async () => {
  const { token, password } = shop.admin;
  await shop.as({ token }).post("/user/step-up", { password });
});
beforeEach(async () => {
  gateway.taken.length = 0;
  mail.letters.length = 0;
  await shop.pool.query("delete from shop.attempt");
});

const newPassword = "a new long password";
const invalid = { status: 400, body: { code: "reset_link_invalid", message: texts.resetLinkInvalid } };
const wrongPhone = { status: 403, body: { code: "reset_phone_wrong", message: "Wrong phone number" } };
const wrongCode = {
  status: 403,
  body: {
    code: "proof_code_wrong",
    message: "This code is wrong or no longer valid. Check it, or ask for a new one.",
  },
};

function addUser(level: "Customer" | "Admin" = "Customer"): Promise<TestUser> {
  users += 1;
  return shop.addUser(`user${users}`, `0245550${100 + users}`, level);
}

const login = ({ phone }: TestUser, password = newPassword) =>
  shop.call("POST", "/user/login", { userPhone: phone, password });
const isSignedIn = async ({ token }: TestUser) => (await shop.as({ token }).get("/user")).status === 200;

/** Requests a link, and reads its token from the mail. */
async function tokenFor({ email }: TestUser): Promise<string> {
  await shop.call("POST", "/user/forget-password", { email });
  return mailedToken(email);
}
async function mailedToken(email: string): Promise<string> {
  const tokens = () =>
    mail.letters
      .filter(({ to }) => to === email)
      .flatMap(({ source }) => /reset-password\/([\w-]{43})/.exec(readEmail(source))?.[1] ?? []);
  await expect.poll(() => tokens().length).toBe(1);
  return tokens()[0] ?? "";
}
const readLink = (token: string) => shop.call("GET", `/user/reset-password/${token}`);
const reset = (token: string, phone?: string, password = newPassword) =>
  shop.call("POST", `/user/reset-password/${token}`, { password, ...(phone && { phone }) });

const askForCode = (phone: string) => shop.call("POST", "/user/forget-password/sms", { phone });
const resetByCode = (phone: string, code: string, password = newPassword) =>
  shop.call("POST", "/user/reset-password", { phone, code, password });
const codes = () =>
  gateway.taken.flatMap(({ message }) => /code for a new password is (\d{6})/.exec(message)?.[1] ?? []);
async function smsCode(user: TestUser): Promise<string> {
  const before = codes().length;
  expect(await askForCode(user.phone)).toMatchObject({
    status: 200,
    body: { message: passwordTexts.resetCodeSent },
  });
  await expect.poll(() => codes().length).toBe(before + 1);
  return codes().at(-1) ?? "";
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const help = (
  user: TestUser,
  way: "link" | "code",
  { by = shop.admin, key }: { by?: TestUser; key?: string } = {},
) => shop.as(by).post<SignInHelpAnswer>(`/user/${user._id}/sign-in-help`, { way }, { key });

test("a link to an address that nobody has proved takes the account's phone number, and survives a wrong one", async () => {
  const ama = await addUser();
  const token = await tokenFor(ama);
  expect((await readLink(token)).body).toEqual({ needsPhone: true });
  expect(await reset(token)).toMatchObject({ status: 400, body: { code: "reset_phone_needed" } });
  expect(await reset(token, "0249999999")).toMatchObject(wrongPhone);
  expect(await isSignedIn(ama)).toBe(true);
  expect((await reset(token, ama.phone)).status).toBe(200);
  expect(await isSignedIn(ama)).toBe(false);
  expect((await login(ama)).status).toBe(200);
  // A retry needs nothing more than the same password; the used link says that it is used.
  expect((await reset(token)).status).toBe(200);
  expect(await readLink(token)).toMatchObject(invalid);
});

test("a link to a proved address sets the password without a phone number", async () => {
  const ama = await addUser();
  await shop.pool.query(`update shop."user" set email_proved_at = now() where id = $1`, [ama._id]);
  const token = await tokenFor(ama);
  expect((await readLink(token)).body).toEqual({ needsPhone: false });
  expect((await reset(token)).status).toBe(200);
  expect((await login(ama)).status).toBe(200);
});

test("a link stops working after five wrong phone numbers, also simultaneous ones, and says nothing else", async () => {
  const ama = await addUser();
  const token = await tokenFor(ama);
  const guesses = Array.from({ length: serverLimits.reset_phones_max + 2 }, (_, n) => `024999000${n}`);
  const answers = await Promise.all(guesses.map((phone) => reset(token, phone)));
  const counted = answers.filter(({ body }) => body["code"] === "reset_phone_wrong");
  expect(counted).toHaveLength(serverLimits.reset_phones_max);
  expect(await readLink(token)).toMatchObject(invalid);
  expect(await reset(token, ama.phone)).toMatchObject(invalid);
  expect((await login(ama, ama.password)).status).toBe(200);
});

test("wrong phone numbers of several links count together, with the words of a login", async () => {
  const ama = await addUser();
  const { max } = attemptLimits.reset.pair;
  for (let n = 0; n < max; n += 1) {
    if (n % 4 === 0) mail.letters.length = 0;
    const token = n % 4 === 0 ? await tokenFor(ama) : await mailedToken(ama.email);
    expect(await reset(token, "0249999999")).toMatchObject(wrongPhone);
  }
  const token = await mailedToken(ama.email);
  expect(await reset(token, ama.phone)).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Too many attempts. Please try again in \d+ minutes?\.$/) },
  });
});

test("whether a password is the account's own number is said only after the right phone number", async () => {
  const ama = await addUser();
  const token = await tokenFor(ama);
  expect(await reset(token, "0249999999", ama.phone)).toMatchObject(wrongPhone);
  expect(await reset(token, ama.phone, ama.phone)).toMatchObject({ body: { code: "password_common" } });
});

test("a code by SMS sets a new password once, proves the phone, and ends sessions and links", async () => {
  const ama = await addUser();
  const token = await tokenFor(ama);
  const code = await smsCode(ama);
  expect(await resetByCode(ama.phone, another(code))).toMatchObject(wrongCode);
  expect((await resetByCode(ama.phone, code)).status).toBe(200);
  expect(await isSignedIn(ama)).toBe(false);
  expect(await readLink(token)).toMatchObject(invalid);
  // A retry is answered the same. Another password is not set with it.
  expect((await resetByCode(ama.phone, code)).status).toBe(200);
  expect(await resetByCode(ama.phone, code, "yet another password")).toMatchObject(wrongCode);
  expect((await login(ama)).status).toBe(200);
  const { rows } = await shop.pool.query<{ at: string | null }>(
    `select phone_proved_at as at from shop."user" where id = $1`,
    [ama._id],
  );
  expect(rows[0]?.at).not.toBeNull();
});

test("of two new passwords sent at once with one code, only one is set", async () => {
  const ama = await addUser();
  const code = await smsCode(ama);
  const passwords = ["the first password", "the second password"];
  const answers = await Promise.all(passwords.map((password) => resetByCode(ama.phone, code, password)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  const set = passwords[answers.findIndex(({ status }) => status === 200)];
  expect((await login(ama, set)).status).toBe(200);
});

test("an unknown number gets the same answers, and no SMS", async () => {
  const ama = await addUser();
  await smsCode(ama);
  expect(await askForCode("0249999998")).toMatchObject({
    status: 200,
    body: { message: passwordTexts.resetCodeSent },
  });
  expect(await resetByCode("0249999998", "123456")).toMatchObject(wrongCode);
  expect(gateway.taken.map(({ to }) => to).filter((to) => to.endsWith("249999998"))).toEqual([]);
});

test("a code works for five attempts and ten minutes, and five are sent an hour", async () => {
  const ama = await addUser();
  const code = await smsCode(ama);
  for (let n = 0; n < limits.proof_code_attempts_max; n += 1) await resetByCode(ama.phone, another(code));
  expect(await resetByCode(ama.phone, code)).toMatchObject(wrongCode);
  const waited = "update shop.proof_code set sent_at = sent_at - interval '1 minute'";
  await shop.pool.query(waited);
  const late = await smsCode(ama);
  await shop.pool.query("update shop.proof_code set expires_at = now()");
  expect(await resetByCode(ama.phone, late)).toMatchObject(wrongCode);
  for (let n = 2; n < attemptLimits["reset code"].account.max; n += 1) await askForCode(ama.phone);
  expect((await askForCode(ama.phone)).status).toBe(429);
  expect((await login(ama, ama.password)).status).toBe(200);
});

test("a new password by code asks for the second factor at the next login as before", async () => {
  const ama = await addUser();
  await shop.pool.query(
    "insert into shop.totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())",
    [ama._id],
  );
  expect((await resetByCode(ama.phone, await smsCode(ama))).status).toBe(200);
  expect((await login(ama)).body).toMatchObject({ code: "second_factor_needed" });
});

test("a shop without SMS says so, and so does one without a mail server", async () => {
  const mute = await shop.another();
  const at = { base: mute.url };
  const ways = await shop.call("GET", "/user/forget-password", undefined, at);
  expect(ways.body).toEqual({ email: false, sms: false });
  const refused = { status: 409, body: { code: "no_gateway" } };
  expect(await shop.call("POST", "/user/forget-password/sms", { phone: "0245550101" }, at)).toMatchObject(
    refused,
  );
  expect(await shop.call("POST", "/user/forget-password", { email: "a@example.com" }, at)).toMatchObject(
    refused,
  );
  await mute.close();
  expect((await shop.call("GET", "/user/forget-password")).body).toEqual({ email: true, sms: true });
});

test("an admin reads out a code after proving who they are; the user is told by SMS and email, and it is an act", async () => {
  const ama = await addUser();
  const other = await addUser("Admin");
  expect(await help(ama, "code", { by: other })).toMatchObject({
    status: 403,
    body: { code: "step_up_needed" },
  });
  const answer = await help(ama, "code", { key: "call-1" });
  const { code = "" } = answer.body;
  expect(answer.status).toBe(200);
  expect(code).toMatch(/^\d{6}$/);
  // A retry shows the same code again.
  expect((await help(ama, "code", { key: "call-1" })).body).toEqual(answer.body);
  await expect.poll(() => gateway.taken.map(({ message }) => message).join()).toContain("read out a code");
  await expect.poll(() => mail.letters.map(({ to }) => to)).toContain(ama.email);
  const acts = await shop.as(shop.admin).get<{ items: object[] }>(`/audit/acts?user=${ama._id}&limit=5`);
  expect(acts.body.items).toMatchObject([
    { actor: "admin", kind: "profile", changes: [{ what: "code for a new password read out" }] },
  ]);
  const { rows } = await shop.pool.query<{ line: string }>(
    `select row_to_json(e)::text as line from ledger.event e
     union all select row_to_json(m)::text from shop.message m union all select row_to_json(p)::text from shop.proof_code p`,
  );
  expect(rows.map(({ line }) => line).join() + logged).not.toContain(`"${code}"`);
  expect((await resetByCode(ama.phone, code)).status).toBe(200);
  expect((await login(ama)).status).toBe(200);
  // The code that was read out proves nothing about the phone.
  const proved = await shop.pool.query(`select from shop."user" where id = $1 and phone_proved_at is null`, [
    ama._id,
  ]);
  expect(proved.rowCount).toBe(1);
});

test("an admin sends a link, which still takes the phone number, and the user is told each time", async () => {
  const ama = await addUser();
  expect((await help(ama, "link")).status).toBe(200);
  const token = await mailedToken(ama.email);
  expect((await readLink(token)).body).toEqual({ needsPhone: true });
  expect((await reset(token, ama.phone)).status).toBe(200);
  for (let n = 1; n < attemptLimits["sign-in help"].account.max; n += 1) await help(ama, "link");
  expect((await help(ama, "link")).status).toBe(429);
  const told = () => gateway.taken.filter(({ message }) => message.includes("sent you a link"));
  await expect.poll(() => told().length).toBe(attemptLimits["sign-in help"].account.max);
});

test("nobody helps an admin or themselves, and a customer helps nobody", async () => {
  const other = await addUser("Admin");
  const ama = await addUser();
  expect(await help(other, "code")).toMatchObject({ status: 403, body: { code: "account_of_admin" } });
  expect(await help(shop.admin, "code")).toMatchObject({ status: 403, body: { code: "own_account" } });
  expect(await help(other, "code", { by: ama })).toMatchObject({ status: 403, body: { code: "admin_only" } });
  const { rowCount } = await shop.pool.query(
    "select from shop.proof_code where channel = 'support' and user_id = $1",
    [other._id],
  );
  expect(rowCount).toBe(0);
});
