/** Proving a phone and an email with codes that real gateways carry. */
import { beforeEach, expect, test } from "vitest";
import type { AccountAnswer } from "#contract/users.ts";
import type { ProofsAnswer } from "#contract/proofs.ts";
import { attemptLimits, limits } from "#contract/terms/limits.ts";
import { readEmail } from "#tools/testing/read-email.ts";
import { openGateway, openMailServer } from "#tools/testing/open-doubles.ts";
import { openTestShop, TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let logged = "";
let users = 0;

const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 400, retry_ms: 20, open_ms: 50 };

const gateway = openGateway();
const mail = openMailServer();
const shop = openTestShop(() => ({
  messages: { sms: gateway.config, mail: { url: mail.url, from: "shop@example.com" }, patience },
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
}));
beforeEach(async () => {
  gateway.taken.length = 0;
  mail.letters.length = 0;
  await shop.pool.query("delete from shop.attempt");
});

const addUser = () => {
  users += 1;
  return shop.addUser(`user${users}`, `0245550${100 + users}`);
};

const ask = ({ token }: TestUser, channel = "phone") => shop.as({ token }).post(`/user/proofs/${channel}`);

const prove = (
  { token }: TestUser,
  code: string,
  { channel = "phone", key }: { channel?: string; key?: string } = {},
) => shop.as({ token }).put<ProofsAnswer>(`/user/proofs/${channel}`, { code }, { key });

/** Without the SMS that tell of changed numbers. */
const codes = () => gateway.taken.flatMap(({ message }) => /your code is (\d{6})/.exec(message)?.[1] ?? []);

/** The code of the last SMS, once `count` have come. */
async function smsCode(count = 1): Promise<string> {
  await expect.poll(() => codes().length).toBe(count);
  return codes().at(-1) ?? "";
}

/** Lets a second code be sent without waiting. */
async function waitedAMinute(): Promise<void> {
  await shop.pool.query("update shop.proof_code set sent_at = sent_at - interval '1 minute'");
}

async function proofsOf({ token }: TestUser): Promise<ProofsAnswer> {
  return (await shop.as({ token }).get<ProofsAnswer>("/user/proofs")).body;
}

const wrong = { status: 403, body: { code: "proof_code_wrong" } };
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a code by SMS proves the phone, once, and an admin sees it", async () => {
  const ama = await addUser();
  expect(await proofsOf(ama)).toEqual({
    phone: { address: ama.phone, provedAt: null, canSend: true },
    email: { address: ama.email, provedAt: null, canSend: true },
  });
  expect((await ask(ama)).status).toBe(200);
  const code = await smsCode();
  expect(gateway.taken[0]?.to).toBe(`233${ama.phone.slice(1)}`);
  expect(await prove(ama, `${code.slice(0, 3)} ${code.slice(3)}`, { key: "k1" })).toMatchObject({
    status: 200,
    body: { phone: { provedAt: expect.any(String) }, email: { provedAt: null } },
  });
  // A retry of the same command is answered as before; another one finds the code used.
  expect((await prove(ama, code, { key: "k1" })).status).toBe(200);
  expect(await prove(ama, code)).toMatchObject(wrong);
  expect(await ask(ama)).toMatchObject({ status: 409, body: { code: "unchanged" } });
  const { body } = await shop.as(shop.admin).get<AccountAnswer>(`/user/${ama._id}/account`);
  expect(body.phoneProvedAt).not.toBeNull();
  expect(body.emailProvedAt).toBeNull();
});

test("a code by email proves the email", async () => {
  const ama = await addUser();
  expect((await ask(ama, "email")).status).toBe(200);
  await expect.poll(() => mail.letters.length).toBe(1);
  expect(mail.letters[0]?.to).toBe(ama.email);
  const text = readEmail(mail.letters[0]?.source ?? "");
  const code = /your code is (\d{6})/.exec(text)?.[1] ?? "";
  expect(/^Subject: (.*)\r$/m.exec(text)?.[1]).toBe("Code - Cedibook");
  // A code proves only where it was sent.
  expect(await prove(ama, code, { channel: "phone" })).toMatchObject(wrong);
  expect((await prove(ama, code, { channel: "email" })).status).toBe(200);
  expect(await proofsOf(ama)).toMatchObject({
    email: { provedAt: expect.any(String) },
    phone: { provedAt: null },
  });
});

test("after five wrong codes the right one does not work either, also if they come at once", async () => {
  const ama = await addUser();
  await ask(ama);
  const code = await smsCode();
  const tries = await Promise.all(
    Array.from({ length: limits.proof_code_attempts_max }, () => prove(ama, another(code))),
  );
  for (const one of tries) expect(one).toMatchObject(wrong);
  expect(await prove(ama, code)).toMatchObject(wrong);
  await waitedAMinute();
  await ask(ama);
  expect((await prove(ama, await smsCode(2))).status).toBe(200);
});

test("neither an expired code, nor another user's, nor one for the number before it works", async () => {
  const [ama, kofi] = [await addUser(), await addUser()];
  await ask(ama);
  const first = await smsCode();
  expect(await prove(kofi, first)).toMatchObject(wrong);
  await shop.pool.query("update shop.proof_code set expires_at = now()");
  expect(await prove(ama, first)).toMatchObject(wrong);
  await ask(ama);
  const second = await smsCode(2);
  const { username, password, token } = ama;
  const form = { username, phone: "0245559001", password };
  expect((await shop.as({ token }).put("/user/update-profile", form)).status).toBe(200);
  expect(await prove(ama, second)).toMatchObject(wrong);
  expect((await proofsOf(ama)).phone).toMatchObject({ address: "0245559001", provedAt: null });
});

test("a changed phone has to be proved again, also if the previous version of the shop changes it", async () => {
  const ama = await addUser();
  await ask(ama);
  await prove(ama, await smsCode());
  const { username, password, token, _id } = ama;
  // The profile form as it is keeps the proof.
  await shop.as({ token }).put("/user/update-profile", { username, phone: ama.phone, firstName: "Ama" });
  expect((await proofsOf(ama)).phone.provedAt).not.toBeNull();
  const form = { username, phone: "0245559002", password };
  await shop.as({ token }).put("/user/update-profile", form);
  expect((await proofsOf(ama)).phone.provedAt).toBeNull();
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [_id]);
  await shop.pool.query(`update shop."user" set phone = '0245559003' where id = $1`, [_id]);
  expect((await proofsOf(ama)).phone.provedAt).toBeNull();
});

test("only the last code works, and a double tap sends one", async () => {
  const ama = await addUser();
  const answers = await Promise.all([ask(ama), ask(ama), ask(ama)]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body["expiresAt"])}`)).size).toBe(1);
  const first = await smsCode();
  await waitedAMinute();
  await ask(ama);
  const second = await smsCode(2);
  expect(await prove(ama, first)).toMatchObject(wrong);
  expect((await prove(ama, second)).status).toBe(200);
});

test("codes are limited for each user and for each number", async () => {
  const ama = await addUser();
  const { max } = attemptLimits.proof.account;
  for (let n = 0; n < max; n++) {
    expect((await ask(ama)).status).toBe(200);
    await smsCode(n + 1);
    await waitedAMinute();
  }
  const refused = { status: 429, body: { code: "too_many_attempts" } };
  expect(await ask(ama)).toMatchObject(refused);
  expect(await ask(ama, "email")).toMatchObject(refused);
  // Somebody else takes the number over, and has no more codes sent there.
  const { username, password, token, phone } = ama;
  await shop.as({ token }).put("/user/update-profile", { username, phone: "0245559004", password });
  const kofi = await addUser();
  const change = { username: kofi.username, phone, password: kofi.password };
  expect((await shop.as(kofi).put("/user/update-profile", change)).status).toBe(200);
  expect(await ask(kofi)).toMatchObject(refused);
});

test("a code that was replaced before it was sent is not sent any more", async () => {
  const ama = await addUser();
  let hold = true;
  gateway.answer = () => (hold ? { status: 500 } : { status: 200, body: `{"code":"ok"}` });
  await ask(ama);
  await expect.poll(() => gateway.asked).toBeGreaterThan(0);
  await waitedAMinute();
  await ask(ama);
  hold = false;
  const code = await smsCode();
  expect((await prove(ama, code)).status).toBe(200);
  const sent = async () => {
    const { rows } = await shop.pool.query<{ state: string; answer: string }>(
      "select state, answer from shop.message where user_id = $1 and kind = 'proof_code' order by id",
      [ama._id],
    );
    return rows;
  };
  await expect
    .poll(sent)
    .toMatchObject([{ state: "refused", answer: "The code does not work any more" }, { state: "sent" }]);
  expect(codes()).toHaveLength(1);
});

test("neither the log nor the messages of an admin contain a code", async () => {
  const ama = await addUser();
  await ask(ama);
  const code = await smsCode();
  await ask(ama, "email");
  await expect.poll(() => mail.letters.length).toBe(1);
  const mailed = /your code is (\d{6})/.exec(readEmail(mail.letters[0]?.source ?? ""))?.[1] ?? "";
  await prove(ama, code);
  const { rows } = await shop.pool.query<{ line: string }>(
    `select row_to_json(m)::text as line from shop.message m where user_id = $1
     union all select row_to_json(e)::text from ledger.event e where actor = $1::text`,
    [ama._id],
  );
  const list = await shop.as(shop.admin).get(`/message?limit=10&kind=proof_code`);
  expect(JSON.stringify(list.body)).toContain("your code is ****");
  const word = (text: string) => new RegExp(`\\b(${code}|${mailed})\\b`).test(text);
  expect(rows.map(({ line }) => line).filter(word)).toEqual([]);
  expect(word(JSON.stringify(list.body))).toBe(false);
  expect(word(logged.replaceAll(/"(time|responseTime|ms)":[\d.]+/g, ""))).toBe(false);
});

test("a shop without gateways sends no codes, and says so", async () => {
  const plain = await TestShop.open();
  try {
    const esi = await plain.addUser("esi", "0245550101");
    const { token } = esi;
    for (const channel of ["phone", "email"]) {
      const asked = await plain.call("POST", `/user/proofs/${channel}`, undefined, { token });
      expect(asked).toMatchObject({ status: 409, body: { code: "no_gateway" } });
    }
    const { body } = await plain.call<ProofsAnswer>("GET", "/user/proofs", undefined, { token });
    expect([body.phone.canSend, body.email.canSend]).toEqual([false, false]);
    expect((await plain.call("POST", "/user/proofs/post", undefined, { token })).status).toBe(404);
  } finally {
    await plain.close();
  }
});
