/** An invitation makes one person an admin, by the rules for making one. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { InviteAnswer } from "#contract/admin-invites.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

const phone = "0245553301";
const password = "a long enough password";
const invitation = (by: TestUser = shop.admin, to = phone) =>
  shop.as(by).post<InviteAnswer>("/user/admin-invite", { phone: to });
async function invited(by: TestUser = shop.admin): Promise<string> {
  await shop.as(by).post("/user/step-up", { password: by.password });
  return (await invitation(by)).body.invite;
}
const register = (invite: string, key: string, username = "esi", of = phone) =>
  shop.call<SessionRecord>(
    "POST",
    "/user/register",
    { username, phone: of, email: `${username}@example.com`, password, invite },
    { key },
  );
const mayWork = async ({ body: { token } }: { body: SessionRecord }) =>
  (await shop.as({ token }).get("/order/counts")).status;
async function kinds(): Promise<string[]> {
  const { rows } = await shop.pool.query<{ kind: string }>(
    "select kind from shop.security_event where kind like 'admin %' order by id",
  );
  return rows.map(({ kind }) => kind);
}
const refused = { status: 409, body: { code: "invite_invalid" } };

test("whoever registers with an invitation is an admin at once, and a retry changes nothing more", async () => {
  expect(await invitation()).toMatchObject({ status: 403, body: { code: "step_up_needed" } });
  const invite = await invited();
  const first = await register(invite, "one");
  expect(first).toMatchObject({ status: 201, body: { userLevel: "Admin" } });
  expect(await mayWork(first)).toBe(200);
  const before = await shop.books();
  const retried = await register(invite, "one");
  expect(retried).toMatchObject({ status: 201, body: { _id: first.body._id, userLevel: "Admin" } });
  expect((await shop.books()).position).toBe(before.position);
  // The retry noted nothing: what comes after it is the next one.
  await invited();
  await expect.poll(kinds).toEqual(["admin invited", "admin made", "admin invited"]);
  const acts = await shop
    .as(shop.admin)
    .get<{ items: { actor: string; changes: object[] }[] }>("/audit/acts?kind=level&limit=5");
  expect(acts.body.items[0]).toMatchObject({
    actor: "admin",
    changes: [{ what: "level", before: "Customer", after: "Admin" }],
  });
});

test("an invitation works once, for its number, unchanged, and for a day; a refusal registers nobody", async () => {
  const invite = await invited();
  const [by = "", until = "", signature = ""] = invite.split(".");
  const users = async () => (await shop.pool.query(`select from shop."user"`)).rowCount;
  const before = await users();
  for (const wrong of [
    "",
    "..",
    `${by}.${Number(until) + 1}.${signature}`,
    `${by}.${until}.${signature.slice(1)}`,
    `00000000-0000-4000-8000-000000000001.${until}.${signature}`,
  ])
    expect(await register(wrong, `wrong ${wrong}`.slice(0, 60))).toMatchObject(refused);
  expect(await register(invite, "other-number", "esi", "0245553302")).toMatchObject(refused);
  expect(await users()).toBe(before);

  expect((await register(invite, "one")).status).toBe(201);
  await shop.pool.query(`update shop."user" set phone = '0245553399' where phone = $1`, [phone]);
  expect(await register(invite, "again", "kwame")).toMatchObject(refused);
  expect(await users()).toBe(before! + 1);

  const late = await invited();
  await shop.setTime(new Date(Number(until) + 60_000).toISOString());
  expect(await register(late, "late", "yaw")).toMatchObject(refused);
});

test("with a second admin it needs another one's approval, and nobody is made an admin by somebody who is none", async () => {
  const second = await shop.addUser("second", "0245553303", "Admin");
  const invite = await invited();
  const pending = await register(invite, "one");
  expect(pending).toMatchObject({ status: 201, body: { userLevel: "Customer" } });
  expect(await mayWork(pending)).toBe(403);
  const waiting = await shop.as(second).get<{ items: { kind: string; status: string }[] }>("/approval");
  expect(waiting.body.items).toMatchObject([{ kind: "admin", status: "pending" }]);

  const ofSecond = await shop
    .call("POST", "/user/step-up", { password: second.password }, { token: second.token })
    .then(() => invitation(second, "0245553304"));
  await shop.command("change_level", "system", { user: second._id, level: "Customer" });
  const registered = await register(ofSecond.body.invite, "two", "abla", "0245553304");
  expect(registered).toMatchObject({ status: 201, body: { userLevel: "Customer" } });
});
