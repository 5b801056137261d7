/** The page makes and removes admins: with step-up, and from the second admin on by two. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let ama: TestUser;

beforeEach(async () => {
  shop = await TestShop.open();
  ama = await shop.addUser("ama", "0245550201", "Agent");
});
afterEach(() => shop.close());

const stepUp = (user: TestUser) => shop.as(user).post("/user/step-up", { password: user.password });
const setAdmin = (by: TestUser, user: TestUser, isAdmin: boolean) =>
  shop.as(by).put(`/user/${user._id}/admin`, { isAdmin, seen: isAdmin ? user.userLevel : "Admin" });
const levelOf = async ({ _id }: TestUser) =>
  (await shop.as(shop.admin).get<{ user: { userLevel: string } }>(`/user/${_id}/account`)).body.user
    .userLevel;
async function waiting(by: TestUser): Promise<{ _id: string; kind: string; changes: unknown[] }[]> {
  const { body } = await shop
    .as(by)
    .get<{ items: { _id: string; kind: string; status: string; changes: unknown[] }[] }>("/approval");
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
  expect((await shop.as(ama).get("/order/counts")).status).toBe(401);
  const byKey = await shop.call("GET", "/order/allorders", undefined, { apiKey: ama.apiKey });
  expect(byKey.status).toBe(401);
  const again = await shop.login(ama.phone, ama.password);
  expect((await shop.as({ ...ama, ...again }).get("/order/counts")).status).toBe(200);
  await expect.poll(kinds).toEqual(["admin made"]);
  const acts = await shop.as(shop.admin).get<{ items: object[] }>("/audit/acts?kind=level&limit=5");
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
  expect((await shop.as(ama).get("/user?mine=1")).status).toBe(200);
  expect((await shop.call("GET", "/product", undefined, { apiKey: ama.apiKey })).status).toBe(200);
  const [request] = await waiting(second);
  expect(request).toMatchObject({
    kind: "admin",
    user: { username: "ama" },
    changes: [{ what: "level", before: "Agent", after: "Admin" }],
  });
  const approve = (by: TestUser) => shop.as(by).put(`/approval/${request!._id}/approve`, {});
  expect(await approve(shop.admin)).toMatchObject({ status: 409, body: { code: "second_admin_needed" } });
  expect(await approve(second)).toMatchObject({ status: 403, body: { code: "step_up_needed" } });
  expect(await kinds()).toEqual([]);
  await stepUp(second);
  expect((await approve(second)).status).toBe(200);
  expect(await levelOf(ama)).toBe("Admin");
  expect((await shop.as(ama).get("/user?mine=1")).status).toBe(401);
  await expect.poll(kinds).toEqual(["admin made"]);
});

/** Every way to stop another admin, as the page and clients of the specification call it. */
const stops = [
  ["demote", (by: TestUser, user: TestUser) => setAdmin(by, user, false)],
  [
    "demote",
    (by: TestUser, user: TestUser) => shop.as(by).put(`/user/${user._id}/level`, { userLevel: "Customer" }),
  ],
  [
    "ban",
    (by: TestUser, user: TestUser) => shop.as(by).put(`/user/${user._id}/status`, { status: "Banned" }),
  ],
  ["delete", (by: TestUser, user: TestUser) => shop.as(by).delete(`/user/delete/${user._id}`)],
] as const;
async function activeAdmins(): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(
    "select count(*)::integer as count from ledger.account where level = 'Admin' and status = 'Active' and not deleted",
  );
  return rows[0]!.count;
}

test("of two admins, neither stops the other, also not both at once: the answer names the command", async () => {
  const second = await shop.addUser("second", "0245550202", "Admin");
  for (const by of [shop.admin, second]) await stepUp(by);
  for (const [word, stop] of stops) {
    const answers = await Promise.all([stop(shop.admin, second), stop(second, shop.admin)]);
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([409, "no_other_admin"]);
      expect(body.message).toContain(`npm run admin -- ${word} PHONE`);
    }
  }
  expect(await waiting(second)).toEqual([]);
  for (const user of [shop.admin, second])
    expect((await shop.as(user).get("/order/counts")).status).toBe(200);
});

test("of three admins, each who asks to stop another alone changes nothing, also all at once", async () => {
  const [second, third] = [
    await shop.addUser("second", "0245550202", "Admin"),
    await shop.addUser("third", "0245550204", "Admin"),
  ];
  const all = [shop.admin, second, third];
  for (const by of all) await stepUp(by);
  const other = await shop.another();
  // Each of them asks for everything about the next one, through two processes.
  const answers = await Promise.all(
    all.flatMap((by, n) => {
      const user = all[(n + 1) % 3]!;
      const base = n === 1 ? other.url : shop.server.url;
      return [
        shop.as(by).put(`/user/${user._id}/status`, { status: "Banned" }, { base }),
        shop.as(by).delete(`/user/delete/${user._id}`, undefined, { base }),
        shop.as(by).put(`/user/${user._id}/admin`, { isAdmin: false }, { base }),
      ];
    }),
  );
  await other.close();
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { pending: true } });
  expect(await activeAdmins()).toBe(3);
  for (const user of all) expect((await shop.as(user).get("/order/counts")).status).toBe(200);
  const { rows } = await shop.pool.query<{ count: number }>(
    `select count(*)::integer as count from shop."user" where deleted`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test.each(stops)(
  "%s: the third admin approves it, with step-up, and neither the asker nor the one concerned",
  async (word, stop) => {
    const [second, third] = [
      await shop.addUser("second", "0245550202", "Admin"),
      await shop.addUser("third", "0245550204", "Admin"),
    ];
    await stepUp(shop.admin);
    expect(await stop(shop.admin, second)).toMatchObject({ status: 200, body: { pending: true } });
    const [request] = await waiting(third);
    const decide = (by: TestUser, what: string) => shop.as(by).put(`/approval/${request!._id}/${what}`, {});
    expect((await decide(third, "approve")).body).toMatchObject({ code: "step_up_needed" });
    for (const by of [second, third]) await stepUp(by);
    expect((await decide(second, "approve")).body).toMatchObject({ code: "own_account" });
    expect((await decide(second, "decline")).body).toMatchObject({ code: "own_account" });
    expect((await decide(shop.admin, "approve")).body).toMatchObject({ code: "second_admin_needed" });
    expect((await shop.as(second).get("/order/counts")).status).toBe(200);
    expect(await decide(third, "approve")).toMatchObject({
      status: 200,
      body: { approval: { status: "approved", user: { username: "second" } } },
    });
    // Their open session feels it at once. A demoted admin's session goes on as a customer's.
    const after = await shop.as(second).get("/order/counts");
    expect(after.status).toBe(word === "delete" ? 401 : 403);
    expect(await activeAdmins()).toBe(2);
  },
);

test("two approvals at the same moment stop one admin of three, never two", async () => {
  const [second, third] = [
    await shop.addUser("second", "0245550202", "Admin"),
    await shop.addUser("third", "0245550204", "Admin"),
  ];
  for (const by of [shop.admin, second, third]) await stepUp(by);
  const ban = async (by: TestUser, user: TestUser) => {
    await shop.as(by).put(`/user/${user._id}/status`, { status: "Banned" });
    const requests = await waiting(by);
    return requests.at(-1)!._id;
  };
  const ofSecond = await ban(shop.admin, second);
  const ofAdmin = await ban(second, shop.admin);
  const approve = (id: string) => shop.as(third).put(`/approval/${id}/approve`, {});
  const answers = await Promise.all([approve(ofSecond), approve(ofAdmin)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await activeAdmins()).toBe(2);
});

test("the end of an admin's ban takes two, and alone the command line", async () => {
  const second = await shop.addUser("second", "0245550202", "Admin");
  await shop.command("change_status", "system", { user: second._id, status: "Banned" });
  const unban = () => shop.as(shop.admin).put(`/user/${second._id}/status`, { status: "Active" });
  expect((await unban()).body).toMatchObject({ code: "no_other_admin" });
  await shop.addUser("third", "0245550204", "Admin");
  expect((await unban()).body).toMatchObject({ pending: true, user: { status: "Banned" } });
});

test("the same by a retry is the same, and the level alone makes nobody an admin", async () => {
  await stepUp(shop.admin);
  const call = () =>
    shop.as(shop.admin).put(`/user/${ama._id}/admin`, { isAdmin: true }, { key: "make-ama" });
  const first = await call();
  expect(await call()).toMatchObject({ status: 200, body: first.body });
  const level = { userLevel: "Admin" };
  const kofi = await shop.addUser("kofi", "0245550203");
  expect((await shop.as(shop.admin).put(`/user/${kofi._id}/level`, level)).body).toMatchObject({
    code: "level_not_grantable",
  });
});
