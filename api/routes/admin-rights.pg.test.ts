/** The page makes and removes admins: with step-up, and from the second admin on by two. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { rejectionText } from "#ledger/terms/rejections.ts";

let shop: TestShop;
let ama: TestUser;

beforeEach(async () => {
  shop = await TestShop.open();
  ama = await shop.addUser("ama", "0245550201", "Agent");
});
afterEach(() => shop.close());

const as = <T = Record<string, unknown>>(user: TestUser, method: string, path: string, body?: unknown) =>
  shop.call<T>(method, path, body, { token: user.token });
const stepUp = (user: TestUser) => as(user, "POST", "/user/step-up", { password: user.password });
const setAdmin = (by: TestUser, user: TestUser, isAdmin: boolean) =>
  as(by, "PUT", `/user/${user._id}/admin`, { isAdmin, seen: isAdmin ? user.userLevel : "Admin" });
const levelOf = async ({ _id }: TestUser) =>
  (await as<{ user: { userLevel: string } }>(shop.admin, "GET", `/user/${_id}/account`)).body.user.userLevel;
async function waiting(by: TestUser): Promise<{ _id: string; kind: string; changes: unknown[] }[]> {
  const { body } = await as<{ items: { _id: string; kind: string; status: string; changes: unknown[] }[] }>(
    by,
    "GET",
    "/approval",
  );
  return body.items.filter(({ status }) => status === "pending");
}
async function kinds(): Promise<string[]> {
  const { rows } = await shop.pool.query<{ kind: string }>(
    "select kind from shop.security_event where kind like 'admin %' order by id",
  );
  return rows.map(({ kind }) => kind);
}

test("the first admin makes the second one, who signs in again and whose key has ended", async () => {
  expect(await setAdmin(shop.admin, ama, true)).toMatchObject({
    status: 403,
    body: { code: "step_up_needed" },
  });
  expect(await levelOf(ama)).toBe("Agent");
  await stepUp(shop.admin);
  expect(await setAdmin(shop.admin, ama, true)).toMatchObject({
    status: 200,
    body: { user: { userLevel: "Admin", isAdmin: true } },
  });
  // Neither the session from before nor the key is an admin's.
  expect((await as(ama, "GET", "/order/counts")).status).toBe(401);
  const byKey = await shop.call("GET", "/order/allorders", undefined, { apiKey: ama.apiKey });
  expect(byKey.status).toBe(401);
  const again = await shop.login(ama.phone, ama.password);
  expect((await as({ ...ama, ...again }, "GET", "/order/counts")).status).toBe(200);
  await expect.poll(kinds).toEqual(["admin made"]);
  const acts = await as<{ items: object[] }>(shop.admin, "GET", "/audit/acts?kind=level&limit=5");
  expect(acts.body.items[0]).toMatchObject({
    actor: "admin",
    changes: [{ what: "level", before: "Agent", after: "Admin" }],
  });
});

test("with two admins it waits for the second, and until then nothing of the user's changes", async () => {
  const second = await shop.addUser("second", "0245550202", "Admin");
  await stepUp(shop.admin);
  expect((await setAdmin(shop.admin, ama, true)).body).toMatchObject({
    pending: true,
    user: { userLevel: "Agent" },
  });
  expect((await as(ama, "GET", "/user?mine=1")).status).toBe(200);
  expect((await shop.call("GET", "/product", undefined, { apiKey: ama.apiKey })).status).toBe(200);
  const [request] = await waiting(second);
  expect(request).toMatchObject({
    kind: "admin",
    user: { username: "ama" },
    changes: [{ what: "level", before: "Agent", after: "Admin" }],
  });
  const approve = (by: TestUser) => as(by, "PUT", `/approval/${request!._id}/approve`, {});
  expect(await approve(shop.admin)).toMatchObject({ status: 409, body: { code: "second_admin_needed" } });
  expect(await approve(second)).toMatchObject({ status: 403, body: { code: "step_up_needed" } });
  expect(await kinds()).toEqual([]);
  await stepUp(second);
  expect((await approve(second)).status).toBe(200);
  expect(await levelOf(ama)).toBe("Admin");
  expect((await as(ama, "GET", "/user?mine=1")).status).toBe(401);
  await expect.poll(kinds).toEqual(["admin made"]);
});

test("an admin is removed by two, also through the level, and may agree to it, but never asks for it", async () => {
  const second = await shop.addUser("second", "0245550202", "Admin");
  const byLevel = (by: TestUser, user: TestUser) =>
    as(by, "PUT", `/user/${user._id}/level`, { userLevel: "Customer" });
  await shop.command("change_topup_limit", "system", { limit: 500_00 });
  expect(await setAdmin(shop.admin, second, false)).toMatchObject({
    status: 403,
    body: { code: "step_up_needed" },
  });
  await stepUp(shop.admin);
  expect((await setAdmin(shop.admin, shop.admin, false)).body).toMatchObject({
    message: rejectionText({ code: "own_account" }),
  });
  expect((await byLevel(shop.admin, second)).body).toMatchObject({ pending: true });
  expect((await setAdmin(shop.admin, second, false)).body).toMatchObject({ code: "approval_open" });
  const [request] = await waiting(second);
  await stepUp(second);
  expect((await as(second, "PUT", `/approval/${request!._id}/approve`, {})).status).toBe(200);
  expect((await as(second, "GET", "/order/counts")).status).toBe(403);
  await expect.poll(kinds).toEqual(["admin removed"]);
});

test("a client of the specification changes an admin's level where no limit is set", async () => {
  const second = await shop.addUser("second", "0245550202", "Admin");
  const level = { userLevel: "Customer" };
  expect(await as(shop.admin, "PUT", `/user/${second._id}/level`, level)).toMatchObject({
    status: 200,
    body: { user: { userLevel: "Customer" } },
  });
});

test("the same by a retry is the same, and the level alone makes nobody an admin", async () => {
  await stepUp(shop.admin);
  const { token } = shop.admin;
  const call = () =>
    shop.call("PUT", `/user/${ama._id}/admin`, { isAdmin: true }, { token, key: "make-ama" });
  const first = await call();
  expect(await call()).toMatchObject({ status: 200, body: first.body });
  const level = { userLevel: "Admin" };
  const kofi = await shop.addUser("kofi", "0245550203");
  expect((await as(shop.admin, "PUT", `/user/${kofi._id}/level`, level)).body).toMatchObject({
    code: "level_not_grantable",
  });
});
