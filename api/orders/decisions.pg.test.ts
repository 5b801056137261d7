/** Decisions of admins: top-ups with and without a new level, who decided, and the refund of a rejection. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { ActRecord } from "#contract/audit.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderAnswer } from "#contract/orders.ts";
import type { DecisionAnswer, TopupRecord } from "#contract/topups.ts";
import type { AccountAnswer } from "#contract/users.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);

const asAdmin = () => ({ token: shop.admin.token });
const account = async ({ _id }: TestUser) =>
  (await shop.call<AccountAnswer>("GET", `/user/${_id}/account`, undefined, asAdmin())).body.user;

async function ask(user: TestUser, purpose: "topup" | "agent-upgrade"): Promise<TopupRecord> {
  const asked = { amount: 50, purpose };
  const { body } = await shop.as(user).post<{ recharge: TopupRecord }>("/recharge", asked);
  return body.recharge;
}

const decide = (id: string, how: "approve" | "decline", body = {}) =>
  shop.call<DecisionAnswer>("PUT", `/recharge/${id}/${how}`, body, asAdmin());

test("an agent request is approved together with the new level, once, and never with the level Admin", async () => {
  const kofi = await shop.addUser("kofi", "0245550102");
  const { _id } = await ask(kofi, "agent-upgrade");
  expect((await decide(_id, "approve", { userLevel: "Admin" })).body).toMatchObject({
    code: "level_not_grantable",
  });
  expect(await account(kofi)).toMatchObject({ userLevel: "Customer", balance: 0 });
  const approved = await decide(_id, "approve", { userLevel: "Agent" });
  expect(approved.body).toMatchObject({ balance: 50, recharge: { status: "approved" } });
  expect(await account(kofi)).toMatchObject({ userLevel: "Agent", balance: 50 });
  expect(await decide(_id, "approve", { userLevel: "Super Agent" })).toMatchObject({
    status: 409,
    body: { code: "recharge_decided", status: "approved" },
  });
  expect(await account(kofi)).toMatchObject({ userLevel: "Agent", balance: 50 });
});

/** Everything that a refused request must leave as it was. */
async function stateOf(user: TestUser) {
  const { body } = await shop.as(user).get<Page<TopupRecord>>("/recharge?limit=10");
  return { books: await shop.books(), requests: body, account: await account(user) };
}

test("a second agent request is refused while the first one is pending, changes nothing, and a retry of the first is answered", async () => {
  const yaw = await shop.addUser("yaw", "0245550107");
  const request = (key: string) =>
    shop.as(yaw).post("/recharge", { amount: 50, purpose: "agent-upgrade" }, { key });
  const first = await request("agent-1");
  expect(first.status).toBe(201);
  const before = await stateOf(yaw);
  const refused = {
    status: 409,
    body: {
      code: "agent_request_open",
      message: "Your last request to become an Agent is still pending. Please wait for the decision.",
      transient: true,
    },
  };
  expect(await request("agent-2")).toMatchObject(refused);
  expect(await stateOf(yaw)).toEqual(before);
  expect(await request("agent-1")).toMatchObject({ status: 201, body: first.body });
  const { _id } = first.body["recharge"] as TopupRecord;
  expect((await decide(_id, "decline")).status).toBe(200);
  // A key keeps its answer.
  expect(await request("agent-2")).toMatchObject(refused);
  expect((await request("agent-3")).status).toBe(201);
});

test("of two agent requests at once, one is accepted", async () => {
  const abena = await shop.addUser("abena", "0245550108");
  const body = { amount: 50, purpose: "agent-upgrade" };
  const ask = () => shop.as(abena).post("/recharge", body);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test("a user has at most ten open top-up requests an hour, however many are sent at once", async () => {
  const kwesi = await shop.addUser("kwesi", "0245550120");
  const ask = (key?: string) =>
    shop.as(kwesi).post<{ recharge: TopupRecord }>("/recharge", { amount: 50 }, { key });
  const first = await ask("first");
  // A retry and a refused request do not count.
  expect((await ask("first")).body).toEqual(first.body);
  const little = await shop.call("POST", "/recharge", { amount: 50, purpose: "agent-upgrade" }, asAdmin());
  expect(little.status).toBe(403);
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: "too_many_topups",
      message:
        "Your last topup requests are still pending. Please wait for the decision, or try again in 60 minutes.",
    },
  });
  expect(Number(refused!.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect((await ask("first")).body).toEqual(first.body);
  const { rows } = await shop.pool.query<{ count: number }>(
    "select count(*)::integer as count from ledger.topup where user_id = $1",
    [kwesi._id],
  );
  expect(rows).toEqual([{ count: 10 }]);
  // The refusal names a time to wait, so it is not kept as the answer to this key.
  expect((await ask("later")).status).toBe(429);
  // Each decision makes room for another one, also one that a second admin grants under Approvals.
  const { _id } = first.body.recharge;
  const second = await shop.addUser("second", "0240000008", "Admin");
  await shop.command("change_topup_limit", shop.admin._id, { limit: 1_00 });
  const approved = await shop.call("PUT", `/recharge/${_id}/approve`, {}, asAdmin());
  expect(approved.body).toMatchObject({ pending: true });
  const { rows: waiting } = await shop.pool.query<{ id: string }>(
    "select id from ledger.approval where status = 'pending'",
  );
  const granted = await shop.as(second).put(`/approval/${waiting[0]?.id}/approve`, {});
  expect(granted.status).toBe(200);
  await shop.command("change_topup_limit", "system", { limit: null });
  const later = await ask("later");
  expect(later.status).toBe(201);
  expect((await ask()).status).toBe(429);
  expect((await ask("later")).body).toEqual(later.body);
});

test.each([
  ["Agent", "0245550111"],
  ["Super Agent", "0245550112"],
  ["Admin", "0245550113"],
] as const)(
  "an agent request of level %s is refused and changes nothing, but they can top up",
  async (level, phone) => {
    const user = await shop.addUser(`of ${level}`, phone, level);
    const request = (purpose: string) => shop.as(user).post("/recharge", { amount: 50, purpose });
    const before = await stateOf(user);
    expect(await request("agent-upgrade")).toMatchObject({
      status: 403,
      body: { code: "customers_only", message: "Only a Customer can ask to become an Agent" },
    });
    expect(await stateOf(user)).toEqual(before);
    expect((await request("topup")).status).toBe(201);
  },
);

test("a retried decline answers the balance of that time", async () => {
  const esi = await shop.addUser("esi", "0245550105", "Customer", 20_00);
  const { _id } = await ask(esi, "topup");
  const decline = () =>
    shop.call<DecisionAnswer>("PUT", `/recharge/${_id}/decline`, undefined, {
      ...asAdmin(),
      key: "decline-esi",
    });
  const { body: first } = await decline();
  expect(first).toMatchObject({ balance: 20, user: { balance: 20 } });
  await shop.command("correct_balance", shop.admin._id, {
    user: esi._id,
    amount: 5_00,
    reason: "a credit since",
    corrects: null,
  });
  const { body: again } = await decline();
  // The account is the present one.
  expect({ ...again, account: first.account }).toEqual(first);
  expect(again.account.balance).toBe(25);
});

test("a decline for a wallet without movements answers a balance of zero", async () => {
  const efua = await shop.addUser("efua", "0245550106");
  const { _id } = await ask(efua, "topup");
  expect((await decide(_id, "decline")).body).toMatchObject({ balance: 0, account: { balance: 0 } });
});

test("admins see who decided a request, in the list and in the file, but its user does not", async () => {
  const request = await ask(ama, "topup");
  const shown = async (token: string) => {
    const { body } = await shop.as({ token }).get<Page<TopupRecord>>("/recharge?limit=10");
    return body.items.find(({ _id }) => _id === request._id)?.decidedBy;
  };
  expect(await shown(shop.admin.token)).toBe(null);
  await decide(request._id, "decline");
  expect(await shown(shop.admin.token)).toBe("admin");
  expect(await shown(ama.token)).toBe(null);
  const file = await fetch(`${shop.server.url}/api/recharge/topups.csv?search=${request.rechargeId}`, {
    headers: { authorization: `Bearer ${shop.admin.token}` },
  });
  const [head, line] = (await file.text()).trim().split("\r\n");
  expect(head).toMatch(/,Decided by,Reason$/);
  expect(line).toMatch(/,declined,[^,]+,admin,$/);
});

test("a decline's reason is for its user too, and stays the same on a retry", async () => {
  const request = await ask(ama, "topup");
  const decline = (reason?: string) =>
    shop.call<DecisionAnswer>(
      "PUT",
      `/recharge/${request._id}/decline`,
      { reason },
      { ...asAdmin(), key: "unpaid" },
    );
  expect(await decline(" ")).toMatchObject({
    status: 400,
    body: { fields: { reason: "Please enter the reason" } },
  });
  const { body } = await decline("No such payment.");
  expect(body.recharge).toMatchObject({ status: "declined", reason: "No such payment." });
  expect((await decline("No such payment.")).body.recharge).toEqual(body.recharge);
  expect((await decline("Another reason")).status).toBe(422);
  const { body: own } = await shop.as(ama).get<TopupRecord[]>("/recharge");
  expect(own.find(({ _id }) => _id === request._id)).toMatchObject({ reason: "No such payment." });
});

describe("a MoMo transaction id that another request names too", () => {
  let payer: TestUser;
  beforeAll(async () => {
    payer = await shop.addUser("payer", "0245550177");
  });
  const askFor = async (momoTransactionId: string) =>
    (await shop.as(payer).post<{ recharge: TopupRecord }>("/recharge", { amount: 60, momoTransactionId }))
      .body.recharge;
  const approve = (request: TopupRecord, body: object, key?: string) =>
    shop.call<DecisionAnswer>("PUT", `/recharge/${request._id}/approve`, body, {
      ...asAdmin(),
      ...(key && { key }),
    });
  const balance = async () => (await account(payer)).balance;
  const seen = (...others: TopupRecord[]) => ({
    seen: { others: others.map(({ rechargeId, status }) => ({ rechargeId, status })) },
  });

  test("a client of the specification approves in one step", async () => {
    const [first, second] = [await askFor("ONE1"), await askFor("one1")];
    const before = await balance();
    expect((await approve(first, {})).status).toBe(200);
    expect((await approve(second, {})).status).toBe(200);
    expect(await balance()).toBe(before + 120);
  });

  test("our page is refused unless the admin saw the other request as it is, and gave a reason", async () => {
    const [first, second] = [await askFor("TWO2"), await askFor("two2")];
    const before = await balance();
    expect((await approve(first, seen(second))).body).toMatchObject({ code: "reason_required" });
    expect((await approve(first, seen())).body).toMatchObject({ code: "changed_meanwhile" });
    const approved = await approve(second, { ...seen(first), reason: "He paid twice" });
    expect(approved).toMatchObject({ status: 200, body: { recharge: { status: "approved", reason: null } } });
    // The first request was still seen as it was before the second was approved.
    const late = { ...seen(second), reason: "He paid twice" };
    expect((await approve(first, late)).body).toMatchObject({ code: "changed_meanwhile" });
    expect(await balance()).toBe(before + 60);
    const now = { ...seen(approved.body.recharge), reason: "Two payments, one ID" };
    const done = await approve(first, now, "two2");
    expect(done.status).toBe(200);
    await askFor("Two2");
    expect((await approve(first, now, "two2")).body).toEqual(done.body);
    const { body } = await shop.call<Page<ActRecord>>(
      "GET",
      "/audit/acts?limit=1&kind=same payment",
      undefined,
      asAdmin(),
    );
    const [act] = body.items;
    expect(act).toMatchObject({
      actor: "admin",
      changes: [
        {
          what: `request ${first.rechargeId}, ¢60.00`,
          before: `same MoMo ID as ${second.rechargeId}`,
          after: "approved: Two payments, one ID",
        },
      ],
    });
    const ofUser = `/audit/acts?limit=5&kind=same payment&user=${payer._id}`;
    expect((await shop.call<Page<ActRecord>>("GET", ofUser, undefined, asAdmin())).body.items[0]).toEqual(
      act,
    );
  });

  test("its reason is for admins only", async () => {
    const [first, second] = [await askFor("TRE3"), await askFor("tre3")];
    await approve(first, { ...seen(second), reason: "Only for admins" });
    const get = async (path: string, { token }: TestUser) =>
      (
        await fetch(`${shop.server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      ).text();
    for (const path of ["/user/statement", "/user/my-data.json", "/recharge"]) {
      const shown = await get(path, payer);
      expect(shown).toContain(first.rechargeId);
      expect(shown).not.toContain("Only for admins");
    }
    // The verifiable statement has a movement's event as it was hashed.
    const { rows } = await shop.pool.query(
      "select data from ledger.event where type = 'topup_approved' order by position desc limit 1",
    );
    expect(rows).toEqual([{ data: {} }]);
    expect(await get("/audit/acts?limit=5", shop.admin)).toContain("Only for admins");
  });
});

test("a rejection shows its refund, reduced by what corrections had already returned", async () => {
  const rejectAfter = async (corrected: number) => {
    const { body } = await shop.buy(ama);
    expect(body.refunded).toBe(0);
    if (corrected > 0) {
      const correction = { amount: corrected, chosenId: ama._id, reason: "slow", corrects: body.chargedAt };
      await shop.call("PUT", "/user/balance", correction, asAdmin());
    }
    const path = `/order/update-status/${body._id}`;
    return (await shop.call<OrderAnswer>("PUT", path, { status: "rejected" }, asAdmin())).body.order;
  };
  const whole = await rejectAfter(0);
  expect(whole).toMatchObject({ totalAmount: 4.8, refunded: 4.8 });
  const part = await rejectAfter(1.5);
  expect(part).toMatchObject({ totalAmount: 4.8, refunded: 3.3 });
  const none = await rejectAfter(4.8);
  expect(none).toMatchObject({ refunded: 0, refundedAt: null });
  expect(await account(ama)).toMatchObject({ balance: 100 });
  const { body } = await shop.call<Page<OrderRecord>>(
    "GET",
    "/order/allorders?limit=3",
    undefined,
    asAdmin(),
  );
  expect(body.items.map(({ refunded }) => refunded)).toEqual([0, 3.3, 4.8]);
});

test("a retry answers the result of the first call, without later changes", async () => {
  const { body: order } = await shop.buy(ama);
  const move = (status: string, reason?: string) =>
    shop.call("PUT", `/order/update-status/${order._id}`, { status, reason }, { ...asAdmin(), key: status });
  const processed = await move("processing");
  await move("rejected", "no stock");
  expect((await move("processing")).body).toEqual(processed.body);
  const ask = () => shop.as(ama).post("/recharge", { amount: 50 }, { key: "asked" });
  const asked = await ask();
  const { _id } = asked.body["recharge"] as TopupRecord;
  await shop.call("PUT", `/recharge/${_id}/approve`, {}, asAdmin());
  expect((await ask()).body).toEqual(asked.body);
});
