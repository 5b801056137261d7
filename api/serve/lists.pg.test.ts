/** The long lists: every filter, page and search, for every kind of user. */
import { createPool } from "#ledger/connect/connect.ts";
import { findsOrder } from "#contract/terms/search.ts";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { actList, movementList } from "#contract/audit.ts";
import { type AnyList, type Filter, passes } from "#contract/list.ts";
import type { Page } from "#contract/lists.ts";
import { messageList } from "#contract/messages.ts";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { orderList, type OrderRecord } from "#contract/order-list.ts";
import { paymentList } from "#contract/payments.ts";
import { securityList } from "#contract/security.ts";
import { batchList } from "#contract/supplier.ts";
import { topupList, type TopupRecord } from "#contract/topups.ts";
import { userList, type UserRecord } from "#contract/user-list.ts";
import { listOrders, type OrderFilter, totalOrders } from "#ledger/orders/list.ts";
import { type Database, openReads } from "#ledger/tables/open-reads.ts";
import { listTopups, totalTopups, type TopupFilter } from "#ledger/topups/list.ts";

let owner: Pool;
let db: Database;
let ama: TestUser;
let kofi: TestUser;
let agent: TestUser;

/** More than a search scans before it uses the indexes. */
const orders_count = 1300;
const requests_count = 1200;

const shop = openTestShop();

beforeAll(async () => {
  owner = createPool(shop.database.ownerUrl, 1);
  db = openReads(shop.pool);
  ama = await shop.addUser("ama_b", "0240000001", "Customer", 1_000_000_00);
  kofi = await shop.addUser("kofi mensah", "0205550102", "Customer", 1_000_000_00);
  agent = await shop.addUser("amaxb", "0271234567", "Agent", 1_000_000_00);
  await shop.command("create_product", shop.admin._id, {
    product: "waec",
    facts: {
      network: "WAEC",
      status: "available",
      note: "",
      image: null,
      packages: [{ id: "waec-1", offer: "Checker 100%", customer: 1800, agent: 1700, superAgent: 1650 }],
    },
  });
  const buyers = [ama, kofi, agent, shop.admin];
  await shop.credit(shop.admin, 1_000_000_00);
  await Promise.all(Array.from({ length: orders_count }, (_, n) => buy(buyers[(n % 7) % 4]!, n)));
  await decideOrders();
  // A user has at most ten undecided requests.
  for (let n = 0; n < requests_count; n += 16)
    await Promise.all(Array.from({ length: 16 }, (_, k) => request(buyers[k % 4]!, n + k)));
  await shop.caughtUp();
  await indexed();
});

afterAll(async () => {
  await owner.end();
});

async function buy(user: TestUser, n: number): Promise<void> {
  await shop.command("place_order", user._id, {
    package: n % 400 === 5 ? { id: "waec-1" } : { id: n % 3 === 0 ? "mtnup2u-2" : "mtnup2u-1" },
    expected_price: null,
    receiver: `0${[24, 20, 55][n % 3]}${String((n * 7_654_321) % 10_000_000).padStart(7, "0")}`,
    form: null,
  });
}

/** Decides orders, so that there are some of each status, and some removed ones. */
async function decideOrders(): Promise<void> {
  const by = shop.admin._id;
  const work = Array.from({ length: orders_count }, async (_, index) => {
    const order = index + 1;
    if (order % 5 === 0) return;
    await shop.command("process_order", by, { order });
    if (order % 5 === 1) return;
    if (order % 10 === 2) await shop.command("reject_order", by, { order, reason: null });
    else await shop.command("complete_order", by, { order });
    if (order % 11 === 0) await shop.command("remove_order", by, { order });
  });
  await Promise.all(work);
}

async function request(user: TestUser, n: number): Promise<void> {
  // Numbers are reserved before they are used, so they are not in the order of time.
  const recharge = 10_001 + ((n * 7919) % requests_count) * 3;
  await shop.command("request_topup", user._id, {
    topup: recharge,
    amount: 50_00,
    purpose: "topup",
    momo_transaction_id: n % 4 === 0 ? null : `MP.${n}_${n * 37}`,
  });
  if (n % 3 === 0) await shop.command("approve_topup", "system", { topup: recharge });
  else if (n >= 16 || n % 6 === 1) await shop.command("decline_topup", shop.admin._id, { topup: recharge });
  if (n % 12 === 0) await shop.command("remove_topup", shop.admin._id, { topup: recharge });
}

/** Waits until all orders are indexed. */
async function indexed(): Promise<void> {
  const { rows } = await owner.query<{ placed: number }>("select orders_placed as placed from ledger.head");
  const known = async () => {
    const found = await owner.query<{ last: number }>("select max(order_id) as last from shop.order_search");
    return found.rows[0]?.last;
  };
  await vi.waitFor(async () => expect(await known()).toBe(rows[0]?.placed), { timeout: 45_000 });
}

async function whole<T>(path: string, user: { token: string } = shop.admin): Promise<T[]> {
  const { status, body } = await shop.as(user).get<T[]>(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Reads all pages of a list. */
async function pages<T>(
  path: string,
  user: { token: string } = shop.admin,
): Promise<{ items: T[]; page: Page<T, string | number> }> {
  const items: T[] = [];
  for (let cursor: string | number | null = null; ;) {
    const at: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { status, body } = await shop.as(user).get<Page<T, string | number>>(`${path}${at}`);
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    if (body.next === null) return { items, page: body };
    cursor = body.next;
  }
}

async function firstPage<T>(path: string): Promise<Page<T, string | number>> {
  const { status, body } = await shop.as(shop.admin).get<Page<T, string | number>>(path);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body;
}

type Query<Filter> = (
  db: Database,
  filter: Filter,
  of: { cursor?: number; limit: number },
) => Promise<{ id: number }[]>;

/**
 * The ids of all that a query finds, page after page. Without HTTP, and without the records of a thousand rows, a search
 * takes a tenth of the time.
 */
async function found<Filter>(
  query: Query<Filter>,
  filter: Filter,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const all: string[] = [];
  for (let last: number | undefined; ; await between()) {
    const rows = await query(db, filter, { ...(last !== undefined && { cursor: last }), limit });
    all.push(...rows.map(({ id }) => String(id)));
    if (rows.length < limit) return all;
    last = rows.at(-1)!.id;
  }
}

/** Matches of a search are counted up to a thousand. */
function bounded(count: number) {
  return { count: Math.min(1000, count), isExact: count <= 1000 };
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

/** A search as the contract describes it. */
function orderHas(order: OrderRecord, part: string): boolean {
  const { reference, receiver, agentPhoneNumber, agent, network, offer } = order;
  return [reference, receiver, agentPhoneNumber, agent, `${network} ${offer}`].some((text) =>
    has(text, part),
  );
}

describe("orders", () => {
  const searches: string[] = [
    "1000",
    "00077",
    "10000900",
    "0",
    "24",
    "024",
    "0205550102",
    "765432",
    "6432",
    "KOFI",
    "ama",
    "mensah",
    "mtnup2u 5",
    "waec",
    "checker 100%",
    "GB",
    "no such thing",
    "_",
    "%",
    "\\",
    "a_b",
    "'; drop",
  ];
  const filters: { status?: OrderRecord["status"]; network?: string; search?: string }[] = [
    {},
    { status: "pending" },
    { status: "rejected" },
    { network: "WAEC" },
    { network: "Nowhere" },
    { network: "MTNup2u", status: "processing" },
  ];
  const isAsked =
    ({ status, network, user, search = "" }: OrderFilter) =>
    (order: OrderRecord) =>
      (status === undefined || order.status === status) &&
      (network === undefined || order.network === network) &&
      (user === undefined || order.userId === user) &&
      orderHas(order, search);

  describe.each(["indexed", "not indexed since half of them"])("%s", (state) => {
    let everything: OrderRecord[];

    beforeAll(async () => {
      everything = await whole("/order/allorders");
      await indexed();
      if (state !== "indexed")
        await owner.query("delete from shop.order_search where order_id > $1", [orders_count / 2]);
    });

    test.each(searches)(
      "the search %j finds orders by every field, with every filter, on every page and in both orders",
      async (search) => {
        // What is not indexed is found in another way. Filters are the same in both.
        const asked = state === "indexed" ? [...filters, { user: ama._id }] : filters.slice(0, 2);
        for (const filter of asked.map((one): OrderFilter => ({ ...one, search }))) {
          const expected = ids(everything.filter(isAsked(filter)));
          const said = JSON.stringify(filter);
          expect(await found(listOrders, filter, 400), said).toEqual(expected);
          expect(await totalOrders(db, filter), said).toEqual(
            filter.user === undefined ? bounded(expected.length) : { count: expected.length, isExact: true },
          );
        }
        const pending: OrderFilter = { status: "pending", search };
        expect(await found(listOrders, { ...pending, order: "oldest" }, 97)).toEqual(
          ids(everything.filter(isAsked(pending))).toReversed(),
        );
      },
    );
  });

  test.each([...filters, { search: "gb" }, { search: "0205550102", status: "pending" as const }])(
    "the filter %j gives the same rows in pages and as a whole list",
    async (filter) => {
      const everything = await whole<OrderRecord>("/order/allorders");
      const expected = ids(everything.filter(isAsked(filter)));
      const query = new URLSearchParams({ x: "ignored", ...filter }).toString();
      expect(ids(await whole(`/order/allorders?${query}`))).toEqual(expected);
      const { items, page } = await pages<OrderRecord>(`/order/allorders?limit=100&${query}`);
      expect(ids(items)).toEqual(expected);
      const oldest = await pages<OrderRecord>(`/order/allorders?limit=100&order=oldest&${query}`);
      expect(ids(oldest.items)).toEqual(expected.toReversed());
      const isCounted = !("network" in filter || "search" in filter);
      const { count, isExact } = isCounted
        ? { count: expected.length, isExact: true }
        : bounded(expected.length);
      expect(page).toMatchObject({ total: count, totalIsExact: isExact });
    },
  );

  test("a phone number is found in any spelling", async () => {
    const [order] = (await firstPage<OrderRecord>("/order/allorders?limit=1")).items;
    const { receiver } = order!;
    const spaced = `${receiver.slice(0, 3)} ${receiver.slice(3, 6)} ${receiver.slice(6)}`;
    for (const typed of [spaced, `+233${receiver.slice(1)}`, `233 ${receiver.slice(1)}`, ` ${receiver} `]) {
      expect(ids(await whole(`/order/allorders?search=${encodeURIComponent(typed)}`)), typed).toEqual([
        order!._id,
      ]);
    }
  });

  test("a filter by days uses the day of placing, includes whole days, and counts exactly", async () => {
    const all = await whole<OrderRecord>("/order/allorders");
    const [last, first] = [all[0], all.at(-1)].map((order) => order!.createdAt.slice(0, 10));
    for (const [days, count] of [
      [`from=${first}`, all.length],
      [`to=${last}`, all.length],
      [`from=${first}&to=${last}`, all.length],
      ["to=2020-01-01", 0],
      ["from=2099-01-01", 0],
    ] as const) {
      const { body } = await shop.as(shop.admin).get<Page<OrderRecord>>(`/order/allorders?limit=1&${days}`);
      expect([days, body.total, body.items.length]).toEqual([days, count, Math.min(count, 1)]);
      const sought = await firstPage(`/order/allorders?limit=1&search=gb&${days}`);
      expect(sought.items.length > 0).toBe(count > 0);
    }
  });

  test("the web page's own check of new rows finds the same orders as the server's search", async () => {
    const everything = await whole<OrderRecord>("/order/allorders");
    const numbers = ["020 555 0102", "+233205550102", "233205550102", "(020) 555-0102", "+233 20"];
    for (const typed of [...searches, ...numbers]) {
      const finds = (order: OrderRecord) =>
        findsOrder(typed, { ...order, username: order.agent, phone: order.agentPhoneNumber });
      expect(ids(everything.filter(finds)), typed).toEqual(await found(listOrders, { search: typed }, 2000));
    }
    expect(await found(listOrders, { search: "+233205550102" }, 2000)).not.toEqual([]);
  });

  test.each(["ama", "admin"] as const)("%s finds only their own rows with any search", async (name) => {
    const user = name === "ama" ? ama : shop.admin;
    const mine = name === "ama" ? "" : "mine=1&";
    const own = (await whole<OrderRecord>("/order/allorders")).filter(({ userId }) => userId === user._id);
    expect(own.length).toBeGreaterThan(100);
    expect(ids(await whole(`/order/allorders?${mine}`, user))).toEqual(ids(own));
    for (const search of [...searches, kofi.phone, agent.username]) {
      const query = `search=${encodeURIComponent(search)}`;
      const expected = own.filter((order) => orderHas(order, search));
      const { items, page } = await pages<OrderRecord>(`/order/allorders?limit=100&${mine}${query}`, user);
      expect(ids(items), search).toEqual(ids(expected));
      expect(page.total).toBe(expected.length);
    }
    const { page } = await pages(`/order/allorders?limit=100&${mine}`, user);
    expect(page).toMatchObject({ total: own.length, totalIsExact: true });
  });

  test("pages have no gaps and no duplicates while orders arrive and change", async () => {
    const before = await found(listOrders, {}, 2000);
    const vouchers = await found(listOrders, { network: "WAEC" }, 2000);
    let n = 5000;
    const disturb = async () => {
      await Promise.all([buy(kofi, n++), buy(ama, n++)]);
      await shop.command("process_order", shop.admin._id, { order: 5 * (n - 5000) });
    };
    expect(await found(listOrders, {}, 100, disturb)).toEqual(before);
    const oldest = await found(listOrders, { order: "oldest" }, 100, disturb);
    expect(new Set(oldest).size).toBe(oldest.length);
    expect(oldest.slice(0, before.length)).toEqual(before.toReversed());
    const sought = await found(listOrders, { search: "gb" }, 100, disturb);
    expect(new Set(sought).size).toBe(sought.length);
    expect(sought.filter((id) => before.includes(id))).toEqual(before.filter((id) => !vouchers.includes(id)));
  });

  test("removed orders are gone from every list and count", async () => {
    const [order] = (await firstPage<OrderRecord>("/order/allorders?limit=1&status=completed")).items;
    const { receiver, _id } = order!;
    const read = async (query: string) => {
      const { items, total } = await firstPage<OrderRecord>(`/order/allorders?limit=100&${query}`);
      return { total, isListed: ids(items).includes(_id) };
    };
    const lists = ["status=completed", "", `search=${receiver}`, "network=MTNup2u&status=completed"];
    const before = await Promise.all(lists.map(read));
    expect(before.map(({ isListed }) => isListed)).toEqual([true, true, true, true]);
    await shop.as(shop.admin).delete(`/order/delete/${_id}`);
    expect(await Promise.all(lists.map(read))).toEqual(
      before.map(({ total }) => ({ total: total - 1, isListed: false })),
    );
  });

  test("a new username is found at once, and the old one is not", async () => {
    const body = { username: "yaa asantewaa", phone: agent.phone };
    expect((await shop.as(agent).put("/user/update-profile", body)).status).toBe(200);
    const count = async (name: string) => (await firstPage(`/order/allorders?limit=1&search=${name}`)).total;
    expect(await count("amaxb")).toBe(0);
    expect(await count("asante")).toBeGreaterThan(100);
    await shop.as(agent).put("/user/update-profile", { ...body, username: "amaxb" });
  });

  test("the whole list is at least as new as its position says", async () => {
    await buy(ama, 7777);
    await shop.caughtUp();
    const { position } = await shop.books();
    const { headers, body } = await shop.as(shop.admin).get<OrderRecord[]>("/order/allorders");
    expect(Number(headers.get("x-position"))).toBeGreaterThanOrEqual(position);
    expect(body[0]?.position).toBe(position);
    expect(body.length).toBeGreaterThan(1000);
  });
});

describe("requests", () => {
  const topupHas = ({ rechargeId, user, momoTransactionId }: TopupRecord, part: string) =>
    [rechargeId, user.username, user.phone, momoTransactionId ?? ""].some((text) => has(text, part));
  let everything: TopupRecord[];

  beforeAll(async () => {
    everything = await whole("/recharge");
  });

  test.each([
    "",
    "T-",
    "t-100",
    "t-0",
    "-10",
    "t1",
    "10",
    "1",
    "000",
    "mp.1",
    "mp_1",
    "_",
    "%",
    "kofi",
    "0240",
    "none",
  ])("the search %j covers every field of a request, for an admin and for a customer", async (search) => {
    for (const user of [undefined, ama._id]) {
      const own = everything.filter(({ userId }) => user === undefined || userId === user);
      for (const [asked, passes] of [
        [{}, () => true],
        [{ status: "pending" }, ({ status }: TopupRecord) => status === "pending"],
        [{ from: "2099-01-01" }, () => false],
      ] as const) {
        const filter: TopupFilter = { ...asked, search, user };
        const expected = ids(own.filter((one) => passes(one) && topupHas(one, search)));
        const said = JSON.stringify(filter);
        expect(await found(listTopups, filter, 400), said).toEqual(expected);
        expect(await totalTopups(db, filter), said).toEqual(
          search === "" ? { count: expected.length, isExact: true } : bounded(expected.length),
        );
        const reversed = await found(listTopups, { ...filter, order: "oldest" }, 300);
        expect(reversed, said).toEqual(expected.toReversed());
      }
    }
  });

  test.each(["", "t-100", "kofi"])(
    "the search %j finds the same requests in pages and as a whole list, and a customer's only for them",
    async (search) => {
      for (const user of [shop.admin, ama]) {
        const own = everything.filter(({ userId }) => user === shop.admin || userId === ama._id);
        expect(own.length).toBeGreaterThan(5);
        const expected = ids(own.filter((one) => topupHas(one, search)));
        const { items, page } = await pages<TopupRecord>(`/recharge?limit=100&search=${search}`, user);
        expect(ids(items)).toEqual(expected);
        const oldest = await pages<TopupRecord>(`/recharge?limit=100&order=oldest&search=${search}`, user);
        expect(ids(oldest.items)).toEqual(expected.toReversed());
        const { count, isExact } =
          search === "" ? { count: expected.length, isExact: true } : bounded(expected.length);
        expect(page).toMatchObject({ total: count, totalIsExact: isExact });
        expect(ids(await whole(`/recharge?search=${search}`, user))).toEqual(expected);
      }
    },
  );

  test("requests are ordered by time, and by number only within the same moment", async () => {
    const byNumber = everything.toSorted((a, b) => Number(b._id) - Number(a._id));
    const byTime = byNumber.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    expect(new Set(everything.map(({ createdAt }) => createdAt)).size).toBeLessThan(everything.length);
    expect(ids(byTime)).not.toEqual(ids(byNumber));
    expect(ids(everything)).toEqual(ids(byTime));
    expect(await found(listTopups, {}, 23)).toEqual(ids(byTime));
  });

  test("a request with an earlier reserved reference is still the newest", async () => {
    // Lower than all used numbers.
    await owner.query("select setval('shop.topup_number', 9000)");
    const { body } = await shop.as(kofi).get("/recharge/next-recharge-id");
    const rechargeId = body["nextRechargeId"];
    const later = await shop.as(ama).post("/recharge", { amount: 50 });
    expect(later.status).toBe(201);
    // Within the same millisecond the number would decide.
    const { createdAt } = (await whole<TopupRecord>(`/recharge?user=${ama._id}&status=pending`))[0]!;
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(Date.parse(createdAt));
    await shop.as(kofi).post("/recharge", { amount: 50, rechargeId });
    for (const path of ["/recharge", "/recharge?status=pending", `/recharge?search=${kofi.phone}`]) {
      const [newest, second] = await whole<TopupRecord>(path);
      expect(newest).toMatchObject({ rechargeId });
      expect(Date.parse(newest!.createdAt)).toBeGreaterThan(Date.parse(second!.createdAt));
    }
    const [first, second] = await whole<TopupRecord>("/recharge");
    expect(Number(second?._id)).toBeGreaterThan(Number(first?._id));
  });

  test("an admin can list their own requests, and counts by status are correct", async () => {
    const everything = await whole<TopupRecord>("/recharge");
    const own = everything.filter(({ userId }) => userId === shop.admin._id);
    expect(ids(await whole("/recharge?mine=1"))).toEqual(ids(own));
    for (const status of ["pending", "approved", "declined"]) {
      const { total } = await firstPage(`/recharge?limit=1&status=${status}`);
      expect(total).toBe(everything.filter((one) => one.status === status).length);
    }
  });
});

describe("users", () => {
  const userHas = ({ username, phone, email }: UserRecord, part: string) =>
    [username, phone, email].some((text) => has(text, part));

  test.each(["", "ama", "A_B", "_", "%", "mensah", "0240", "@example", "b@", "none", "027 123"])(
    "the search %j covers every field of a user, in pages and as a whole list",
    async (search) => {
      const everything = await whole<UserRecord>("/user");
      expect(everything).toHaveLength(4);
      for (const [parameters, passes] of [
        ["", () => true],
        ["&userLevel=Customer", ({ userLevel }: UserRecord) => userLevel === "Customer"],
        ["&status=Banned", () => false],
      ] as const) {
        const typed = search === "027 123" ? "027123" : search;
        const expected = everything.filter((user) => passes(user) && userHas(user, typed));
        const query = `search=${encodeURIComponent(search)}${parameters}`;
        const { items, page } = await pages<UserRecord>(`/user?limit=2&${query}`);
        expect(ids(items), query).toEqual(ids(expected));
        expect(page).toMatchObject({ total: expected.length, totalIsExact: true });
        for (const path of ["/user", "/user/account-balances"])
          expect(ids(await whole(`${path}?${query}`))).toEqual(ids(expected));
      }
    },
  );

  test("only an admin sees other users, and can list only their own row", async () => {
    expect(ids(await whole("/user", ama))).toEqual([ama._id]);
    expect(await whole(`/user?search=${kofi.username}`, ama)).toEqual([]);
    expect((await pages("/user?limit=5", ama)).page).toMatchObject({ total: 1, next: null });
    expect(ids(await whole("/user?mine=1"))).toEqual([shop.admin._id]);
  });

  test("pages of users are complete, even with several users of the same moment", async () => {
    await owner.query("update ledger.account set registered_at = '2026-01-01T00:00:00.000007Z'");
    const { items } = await pages<UserRecord>("/user?limit=1");
    expect(new Set(ids(items)).size).toBe(4);
  });
});

test.each([
  ["/order/allorders?limit=0", "The limit is a whole number from 1 to 100"],
  ["/order/allorders?limit=101", "The limit is a whole number from 1 to 100"],
  ["/order/allorders?limit=ten", "The limit is a whole number from 1 to 100"],
  ["/order/allorders?limit=", "The limit is a whole number from 1 to 100"],
  ["/order/allorders?cursor=-1", "The cursor must be the next of the previous page"],
  ["/order/allorders?status=lost", "The status is one of: pending, processing, completed, rejected"],
  ["/order/allorders?order=random", "The order is one of: newest, oldest"],
  ["/order/allorders?mine=yes", "Mine must be 1 or left out"],
  ["/order/allorders?from=2026-02-30", "Please write the from day as 2026-11-21"],
  ["/order/allorders?to=21/11/2026", "Please write the to day as 2026-11-21"],
  ["/order/allorders?from=2026-02-02&to=2026-02-01", "The from day is after the to day"],
  [`/order/allorders?search=${"x".repeat(101)}`, "The search has at most 100 characters"],
  ["/order/allorders?search=%00", "Please search for plain text"],
  ["/order/allorders?network=%00", "Please use plain text"],
  ["/recharge?status=completed", "The status is one of: pending, approved, declined"],
  ["/user?userLevel=Boss", "The userLevel is one of: Customer, Agent, Super Agent, Admin"],
  ["/user?status=Gone", "The status is one of: Active, Banned"],
  ["/user?cursor=5", "The cursor must be the next of the previous page"],
  [
    "/user?cursor=9999999999999999-00000000-0000-4000-8000-0000000000zz",
    "The cursor must be the next of the previous page",
  ],
])("%s is refused: %s", async (path, message) => {
  const { status, body } = await shop.as(shop.admin).get(path);
  expect([status, body]).toEqual([400, expect.objectContaining({ code: "input_invalid", message })]);
});

const withDays = Object.values<Operation>(operations).filter(
  ({ query }) => query !== undefined && "entries" in query && "to" in (query.entries as object),
);

test("some lists can be filtered by days", () => {
  expect(withDays.length).toBeGreaterThan(5);
});

/** These take a few months at most. */
const short = new Set(["/recharge/approved"]);

test.each(withDays.map(({ path }) => path))(
  "%s accepts the first and the last day of the calendar",
  async (path) => {
    for (const days of ["from=0001-01-01&to=9999-12-31", "from=9999-12-31", "to=0001-01-01"]) {
      const { status } = await shop.as(shop.admin).get(`${path}?limit=1&${days}`);
      expect(status, days).toBe(short.has(path) ? 400 : 200);
    }
  },
);

const declared: AnyList[] = [
  orderList,
  userList,
  topupList,
  paymentList,
  messageList,
  movementList,
  actList,
  securityList,
  batchList,
];

/** Each value that a control offers, or one that its kind allows. */
function choices({ control }: Filter): readonly string[] {
  if ("values" in control) return control.values;
  return [control.kind === "user" ? ama._id : "1"];
}

test.each(declared)(
  "$name: every filter works alone and with a search, and finds what passes it",
  async (list) => {
    const { path, filters, search, live } = list;
    const wrong: string[] = [];
    for (const [name, filter] of Object.entries<Filter>(filters)) {
      for (const value of choices(filter)) {
        const asked = `${path}?limit=50&${name}=${encodeURIComponent(value)}`;
        const { items: rows } = await firstPage<never>(asked);
        // Only lists that the feed changes say whether a row passes.
        if (live && !rows.every((row) => passes(list, { [name]: value }, row))) wrong.push(asked);
        if (search) await firstPage(`${asked}&search=mensah`);
      }
    }
    const all = Object.entries<Filter>(filters).map(([name, filter]) => `${name}=${choices(filter)[0]}`);
    await firstPage(`${path}?limit=50&${all.join("&")}`);
    expect(wrong).toEqual([]);
  },
);
