/** Password reset emails through a real SMTP server, and through one that refuses, is busy, or drops the connection. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountAnswer } from "#contract/users.ts";
import { deriveSecrets, sealText } from "../serve/secrets.ts";
import { addJobs } from "./jobs.ts";
import { readEmail } from "#tools/testing/read-email.ts";
import { openMailServer } from "#tools/testing/open-doubles.ts";
import { openTestShop, testSecret } from "#tools/testing/test-shop.ts";

let logged = "";

// Mail server and shop share this process, so on a busy machine an answer may take a while.
const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 400, retry_ms: 20, open_ms: 50 };
const sent = "Password reset email sent. Please check your inbox.";

const mail = openMailServer();
const shop = openTestShop(() => ({
  shopName: "Ama & Co",
  publicUrl: "https://shop.example",
  messages: { mail: { url: mail.url, from: "Ama's Shop <shop@example.com>" }, patience },
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
}));
const ama = shop.userOfFile("ama", "0245550101");

beforeAll(async () => {
  await prove("ama");
});
beforeEach(async () => {
  mail.mood = "well";
  mail.letters.length = 0;
  mail.asked = 0;
  await shop.pool.query("delete from shop.attempt; delete from shop.message");
});

async function prove(username: string): Promise<void> {
  await shop.pool.query(`update shop."user" set email_proved_at = now() where username = $1`, [username]);
}

const forget = (email: string) => shop.call("POST", "/user/forget-password", { email });
async function states(): Promise<{ state: string; attempts: number; answer: string }[]> {
  const { rows } = await shop.pool.query<{ state: string; attempts: number; answer: string }>(
    "select state, attempts, answer from shop.message where kind = 'password_reset' order by id",
  );
  return rows;
}

test("the reset email explains itself in text and HTML, and its link sets a password once", async () => {
  expect(await forget("AMA@example.com")).toMatchObject({ status: 200, body: { message: sent } });
  await expect.poll(() => mail.letters.length).toBe(1);
  const [letter] = mail.letters;
  expect(letter?.to).toBe("ama@example.com");
  const text = readEmail(letter?.source ?? "");
  expect(text).toMatch(/^Subject: Set a new password for Ama & Co\r$/m);
  expect(text).toMatch(/^From: (=\?|"?Ama's Shop)/m);
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(text).toContain("once, for 30 minutes");
  expect(text).toContain("&#38; Co");
  const links = [...text.matchAll(/https:\/\/shop\.example\/reset-password\/([\w-]{43})/g)];
  expect(links.length).toBeGreaterThanOrEqual(3);
  expect(new Set(links.map(([, token]) => token)).size).toBe(1);
  const reset = (password: string) =>
    shop.call("POST", `/user/reset-password/${links[0]?.[1]}`, { password });
  expect((await reset("a new password")).status).toBe(200);
  expect((await reset("another password")).status).toBe(400);
  await expect.poll(states).toMatchObject([{ state: "sent", attempts: 1 }]);
  // The user is told of the new password.
  await expect.poll(() => mail.letters.length).toBe(2);
  const told = readEmail(mail.letters[1]?.source ?? "");
  expect(told).toMatch(/^Subject: Password changed - Ama & Co\r$/m);
  expect(told).toContain("your password was changed");
  expect(told).not.toContain("https://shop.example");
});

test("a request whose process died is carried out later", async () => {
  const client = await shop.pool.connect();
  const email = sealText(deriveSecrets(testSecret).sealing.message, "ama@example.com");
  await client.query("begin");
  await addJobs(client, [{ task: "begin_reset", payload: { email } }]);
  await client.query(
    "update jobs._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'a dead process'",
  );
  await client.query("commit");
  client.release();
  await expect.poll(() => mail.letters.length).toBe(1);
});

test("a known and an unknown address get the same answer, and only the known one a letter", async () => {
  const [known, unknown] = [await forget("ama@example.com"), await forget("nobody@example.com")];
  expect(known).toMatchObject({ status: 200, body: { message: sent } });
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await forget("ama@example.com");
  await expect.poll(() => mail.letters.map(({ to }) => to)).toEqual(["ama@example.com", "ama@example.com"]);
});

test("an address that nobody has proved gets a link, also an admin's, and an admin without a mailbox gets none", async () => {
  const esi = await shop.addUser("esi", "0245550102");
  // All admins are told of each new one.
  await shop.addUser("boss", "0240000008", "Admin");
  await expect.poll(() => mail.letters.length).toBe(2);
  await shop.addUser("lone", "0240000007", "Admin");
  await expect.poll(() => mail.letters.length).toBe(5);
  mail.letters.length = 0;
  await shop.pool.query(`update shop."user" set email = 'lone@localhost.invalid' where username = 'lone'`);
  for (const email of ["esi@example.com", "boss@example.com", "lone@localhost.invalid"]) await forget(email);
  await expect
    .poll(() => mail.letters.map(({ to }) => to).toSorted())
    .toEqual(["boss@example.com", "esi@example.com"]);
  await expect.poll(states).toContainEqual(expect.objectContaining({ state: "cancelled" }));

  const proved = async () => {
    const path = `/user/${esi._id}/account`;
    return (await shop.as(shop.admin).get<AccountAnswer>(path)).body.emailProvedAt;
  };
  const letter = mail.letters.find(({ to }) => to === esi.email);
  const link = /reset-password\/([\w-]{43})/.exec(readEmail(letter?.source ?? ""))?.[1];
  expect(await proved()).toBeNull();
  const body = { password: "another password", phone: esi.phone };
  expect((await shop.call("POST", `/user/reset-password/${link}`, body)).status).toBe(200);
  // Whoever used the link reads what goes there.
  expect(await proved()).not.toBeNull();
  // The user is told of the new password.
  await expect.poll(() => mail.letters.length).toBe(3);
});

test("an admin tries the mail server with an email to themselves", async () => {
  const test = () => shop.as(shop.admin).post<{ _id: string }>("/message/test-mail");
  const stateOf = async (id: string) => {
    const { rows } = await shop.pool.query<{ state: string; answer: string }>(
      "select state, answer from shop.message where id = $1",
      [id],
    );
    return rows[0];
  };
  await shop.pool.query(`update shop."user" set email = 'owner@example.com' where id = $1`, [shop.admin._id]);
  const { status, body } = await test();
  expect([status, body]).toMatchObject([201, { kind: "test", channel: "email" }]);
  await expect.poll(() => stateOf(body._id)).toMatchObject({ state: "sent" });
  const [letter] = mail.letters;
  expect(letter?.to).toBe("owner@example.com");
  const text = readEmail(letter?.source ?? "");
  expect(text).toMatch(/^Subject: Test - Ama & Co\r$/m);
  expect(text).toContain("https://shop.example");
  await shop.pool.query(`update shop."user" set email = 'owner@localhost.invalid' where id = $1`, [
    shop.admin._id,
  ]);
  const without = await test();
  await expect
    .poll(() => stateOf(without.body._id))
    .toEqual({ state: "cancelled", answer: "This account has no email address" });
});

test.each(["busy", "drop"] as const)(
  "after a mail server reacts with %s, it gets the email later, once",
  async (mood) => {
    mail.mood = mood;
    await forget("ama@example.com");
    await expect.poll(async () => (await states())[0]?.attempts).toBeGreaterThan(1);
    const [{ answer } = { answer: "" }] = await states();
    expect(answer).toMatch(mood === "busy" ? /451/ : /mail server/i);
    mail.mood = "well";
    await expect.poll(() => mail.letters.length).toBe(1);
    await expect.poll(states).toMatchObject([{ state: "sent" }]);
  },
);

test("a mailbox that does not exist is not tried again", async () => {
  mail.mood = "refuse";
  await forget("ama@example.com");
  await expect
    .poll(states)
    .toMatchObject([{ state: "refused", attempts: 1, answer: "550 5.1.1 No such mailbox" }]);
  expect(mail.asked).toBe(1);
});

test("a reset email is not sent after its link would have expired", async () => {
  mail.mood = "busy";
  await forget("ama@example.com");
  await expect.poll(() => mail.asked).toBeGreaterThan(0);
  await shop.pool.query("update shop.message set fresh_at = fresh_at - interval '30 minutes'");
  await expect.poll(async () => (await states())[0]?.state).toBe("expired");
  expect(mail.letters).toHaveLength(0);
});

test("neither the log nor the database contains a link or an unknown address", async () => {
  await forget("ama@example.com");
  await forget("nobody@example.com");
  await expect.poll(() => mail.letters.length).toBe(1);
  const token =
    /reset-password\/([\w-]{43})/.exec(readEmail(mail.letters[0]?.source ?? ""))?.[1] ?? "no token";
  const { rows } = await shop.pool.query<{ line: string }>(
    `select row_to_json(m)::text as line from shop.message m
     union all select row_to_json(j)::text from jobs._private_jobs j
     union all select row_to_json(r)::text from shop.password_reset r`,
  );
  const kept = rows.map(({ line }) => line).join() + logged;
  expect(kept).toContain("A link that sets a new password");
  expect(kept).not.toContain(token);
  expect(kept).not.toContain("nobody@example.com");
  expect(logged).not.toContain(ama.email);
});
