/** The audit over HTTP: what moved and why, who changed what, whether it balances, and the proof of it. */
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkStatement } from "#ledger/store/audit/check-statement.ts";
import { verify } from "#ledger/store/verify.ts";
import { connectionConfig } from "#ledger/store/connect.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type {
  ActRecord,
  AuditMovement,
  BooksAnswer,
  ThreadAnswer,
  VerificationAnswer,
  WalletAtAnswer,
} from "./contract/audit.ts";
import type { Page } from "./contract/lists.ts";

let shop: TestShop;
let owner: pg.Client;
let folder: string;
let ama: TestUser;
let kofi: TestUser;
/** Of ama's: topped up, bought, rejected, corrected twice, in this order. */
const at: Record<string, number> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cedibook-audit-"));
  shop = await TestShop.open({ audit: { pause_ms: 100, headFile: join(folder, "heads.txt") } });
  owner = new pg.Client({ ...connectionConfig(shop.database.ownerUrl, "test"), pipeline: true });
  await owner.connect();
  await owner.query("alter table ledger.event disable trigger append_only");
  ama = await shop.addUser("ama", "0245550101");
  kofi = await shop.addUser("kofi", "0245550102", "Customer", 500_00);
  const asked = { recharge: 10_001, amount: 100_00, purpose: "topup", momo_transaction_id: null } as const;
  await shop.command("request_topup", ama._id, asked);
  at["topup"] = await shop.command("approve_topup", shop.admin._id, { recharge: 10_001 });
  at["purchase"] = await buy(ama);
  await buy(ama, "5 GB");
  await shop.command("process_order", shop.admin._id, { order: 1 });
  at["first"] = await correct(1_00, "overcharged, half of it", at["purchase"]);
  at["refund"] = await shop.command("reject_order", shop.admin._id, { order: 1, reason: "no stock at MTN" });
  at["of the correction"] = await correct(-50, "too much", at["first"]);
  for (let n = 0; n < 12; n++) await buy(kofi);
  await shop.command("change_level", shop.admin._id, { user: kofi._id, level: "Agent" });
  await shop.command("change_notice", shop.admin._id, { notice: "closed on Sunday" });
});

afterAll(async () => {
  await owner.end();
  await shop.close();
  await rm(folder, { recursive: true });
});

const buy = (user: TestUser, offer = "1 GB") =>
  shop.command("place_order", user._id, {
    package: { network: "MTNup2u", offer },
    expected_price: null,
    receiver: "0244123456",
    form: null,
  });
const correct = (amount: number, reason: string, corrects: number | undefined) =>
  shop.command("correct_balance", shop.admin._id, {
    user: ama._id,
    amount,
    reason,
    corrects: corrects ?? null,
  });
const get = async <T>(path: string, token = shop.admin.token) =>
  (await shop.call<T>("GET", path, undefined, { token })).body;
const movements = (query: string) => get<Page<AuditMovement>>(`/audit/movements?limit=20&${query}`);
const positions = async (query: string) => (await movements(query)).items.map(({ position }) => position);

describe("movements", () => {
  test("say who, why, how much, what is left, and where in the chain", async () => {
    const { items } = await movements(`user=${ama._id}&kind=purchase`);
    const first = items.at(-1)!;
    const { rows } = await owner.query(
      "select encode(hash, 'hex') as hash from ledger.event where position = $1",
      [first.position],
    );
    expect(first).toMatchObject({
      kind: "purchase",
      user: "ama",
      userId: ama._id,
      actor: "ama",
      amount: -4.8,
      balance: 95.2,
      reference: "10000001",
      network: "MTNup2u",
      offer: "1 GB",
      receiver: "0244123456",
      remaining: 0,
      hash: rows[0].hash,
    });
    const [topup] = (await movements(`user=${ama._id}&kind=topup`)).items;
    expect(topup).toMatchObject({ amount: 100, actor: "admin", reference: "T-10001", position: at["topup"] });
  });

  test("by user, actor, kind, amount, day and text", async () => {
    const corrections = [at["of the correction"], at["first"]];
    expect(await positions(`user=${ama._id}&kind=correction`)).toEqual(corrections);
    expect(await positions(`actor=${shop.admin._id}`)).toEqual([
      at["of the correction"],
      at["refund"],
      at["first"],
      at["topup"],
    ]);
    expect(await positions(`actor=${ama._id}`)).toHaveLength(2);
    expect(await positions("actor=system")).toHaveLength(1);
    expect(await positions(`actor=${shop.admin._id}&kind=refund`)).toEqual([at["refund"]]);
    expect(await positions(`actor=${shop.admin._id}&kind=purchase`)).toEqual([]);
    expect(await positions("min=100&max=100")).toEqual([at["topup"]]);
    expect(await positions("max=0.50")).toEqual([at["of the correction"]]);
    expect(await positions("search=NO STOCK")).toEqual([at["refund"]]);
    expect(await positions("search=10000001")).toEqual([at["refund"], at["purchase"]]);
    expect(await positions("search=T-10001")).toEqual([at["topup"]]);
    expect(await positions("search=too&max=1")).toEqual([at["of the correction"]]);
    expect(await positions("search=%25")).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await positions(`kind=refund&from=${today}&to=${today}`)).toEqual([at["refund"]]);
    expect(await positions("kind=refund&to=2020-01-01")).toEqual([]);
  });

  test("in pages without gaps, with totals", async () => {
    const all: number[] = [];
    for (let cursor: number | null = null, turns = 0; turns < 20; turns++) {
      const page: Page<AuditMovement> = await get(
        `/audit/movements?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      all.push(...page.items.map(({ position }) => position));
      expect(page).toMatchObject({ total: 19, totalIsExact: true });
      cursor = page.next;
      if (cursor === null) break;
    }
    const { rows } = await owner.query<{ position: number }>(
      "select position from ledger.event where wallet is not null order by 1 desc",
    );
    expect(all).toEqual(rows.map(({ position }) => position));
    expect(await movements("kind=correction")).toMatchObject({ total: 3, totalIsExact: true });
  });

  test("are for admins, and for who asks sensibly", async () => {
    for (const path of [
      "movements",
      "acts",
      "books",
      "verify",
      `wallet?user=${ama._id}`,
      `thread/${at["topup"]}`,
    ])
      expect(await shop.call("GET", `/audit/${path}`, undefined, { token: ama.token })).toMatchObject({
        status: 403,
        body: { code: "admin_only" },
      });
    expect((await shop.call("POST", "/audit/verify", undefined, { token: ama.token })).status).toBe(403);
    for (const query of [
      "kind=x",
      "min=1,5",
      "user=x",
      "actor=x",
      "from=2026-02-30",
      "from=2026-02-02&to=2026-02-01",
    ])
      expect(
        (await shop.call("GET", `/audit/movements?${query}`, undefined, { token: shop.admin.token })).status,
      ).toBe(400);
  });
});

test.each(["purchase", "first", "refund", "of the correction"])(
  "a thread is the same from its %s",
  async (from) => {
    const { movements: found, steps } = await get<ThreadAnswer>(`/audit/thread/${at[from]}`);
    const names = ["purchase", "first", "refund", "of the correction"];
    expect(found.map(({ position }) => position)).toEqual(names.map((name) => at[name]));
    expect(steps.map(({ what }) => what)).toEqual(["order placed", "order processed", "order rejected"]);
  },
);

test("from a purchase one gets back to the top-up before it, and from that on to all it may have paid for", async () => {
  const user = await shop.addUser("threaded", "0245550177");
  const topUp = async (recharge: number) => {
    const asked = { recharge, amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
    await shop.command("request_topup", user._id, asked);
    return shop.command("approve_topup", shop.admin._id, { recharge });
  };
  const spent = async (position: number) => (await get<ThreadAnswer>(`/audit/thread/${position}`)).spent;
  const first = await topUp(10_101);
  expect(await get<ThreadAnswer>(`/audit/thread/${first}`)).toMatchObject({
    topup: null,
    spent: { after: first, before: null, purchases: [], isCut: false },
  });
  const paid = [await buy(user), await buy(user)];
  await buy(kofi);
  const second = await topUp(10_102);
  const later = await buy(user);
  const { rows } = await owner.query<{ order: number }>(
    "select id as order from ledger.order where charged_at = $1",
    [paid[1]],
  );
  const refund = await shop.command("reject_order", shop.admin._id, { order: rows[0]!.order, reason: null });

  const of = async (position: number) => {
    const { movements: own, topup } = await get<ThreadAnswer>(`/audit/thread/${position}`);
    return { own: own.map((each) => each.position), topup: topup?.position };
  };
  expect(await of(paid[0]!)).toEqual({ own: [paid[0]], topup: first });
  expect(await of(paid[1]!)).toEqual({ own: [paid[1], refund], topup: first });
  // The refund came after the second top-up; what it refunds did not.
  expect(await of(refund)).toEqual({ own: [paid[1], refund], topup: first });
  expect(await of(later)).toEqual({ own: [later], topup: second });
  expect(await of(second)).toEqual({ own: [second], topup: first });
  expect((await get<ThreadAnswer>(`/audit/thread/${later}`)).spent).toBeNull();

  const ofFirst = await spent(first);
  expect(ofFirst).toMatchObject({ after: first, before: second, isCut: false });
  expect(ofFirst?.purchases.map(({ position, remaining }) => [position, remaining])).toEqual([
    [paid[0], -4.8],
    [paid[1], 0],
  ]);
  expect((await spent(second))?.purchases.map(({ position }) => position)).toEqual([later]);
  const between = `user=${user._id}&kind=purchase&after=${first}`;
  expect(await positions(`${between}&before=${second}`)).toEqual(paid.toReversed());
  expect(await movements(`${between}&before=${second}`)).toMatchObject({ total: 2, totalIsExact: true });
  expect(await positions(between)).toEqual([later, ...paid.toReversed()]);
  expect(await positions(`${between}&before=${first}`)).toEqual([]);

  for (let n = 0; n < 20; n++)
    await shop
      .command("correct_balance", shop.admin._id, {
        user: user._id,
        amount: 5_00,
        reason: "r",
        corrects: null,
      })
      .then(() => buy(user));
  const cut = await spent(second);
  expect(cut).toMatchObject({ before: null, isCut: true });
  expect(cut?.purchases).toHaveLength(20);
  expect(cut?.purchases[0]?.position).toBe(later);
});

test("a thread of a position that moved nothing is unknown", async () => {
  expect(await shop.call("GET", "/audit/thread/1", undefined, { token: shop.admin.token })).toMatchObject({
    status: 404,
    body: { code: "entry_unknown" },
  });
});

test("a wallet as of any position and any moment", async () => {
  const { rows } = await owner.query<{ position: number; balance_after: number; recorded_at: string }>(
    "select position, balance_after, recorded_at from ledger.event where wallet = $1 order by position",
    [ama._id],
  );
  for (const [index, row] of rows.entries()) {
    const here = await get<WalletAtAnswer>(`/audit/wallet?user=${ama._id}&position=${row.position}`);
    expect(here).toMatchObject({ balance: row.balance_after / 100, movement: { position: row.position } });
    const before = await get<WalletAtAnswer>(`/audit/wallet?user=${ama._id}&at=${row.recorded_at}`);
    const expected = rows[index - 1];
    expect(before.balance).toBe((expected?.balance_after ?? 0) / 100);
    expect(before.movement?.position).toBe(expected?.position);
  }
  const now = await get<WalletAtAnswer>(`/audit/wallet?user=${ama._id}`);
  expect(now.balance).toBe((rows.at(-1)?.balance_after ?? 0) / 100);
  expect(
    await shop.call("GET", `/audit/wallet?user=${"0".repeat(8)}-0000-4000-8000-000000000000`, undefined, {
      token: shop.admin.token,
    }),
  ).toMatchObject({ status: 404 });
  const { status, body } = await shop.call(
    "GET",
    `/audit/wallet?user=${ama._id}&at=2026-02-30T10:42:00Z`,
    undefined,
    { token: shop.admin.token },
  );
  expect([status, body["code"]]).toEqual([400, "input_invalid"]);
});

describe("acts", () => {
  test("with before and after, by kind, actor and user", async () => {
    const facts = { network: "MTNup2u", status: "available" as const, note: "slow today", image: null };
    const packages = [{ id: "mtnup2u-1", offer: "1 GB", customer: 500, agent: 460, superAgent: 450 }];
    await shop.command("change_product", shop.admin._id, {
      product: "mtnup2u",
      facts: { ...facts, packages },
    });
    const { items, total } = await get<Page<ActRecord>>("/audit/acts?limit=20");
    expect(total).toBe(items.length);
    expect(items[0]).toMatchObject({ kind: "product", product: "MTNup2u", actor: "admin" });
    expect(items[0]?.changes).toEqual([
      { what: "note", before: "", after: "slow today" },
      { what: "1 GB: customer", before: "4.80", after: "5.00" },
      { what: "5 GB: offer", before: "5 GB", after: null },
      { what: "5 GB: customer", before: "22.50", after: null },
      { what: "5 GB: agent", before: "21.90", after: null },
      { what: "5 GB: super agent", before: "21.50", after: null },
    ]);
    const [level] = (await get<Page<ActRecord>>(`/audit/acts?limit=20&user=${kofi._id}`)).items;
    expect(level).toMatchObject({
      kind: "level",
      user: "kofi",
      changes: [{ what: "level", before: "Customer", after: "Agent" }],
    });
    const notices = await get<Page<ActRecord>>(`/audit/acts?limit=20&kind=notice&actor=${shop.admin._id}`);
    expect(notices.items.map(({ changes }) => changes)).toEqual([
      [{ what: "notice", before: "", after: "closed on Sunday" }],
    ]);
    expect((await get<Page<ActRecord>>("/audit/acts?limit=20&actor=system")).items).toEqual([]);
  });

  test("declined requests and removals are acts, with who did them, whose they were and what they were", async () => {
    const { shop: of, admin } = { shop, admin: shop.admin._id };
    const efua = await of.addUser("efua", "0245550155", "Customer", 50_00);
    const other = await of.addUser("otheradmin", "0245550156", "Admin");
    for (const recharge of [10_201, 10_202]) {
      const asked = { recharge, amount: 70_00, purpose: "topup", momo_transaction_id: null } as const;
      await of.command("request_topup", efua._id, asked);
    }
    await buy(efua);
    const { rows } = await owner.query<{ id: number }>("select max(id) as id from ledger.order");
    const order = rows[0]!.id;
    await of.command("reject_order", admin, { order, reason: null });
    const declined = await of.command("decline_topup", other._id, { recharge: 10_201 });
    const request = await of.command("remove_topup", admin, { recharge: 10_201 });
    const removed = await of.command("remove_order", other._id, { order });
    const acts = async (query: string) =>
      (await get<Page<ActRecord>>(`/audit/acts?limit=20&${query}`)).items.map(({ position }) => position);
    const { items, total } = await get<Page<ActRecord>>(`/audit/acts?limit=20&user=${efua._id}`);
    expect(total).toBe(3);
    expect(items).toMatchObject([
      {
        position: removed,
        kind: "removed order",
        actor: "otheradmin",
        user: "efua",
        userId: efua._id,
        changes: [
          { what: `order ${10_000_000 + order}, ¢5.00`, before: "rejected", after: "removed from the lists" },
        ],
      },
      {
        position: request,
        kind: "removed request",
        actor: "admin",
        user: "efua",
        changes: [{ what: "request T-10201, ¢70.00", before: "declined", after: "removed from the lists" }],
      },
      {
        position: declined,
        kind: "declined request",
        actor: "otheradmin",
        user: "efua",
        changes: [{ what: "request T-10201, ¢70.00", before: "pending", after: "declined" }],
      },
    ]);
    expect(await acts(`actor=${other._id}`)).toEqual([removed, declined]);
    expect(await acts(`user=${efua._id}&actor=${other._id}`)).toEqual([removed, declined]);
    expect(await acts("kind=removed order")).toEqual([removed]);
    expect(await acts(`kind=declined request&user=${efua._id}`)).toEqual([declined]);
    expect((await acts("")).slice(0, 3)).toEqual([removed, request, declined]);
    // One act for each order that is removed with all others.
    const all = await of.call<{ removed: number }>("DELETE", "/order/del-all-orders", undefined, {
      token: other.token,
    });
    expect(all.body.removed).toBeGreaterThan(0);
    expect(await acts(`kind=removed order&actor=${other._id}`)).toHaveLength(all.body.removed + 1);
  });
});

test("a limit that two admins changed is about nobody, names both, and is found by either", async () => {
  const asker = await shop.addUser("asker", "0245550191", "Admin");
  const approver = await shop.addUser("approver", "0245550192", "Admin");
  const lowered = await shop.command("change_correction_limit", asker._id, { limit: 50_00 });
  const raised = await shop.command("change_correction_limit", approver._id, {
    limit: null,
    requested_by: asker._id,
  });
  const acts = async (query: string) => (await get<Page<ActRecord>>(`/audit/acts?limit=20&${query}`)).items;
  const nobody = { kind: "correction limit", userId: null, user: null, product: null };
  expect((await acts("kind=correction limit")).slice(0, 2)).toMatchObject([
    {
      position: raised,
      ...nobody,
      actor: "approver",
      requester: "asker",
      changes: [{ what: "limit", before: "50.00", after: "none" }],
    },
    {
      position: lowered,
      ...nobody,
      actor: "asker",
      requester: null,
      changes: [{ what: "limit", before: "none", after: "50.00" }],
    },
  ]);
  const found = async (query: string) => (await acts(query)).map(({ position }) => position);
  expect(await found(`actor=${asker._id}`)).toEqual([raised, lowered]);
  expect(await found(`actor=${approver._id}`)).toEqual([raised]);
  for (const { _id } of [asker, approver]) expect(await found(`user=${_id}`)).toEqual([]);
  expect(await found(`user=${asker._id}&actor=${approver._id}`)).toEqual([]);
  const csv = await fileOf("/audit/acts.csv", shop.admin.token, "&kind=correction limit");
  expect(csv.split("\r\n")[0]).toContain("Actor,Requested by,Act,About");
  expect(csv).toContain(",approver,asker,correction limit,,limit: 50.00 → none,");
});

const verifyAnew = () => shop.call("POST", "/audit/verify", undefined, { token: shop.admin.token });
/** All columns but the position and what is unique over the log: a stream with its version, a command's id. */
const swapped =
  "type, data, actor, fingerprint, recorded_at, wallet, counterparty, amount, balance_after, hash";

const light = () => get<BooksAnswer>("/audit/books");
const caughtUp = async () => {
  const { position } = await shop.books();
  await expect.poll(light, { timeout: 20_000 }).toMatchObject({ state: "balanced", position });
};

describe("the light", () => {
  test("turns red where a row drifts and names it, and green again where it is made good", async () => {
    await caughtUp();
    await owner.query("update ledger.wallet set balance = balance + 1 where user_id = $1", [ama._id]);
    await expect.poll(light, { timeout: 20_000 }).toMatchObject({
      state: "broken",
      findings: [
        { where: `ledger.wallet user_id=${ama._id}`, differences: [{ what: "balance" }] },
        { where: "all accounts" },
      ],
    });
    await owner.query("update ledger.wallet set balance = balance - 1 where user_id = $1", [ama._id]);
    await caughtUp();
  });

  test("turns red where an event is deleted, and goes on while events come", async () => {
    await caughtUp();
    await owner.query("create table kept as select * from ledger.event where position = $1", [at["refund"]]);
    await owner.query("delete from ledger.event where position = $1", [at["refund"]]);
    await buy(kofi);
    await expect
      .poll(light, { timeout: 20_000 })
      .toMatchObject({ state: "broken", findings: [{ where: `position ${at["refund"]}` }] });
    await owner.query("insert into ledger.event select * from kept");
    await caughtUp();
  });

  /** Both events but for their positions, which stay. */
  const swap = (first: number) => `
    update ledger.event e set (${swapped}) = (
      select ${swapped} from ledger.event o where o.position = ${2 * first + 1} - e.position)
    where e.position in (${first}, ${first + 1})`;
  const corruptions: [string, (position: number) => [string, string]][] = [
    [
      "an event's column",
      (position) => [
        `update ledger.event set actor = 'x' || actor where position = ${position}`,
        `update ledger.event set actor = substring(actor from 2) where position = ${position}`,
      ],
    ],
    ["a swapped pair", (position) => [swap(position), swap(position)]],
  ];

  test.each(corruptions)("turns red for %s, and verify names the same place", async (_, corruption) => {
    await caughtUp();
    const position = at["purchase"]!;
    const [spoil, mend] = corruption(position);
    await owner.query(spoil);
    const place = [{ where: `position ${position}` }];
    await expect.poll(light, { timeout: 20_000 }).toMatchObject({ state: "broken", findings: place });
    await verifyAnew();
    expect((await finished())?.findings).toMatchObject(place);
    await owner.query(mend);
    await verifyAnew();
    expect((await finished())?.findings).toEqual([]);
    await caughtUp();
  });

  test("another process takes over when the one that watched is gone", async () => {
    const other = await shop.another({ audit: { pause_ms: 100 } });
    await shop.restart({ audit: undefined });
    await buy(kofi);
    const { position } = await shop.books();
    await expect.poll(light, { timeout: 20_000 }).toMatchObject({ state: "balanced", position });
    await other.close();
    await shop.restart();
  });
});

const verification = async () => (await get<VerificationAnswer>("/audit/verify")).verification;
const finished = async () => {
  await expect.poll(verification, { timeout: 20_000 }).toMatchObject({ finishedAt: expect.any(String) });
  return verification();
};

describe("verify now", () => {
  test("one at a time, whoever asks; its result stays", async () => {
    await finished();
    const ask = () =>
      shop.call<VerificationAnswer>("POST", "/audit/verify", undefined, { token: shop.admin.token });
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(asked.map(({ body }) => body.verification?.id)).size).toBe(1);
    const { head } = await verify(owner);
    expect(await finished()).toMatchObject({
      id: asked[0].body.verification?.id,
      askedBy: "admin",
      position: head.position,
      target: head.position,
      hash: head.hash,
      findings: [],
      failure: null,
    });
    expect(await light()).toMatchObject({ verified: { position: head.position, isWhole: true } });
  });

  test("names the first broken position and what differs", async () => {
    await owner.query("update ledger.event set amount = amount + 1 where position = $1", [at["purchase"]]);
    await shop.call("POST", "/audit/verify", undefined, { token: shop.admin.token });
    const found = await finished();
    expect(found?.findings).toMatchObject([{ where: `position ${at["purchase"]}` }]);
    expect(found?.findings?.[0]?.differences.map(({ what }) => what)).toContain("hash");
    await owner.query("update ledger.event set amount = amount - 1 where position = $1", [at["purchase"]]);
    await shop.call("POST", "/audit/verify", undefined, { token: shop.admin.token });
    expect((await finished())?.findings).toEqual([]);
  });
});

const fileOf = async (path: string, token: string, more = "") => {
  const { body } = await shop.call<{ ticket: string }>("POST", "/download/ticket", { path }, { token });
  const answer = await fetch(`${shop.server.url}/api${path}?ticket=${body.ticket}${more}`);
  expect(answer.status).toBe(200);
  return answer.text();
};
async function* linesOf(text: string) {
  for (const line of text.split("\n")) if (line !== "") yield line;
}
const check = (text: string, root?: string) =>
  checkStatement(linesOf(text), root === undefined ? undefined : { root });
const heads = () =>
  get<{ day: string; position: number; hash: string; root: string }[]>("/audit/heads", ama.token);

describe("the day's head", () => {
  test("is sent out once, whichever process sends it", async () => {
    await expect.poll(heads, { timeout: 20_000 }).toHaveLength(1);
    const [head] = await heads();
    const file = join(folder, "heads.txt");
    const line = `${head?.day} ${head?.position} ${head?.hash} ${head?.root}\n`;
    await expect.poll(() => readFile(file, "utf8").catch(() => "")).toBe(line);
    // As if the process had ended between the file and its note of it.
    await owner.query("update audit.daily_head set sent_at = null");
    await expect
      .poll(async () => (await owner.query("select sent_at from audit.daily_head")).rows[0].sent_at, {
        timeout: 20_000,
      })
      .not.toBeNull();
    expect(await readFile(file, "utf8")).toBe(line);
  });
});

test("a file for the heads that cannot be written keeps nobody from watching, and gets its line later", async () => {
  const headFile = join(folder, "missing", "heads.txt");
  await shop.restart({ audit: { pause_ms: 100, headFile } });
  await owner.query("update audit.daily_head set sent_at = null");
  await buy(kofi);
  await caughtUp();
  const { rows } = await owner.query("select sent_at from audit.daily_head");
  expect(rows).toEqual([{ sent_at: null }]);
  await mkdir(join(folder, "missing"));
  await expect
    .poll(() => readFile(headFile, "utf8").catch(() => ""), { timeout: 20_000 })
    .toMatch(/^\d{4}-.* [0-9a-f]{64}\n$/);
  await shop.restart();
});

test("without a file no head counts as sent, and the one that is set later gets them", async () => {
  await shop.restart({ audit: { pause_ms: 100 } });
  await caughtUp();
  // The day's first look may have come before any movement of hers.
  await owner.query("delete from audit.daily_head");
  await expect.poll(heads, { timeout: 20_000 }).toHaveLength(1);
  // After each look it sends: once two more have begun, one has been through with it.
  for (let looks = 0; looks < 3; looks++) {
    const { checkedAt } = await light();
    await expect.poll(async () => (await light()).checkedAt, { timeout: 20_000 }).not.toBe(checkedAt);
  }
  const { rows } = await owner.query("select sent_at from audit.daily_head");
  expect(rows).toEqual([{ sent_at: null }]);
  // Whoever copied it by hand from the books page checks against it all the same.
  const [kept] = await heads();
  expect(kept).toMatchObject({ isSent: false });
  const report = await checkStatement(linesOf(await fileOf("/user/statement.ndjson", ama.token)), kept);
  expect(report.proven?.movements).toBeGreaterThan(0);
  const headFile = join(folder, "later.txt");
  await shop.restart({ audit: { pause_ms: 100, headFile } });
  await expect
    .poll(() => readFile(headFile, "utf8").catch(() => ""), { timeout: 20_000 })
    .toMatch(/^\d{4}-.* [0-9a-f]{64}\n$/);
  await shop.restart();
});

describe("a statement that proves itself", () => {
  test("holds against the head that was sent out, and shows nobody else's events", async () => {
    await caughtUp();
    const [sent] = await heads();
    const text = await fileOf("/user/statement.ndjson", ama.token);
    const { rows } = await owner.query<{ count: number; proven: number }>(
      "select count(*), count(*) filter (where position <= $2) as proven from ledger.event where wallet = $1",
      [ama._id, sent?.position],
    );
    const report = await check(text);
    expect(report).toMatchObject({ user: ama._id, movements: rows[0]?.count, proven: undefined });
    expect(await check(text, report.head.root)).toMatchObject({
      proven: { movements: rows[0]?.count, balance: report.balance },
    });
    expect(await checkStatement(linesOf(text), sent)).toMatchObject({
      proven: { movements: rows[0]?.proven },
    });
    expect(text).not.toContain(kofi._id);
    expect(await fileOf("/audit/statement.ndjson", shop.admin.token, `&user=${ama._id}`)).toBe(text);
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ["a movement left out", (lines) => lines.toSpliced(2, 1)],
    ["two movements swapped", (lines) => lines.with(1, lines[2]!).with(2, lines[1]!)],
    ["the last movement left out", (lines) => lines.toSpliced(-2, 1)],
    [
      "an amount changed",
      (lines) => lines.with(1, lines[1]!.replace(String.raw`\"amount\":10000`, String.raw`\"amount\":20000`)),
    ],
    ["another head", (lines) => lines.with(0, lines[0]!.replace(/"root":"../, '"root":"00'))],
    ["its end cut off", (lines) => lines.slice(0, -1)],
    ["a line too many", (lines) => [...lines, lines[1]!]],
  ])("is refused with %s", async (_, damage) => {
    await caughtUp();
    const lines = (await fileOf("/user/statement.ndjson", ama.token)).trimEnd().split("\n");
    const damaged = damage(lines).join("\n");
    expect(damaged).not.toBe(lines.join("\n"));
    await expect(check(damaged)).rejects.toThrow(/line|last line/);
  });

  test("is refused where a purchase and its refund are left out, though every balance fits", async () => {
    const esi = await shop.addUser("esi", "0245550103", "Customer", 50_00);
    const position = await buy(esi);
    const { rows } = await owner.query<{ stream: string }>(
      "select stream from ledger.event where position = $1",
      [position],
    );
    const order = Number(rows[0]?.stream.slice("order/".length));
    await shop.command("reject_order", shop.admin._id, { order, reason: null });
    await buy(esi);
    await caughtUp();
    const lines = (await fileOf("/user/statement.ndjson", esi.token)).trimEnd().split("\n");
    const end = JSON.stringify({ movements: 2, balance: 45_20 });
    const damaged = lines.toSpliced(2, 2).with(-1, end);
    await expect(check(damaged.join("\n"))).rejects.toThrow(
      "line 3: the tree does not hold this event as movement 2",
    );
  });

  test("is refused against a head it does not lead to", async () => {
    const text = await fileOf("/user/statement.ndjson", ama.token);
    await expect(check(text, "ab".repeat(32))).rejects.toThrow("neither the file's nor the last one");
  });

  test("that somebody forged in its hashes is refused by the head that was sent out", async () => {
    await caughtUp();
    const [sent] = await heads();
    const text = await fileOf("/user/statement.ndjson", ama.token);
    // Its name alone: the same hash may be a node on the way from an event to the root, too.
    const forged = text.replace(`"root":"${sent?.root}"`, `"root":"${"ab".repeat(32)}"`);
    expect(forged).not.toBe(text);
    await expect(check(forged, "ab".repeat(32))).rejects.toThrow("does not begin with");
  });
});

test("a correction that took two admins names both", async () => {
  const second = await shop.addUser("second", "0245550109", "Admin");
  await shop.command("change_correction_limit", shop.admin._id, { limit: 50_00 });
  const asked = { user: kofi._id, amount: 60_00, reason: "a large one", corrects: null };
  await shop.command("correct_balance", shop.admin._id, { ...asked, requested_by: second._id });
  expect((await movements("search=a large one")).items).toMatchObject([
    { actor: "admin", requester: "second" },
  ]);
  // Both of them caused it: the one who asked is found as the one who did it.
  const [large] = await positions("search=a large one");
  for (const query of ["", "&kind=correction", "&search=a large one", "&min=60&max=60", `&user=${kofi._id}`])
    expect(await positions(`actor=${second._id}${query}`), query).toEqual([large]);
  expect(await positions(`actor=${second._id}&kind=topup`)).toEqual([]);
  expect(await movements(`actor=${second._id}`)).toMatchObject({ total: 1, totalIsExact: true });
  expect(await positions(`actor=${shop.admin._id}&search=a large one`)).toEqual([large]);
});
