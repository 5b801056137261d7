import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SendPasswordReset } from "#api/messages/options.ts";
import { makeAdmin, resetPassword, withShop } from "#tools/admin/make-admin.ts";
import { openTestShop, TestShop } from "#tools/testing/test-shop.ts";

let logged = "";
const mails: Parameters<SendPasswordReset>[0][] = [];

const shop = openTestShop({
  publicUrl: "https://shop.example",
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
  sendPasswordReset: async (mail) => void mails.push(mail),
});
const ama = shop.userOfFile("ama", "0245550101");

beforeAll(async () => {
  await shop.pool.query(`update shop."user" set email_proved_at = now()`);
});
// These tests request more links than the limit allows.
beforeEach(() => shop.pool.query("delete from shop.attempt"));

const forget = (email: unknown, base = shop.server.url) =>
  shop.call("POST", "/user/forget-password", { email }, { base });
const reset = (token: string, password: unknown) =>
  shop.call("POST", `/user/reset-password/${token}`, { password });
const login = (password: string) => shop.call("POST", "/user/login", { userPhone: ama.phone, password });
const invalid = {
  status: 400,
  body: {
    code: "reset_link_invalid",
    message: "This link has expired or was already used. Please ask for a new one.",
  },
};

/** Requests a link and reads it from the mail. */
async function linkFor(email: string): Promise<string> {
  const before = mails.length;
  expect(await forget(email)).toMatchObject({
    status: 200,
    body: { message: "Password reset email sent. Please check your inbox." },
  });
  await expect.poll(() => mails.length).toBe(before + 1);
  return mails.at(-1)?.link ?? "";
}
const tokenFor = async (email: string) => (await linkFor(email)).split("/").at(-1) ?? "";

test("a reset link by mail sets a new password and ends every session", async () => {
  const socket = await shop.live(ama, null);
  const link = await linkFor(" AMA@example.com ");
  expect(link).toMatch(/^https:\/\/shop\.example\/reset-password\/[\w-]{43}$/);
  expect(mails.at(-1)?.email).toBe("ama@example.com");
  const token = link.split("/").at(-1) ?? "";
  expect(await reset(token, "a new password")).toMatchObject({
    status: 200,
    body: { message: "Your password has been reset. Please sign in with the new one." },
  });
  expect((await socket.closed).code).toBe(4401);
  expect((await shop.as(ama).get("/user")).status).toBe(401);
  const refreshed = await shop.call("POST", "/auth/refresh-token", { token: ama.refreshToken });
  expect(refreshed.status).toBe(401);
  expect((await login(ama.password)).status).toBe(401);
  expect((await login("a new password")).status).toBe(200);
});

test("a reset link works once: with the same password it is a retry, with another password it is refused", async () => {
  const token = await tokenFor("ama@example.com");
  const answers = await Promise.all(["first password", "second password"].map((p) => reset(token, p)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const used = answers[0]?.status === 200 ? "first password" : "second password";
  const { position } = await shop.books();
  expect((await reset(token, used)).status).toBe(200);
  expect(await reset(token, "a third password")).toMatchObject(invalid);
  expect((await shop.books()).position).toBe(position);
  expect((await login(used)).status).toBe(200);
  expect((await login("a third password")).status).toBe(401);
});

test("a retry of a password reset does not end later sessions", async () => {
  const token = await tokenFor("ama@example.com");
  await reset(token, "ama-password");
  const session = await shop.login(ama.phone, "ama-password");
  expect((await reset(token, "ama-password")).status).toBe(200);
  expect((await shop.as(session).get("/user")).status).toBe(200);
});

test("a common password is refused with the reason, by link and by registration, and the link stays valid", async () => {
  const message =
    "This password is one that many people use, so it would be guessed first. Please choose another.";
  const refused = { status: 400, body: { code: "password_common", message, fields: { password: message } } };
  const token = await tokenFor("ama@example.com");
  const { position } = await shop.books();
  expect(await reset(token, "Password123")).toMatchObject(refused);
  expect(await reset(token, "0245550101")).toMatchObject({ status: 400, body: { code: "password_common" } });
  const person = { username: "newcomer", phone: "0245550177", email: "newcomer@example.com" };
  const registered = await shop.call("POST", "/user/register", { ...person, password: "iloveyou1" });
  expect(registered).toMatchObject(refused);
  expect((await shop.books()).position).toBe(position);
  expect((await reset(token, "ama-password")).status).toBe(200);
  expect((await login("ama-password")).status).toBe(200);
});

test("using a reset link invalidates the user's other links, and every link expires after thirty minutes", async () => {
  const older = await tokenFor("ama@example.com");
  const newer = await tokenFor("ama@example.com");
  const late = "update shop.password_reset set expires_at = expires_at - interval '29 minutes'";
  await shop.pool.query(late);
  expect((await reset(newer, "ama-password")).status).toBe(200);
  expect(await reset(older, "another password")).toMatchObject(invalid);
  const expired = await tokenFor("ama@example.com");
  await shop.pool.query("update shop.password_reset set expires_at = expires_at - interval '30 minutes'");
  expect(await reset(expired, "another password")).toMatchObject(invalid);
  expect((await login("ama-password")).status).toBe(200);
});

test("setting a password at the command line invalidates the user's reset links", async () => {
  const token = await tokenFor("ama@example.com");
  await withShop(shop.database.apiUrl, (admin) =>
    resetPassword(admin, { phone: ama.phone, password: "set by the shop" }),
  );
  expect(await reset(token, "set by a thief")).toMatchObject(invalid);
  expect((await login("set by the shop")).status).toBe(200);
  const later = await tokenFor("ama@example.com");
  await withShop(shop.database.apiUrl, (admin) =>
    makeAdmin(admin, { phone: "0245550100", password: "nobody's yet" }),
  );
  // Another user's password does not affect these links.
  expect((await reset(later, ama.password)).status).toBe(200);
});

test("an unknown address and a deleted user's address get the same answer and no mail", async () => {
  const gone = await shop.addUser("gone", "0205550104");
  await shop.command("delete_user", "system", { user: gone._id });
  const before = mails.length;
  const [known, unknown, deleted] = await Promise.all(
    ["ama@example.com", "nobody@example.com", "gone@example.com"].map((email) => forget(email)),
  );
  for (const answer of [unknown, deleted])
    expect({ status: answer?.status, body: answer?.body }).toEqual({ status: 200, body: known?.body });
  await expect.poll(() => mails.length).toBe(before + 1);
  expect(mails.at(-1)?.email).toBe("ama@example.com");
  const links = "select from shop.password_reset where user_id = $1";
  expect((await shop.pool.query(links, [gone._id])).rowCount).toBe(0);
});

test("the answer to a reset request does not wait for the mail", async () => {
  let sent: (() => void) | undefined;
  const slow = await TestShop.open({
    sendPasswordReset: () => new Promise<void>((resolve) => (sent = resolve)),
  });
  await slow.addUser("efua", "0245550109");
  expect((await forget("efua@example.com", slow.server.url)).status).toBe(200);
  await expect.poll(() => sent).toBeDefined();
  let closed = false;
  const closing = slow.close().then(() => (closed = true));
  // The server has stopped listening, and waits for the mail that is being sent.
  await expect.poll(() => fetch(slow.server.url).then(String, () => "refused")).toBe("refused");
  expect(closed).toBe(false);
  sent?.();
  await closing;
});

test("without a mail server, a reset request says so, and makes no link", async () => {
  const mute = await shop.another({ sendPasswordReset: undefined });
  const before = await shop.pool.query("select from shop.password_reset");
  expect(await forget("ama@example.com", mute.url)).toMatchObject({
    status: 409,
    body: { code: "no_gateway", message: "This shop cannot send emails" },
  });
  await mute.close();
  expect((await shop.pool.query("select from shop.password_reset")).rowCount).toBe(before.rowCount);
});

test.each([
  ["a short password", "A".repeat(43), "short", "At least 8 characters", "input_invalid"],
  ["no password", "A".repeat(43), undefined, "All fields are required", "input_invalid"],
  ["an empty password", "A".repeat(43), "", "All fields are required", "input_invalid"],
  ["an unknown token", "A".repeat(43), "long enough", invalid.body.message, "reset_link_invalid"],
  ["what is no token", "x", "long enough", invalid.body.message, "reset_link_invalid"],
])("%s does not reset a password", async (_what, token, password, message, code) => {
  const before = await shop.books();
  expect(await reset(token, password)).toMatchObject({ status: 400, body: { code, message } });
  expect(await shop.books()).toEqual(before);
});

test("a reset request with an invalid email address is refused", async () => {
  expect(await forget("nobody")).toMatchObject({
    status: 400,
    body: { fields: { email: expect.any(String) } },
  });
});

test("a password reset leaves no token, password or address in the log or the database", async () => {
  const token = await tokenFor("ama@example.com");
  await reset(token, "wrong");
  expect(logged).toContain('"path":"/api/user/reset-password/…"');
  const tables = await shop.pool.query<{ line: string }>(
    `select row_to_json(r)::text as line from shop.password_reset r
     union all select row_to_json(e)::text from ledger.event e union all select row_to_json(c)::text from ledger.command c`,
  );
  const kept = logged + tables.rows.map(({ line }) => line).join();
  for (const { link } of mails) expect(kept).not.toContain(link.split("/").at(-1));
  for (const secret of ["a new password", "ama@example.com", "nobody@example.com"])
    expect(kept).not.toContain(secret);
  expect((await reset(token, "ama-password")).status).toBe(200);
});
