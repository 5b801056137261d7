import { expect, test } from "vitest";
import type { OwnSessionsAnswer } from "#contract/sessions.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");

const list = async (token: string) =>
  (await shop.as({ token }).get<OwnSessionsAnswer>("/user/sessions")).body;

async function loginWith(userAgent: string): Promise<SessionRecord> {
  const response = await fetch(`${shop.server.url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ userPhone: ama.phone, password: ama.password }),
  });
  return (await response.json()) as SessionRecord;
}

test("a user sees their own sessions with device and last use, and can end each", async () => {
  const phone = await loginWith(
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
  );
  const [newest, oldest, ...more] = await list(ama.token);
  expect(more).toEqual([]);
  expect(newest).toMatchObject({ device: "Chrome on Android", isThis: false });
  expect(oldest).toMatchObject({ isThis: true });
  await shop.pool.query("update shop.session set rotated_at = now() - interval '1 hour' where id = $1", [
    newest!._id,
  ]);
  const [before] = await list(ama.token);
  await shop.call("POST", "/auth/refresh-token", { token: phone.refreshToken });
  const [after] = await list(ama.token);
  expect(Date.parse(after!.lastSeenAt) - Date.parse(before!.lastSeenAt)).toBeGreaterThan(3_500_000);

  const account = await shop.as(shop.admin).get(`/user/${ama._id}/account`);
  expect(account.body).toMatchObject({ sessions: [{ device: "Chrome on Android" }, {}] });

  const socket = await shop.live(phone, null);
  const end = () => shop.as(ama).delete(`/user/sessions/${newest!._id}`, undefined, { key: "end" });
  expect((await end()).status).toBe(200);
  expect(await socket.closed).toMatchObject({ code: 4401 });
  expect((await shop.as(phone).get("/user")).status).toBe(401);
  expect((await list(ama.token)).map(({ isThis }) => isThis)).toEqual([true]);
  // A retry.
  expect((await end()).status).toBe(200);
});

test("nobody ends another user's session, and the database keeps no User-Agent and no address", async () => {
  const kofi = await shop.addUser("kofi", "0205550102");
  const [session] = await list(kofi.token);
  const answer = await shop.as(ama).delete(`/user/sessions/${session!._id}`);
  expect(answer).toMatchObject({ status: 404, body: { code: "session_unknown" } });
  expect((await list(kofi.token)).length).toBe(1);
  await loginWith("Mozilla/5.0 (Linux; Android 13; SM-A145F) Very/Rare 127.0.0.1");
  const { rows } = await shop.pool.query<{ text: string }>(
    "select string_agg(to_jsonb(s)::text, '') as text from shop.session s",
  );
  for (const hidden of ["SM-A145F", "Rare", "127.0.0.1"]) expect(rows[0]?.text).not.toContain(hidden);
});
