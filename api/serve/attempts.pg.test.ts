import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RunningServer } from "#api/server.ts";
import { attemptLimits } from "#contract/terms/limits.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let other: RunningServer;
let ama: TestUser;
let mails = 0;
beforeAll(async () => {
  const options = { proxies: 1, sendPasswordReset: async () => void mails++ };
  shop = await TestShop.open(options);
  other = await shop.another(options);
  ama = await shop.addUser("ama", "0245550101");
  await shop.addUser("kofi", "0205550102");
});
afterAll(async () => {
  await other.close();
  await shop.close();
});
beforeEach(() => shop.pool.query("delete from shop.attempt"));

interface Tried {
  status: number;
  retryAfter: string | null;
  body: { code: string; message: string };
}

async function post(
  path: string,
  body: object,
  address = "41.1.1.1",
  base = shop.server.url,
): Promise<Tried> {
  const response = await fetch(`${base}/api${path}`, {
    method: "POST",
    headers: { "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: (await response.json()) as Tried["body"],
  };
}
const guess = (userPhone: string, address?: string, base?: string) =>
  post("/user/login", { userPhone, password: "wrong" }, address, base);
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
const statuses = (answers: Tried[]) => new Set(answers.map(({ status }) => status));

test("limits password guesses from one address to ten in a quarter of an hour, over all processes", async () => {
  const answers = await times(24, (n) =>
    guess(ama.phone, "41.1.1.1", n % 2 === 0 ? shop.server.url : other.url),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.length - refused.length).toBe(10);
  expect(refused[0]?.body).toMatchObject({
    code: "too_many_attempts",
    message: "Too many attempts. Please try again in 15 minutes.",
  });
  const wait_s = Number(refused[0]?.retryAfter);
  expect(wait_s).toBeGreaterThan(840);
  expect(wait_s).toBeLessThanOrEqual(900);
  const right = { userPhone: ama.phone, password: ama.password };
  expect((await post("/user/login", right)).status).toBe(429);
  expect((await guess("0205550102")).status).toBe(401);
  // Ten wrong passwords from somewhere else lock nobody out.
  expect((await post("/user/login", right, "41.1.1.2")).status).toBe(200);
  await shop.pool.query("update shop.attempt set resets_at = now()");
  expect((await post("/user/login", right)).status).toBe(200);
});

/** As many wrong passwords as one account may get from everywhere. */
async function useUpAccount(phone: string): Promise<void> {
  const { max } = attemptLimits.login.account;
  await guess(phone, "41.5.5.1");
  await setCounts(max - 1);
  expect((await guess(phone, "41.5.5.2")).status).toBe(401);
  expect((await guess(phone, "41.5.5.3")).status).toBe(429);
}

async function setCounts(count: number): Promise<void> {
  await shop.pool.query("update shop.attempt set count = $1 where count > 0", [count]);
}

/** The cookie that a login sets, as a browser would send it. */
async function signIn(user: { phone: string; password: string }, address: string): Promise<string> {
  const response = await login(user, address);
  const [set = ""] = response.headers.getSetCookie();
  expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
  return set.split(";")[0]!;
}
const login = ({ phone, password }: { phone: string; password: string }, address: string, cookie = "") =>
  fetch(`${shop.server.url}/api/user/login`, {
    method: "POST",
    headers: { "x-forwarded-for": address, cookie },
    body: JSON.stringify({ userPhone: phone, password }),
  });

test("guesses from everywhere are limited to a hundred an hour, and a known device can still sign in", async () => {
  const cookie = await signIn(ama, "41.1.1.1");
  await useUpAccount(ama.phone);
  expect((await login(ama, "41.6.6.6")).status).toBe(429);
  expect((await login(ama, "41.6.6.6", cookie)).status).toBe(200);
  // The device has a count of its own.
  const wrong = { ...ama, password: "wrong" };
  const answers = await times(12, (n) => login(wrong, `41.7.7.${n}`, cookie));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect((await login(ama, "41.6.6.6", cookie)).status).toBe(429);
});

test("a cookie of another account, a changed one or an expired one makes no device known", async () => {
  const kofi = { phone: "0205550102", password: "kofi-password" };
  const [own, others] = [await signIn(ama, "41.1.1.1"), await signIn(kofi, "41.1.1.1")];
  await useUpAccount(ama.phone);
  const [name = "", value = ""] = own.split("=");
  const [device, until_ms, signature] = value.split(".");
  for (const cookie of [
    others,
    `${name}=${others.split("=")[1]}`,
    `${name}=other.${until_ms}.${signature}`,
    `${name}=${device}.${Number(until_ms) + 1}.${signature}`,
    `${name}=${device}.${until_ms}.`,
    `${name}=`,
  ])
    expect((await login(ama, "41.6.6.6", cookie)).status, cookie).toBe(429);
  vi.useFakeTimers({ toFake: ["Date"], now: Number(until_ms) });
  try {
    expect((await login(ama, "41.6.6.6", own)).status).toBe(429);
  } finally {
    vi.useRealTimers();
  }
});

test("a refused attempt is not counted for the account, so one address cannot lock it for the others", async () => {
  const { max } = attemptLimits.login.account;
  for (let n = 0; n < max + 20; n += 20) await times(20, () => guess(ama.phone, "41.8.8.8"));
  expect((await login(ama, "41.8.8.9")).status).toBe(200);
});

test("limits password guesses for an account that does not exist in the same way", async () => {
  const answers = await times(11, () => guess("0240009999"));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test("a successful login does not count as an attempt", async () => {
  for (let n = 0; n < 12; n++) await shop.login(ama.phone, ama.password);
  const { rows } = await shop.pool.query<{ count: number }>(
    "select max(count)::integer as count from shop.attempt",
  );
  expect(rows[0]?.count).toBe(0);
});

test("limits attempts on many accounts from one address, whatever address it claims, but not from its neighbours", async () => {
  const { max } = attemptLimits.login.address;
  await times(10, (n) => guess(`02400${10_000 + n}`, `1.2.3.${n}, 41.2.2.2`));
  const { rows } = await shop.pool.query("select max(count)::integer as count from shop.attempt");
  expect(rows).toEqual([{ count: 10 }]);
  await setCounts(max - 1);
  expect((await guess("0240020000", "9.9.9.8, 41.2.2.2")).status).toBe(401);
  expect((await guess("0240020001", "9.9.9.9, 41.2.2.2")).status).toBe(429);
  expect((await guess("0240020000", "41.2.2.3")).status).toBe(401);
  // A port does not make it another address, and neither does IPv6 around it.
  for (const same of ["41.2.2.2:51234", '"41.2.2.2:51234"', "::ffff:41.2.2.2", "[::ffff:41.2.2.2]:443"])
    expect((await guess("0240020001", same)).status, same).toBe(429);
  await shop.pool.query("delete from shop.attempt");
  await times(10, (n) => guess(`02401${10_000 + n}`, `[2001:db8:1:2::${n.toString(16)}]:${4000 + n}`));
  await setCounts(max);
  expect((await guess("0240120000", "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await guess("0240120000", "2001:db8:1:3::1")).status).toBe(401);
});

test("limits an IPv6 /48 too, to ten times as much as one address", async () => {
  const { max } = attemptLimits.login.address;
  await guess("0240120001", "2001:db8:7:1::1");
  await setCounts(max * 10 - 1);
  expect((await guess("0240120002", "2001:db8:7:2::1")).status).toBe(401);
  expect((await guess("0240120003", "2001:db8:7:3::1")).status).toBe(429);
  expect((await guess("0240120003", "2001:db8:8:3::1")).status).toBe(401);
});

test.each([
  ["10.1.2.3", "its entry of X-Forwarded-For is a private address"],
  ["10.1.2.3:4000", "its entry of X-Forwarded-For is a private address"],
  ["100.64.0.1", "its entry of X-Forwarded-For is a private address"],
  ["::1", "its entry of X-Forwarded-For is a private address"],
  ["fd00::1", "its entry of X-Forwarded-For is a private address"],
  ["::ffff:192.168.1.1", "its entry of X-Forwarded-For is a private address"],
  ["nonsense", "its entry of X-Forwarded-For is not an address"],
  ["1", "its entry of X-Forwarded-For is not an address"],
  ["41.1.1.1;41.1.1.2", "its entry of X-Forwarded-For is not an address"],
  ["", "its entry of X-Forwarded-For is not an address"],
  [undefined, "X-Forwarded-For has fewer entries"],
])("clients with the address %j share one limit, and the log says so once", async (address, reason) => {
  const lines: string[] = [];
  const behind = await shop.another({
    proxies: 1,
    logLevel: "warn",
    logTo: { write: (line) => void lines.push(line) },
  });
  try {
    const tryAt = (phone: string, from: string | undefined) =>
      fetch(`${behind.url}/api/user/login`, {
        method: "POST",
        headers: from === undefined ? {} : { "x-forwarded-for": from },
        body: JSON.stringify({ userPhone: phone, password: "wrong" }),
      });
    await tryAt("0240220000", address);
    await setCounts(attemptLimits.login.address.max * 10);
    expect((await tryAt("0240220001", address)).status).toBe(429);
    expect((await tryAt("0240220001", "rubbish")).status).toBe(429);
    expect((await tryAt("0240220001", "41.9.9.9")).status).toBe(401);
    expect(
      lines.filter((line) => line.includes("PROXIES looks wrong") && line.includes(reason)),
    ).toHaveLength(1);
  } finally {
    await behind.close();
  }
});

test("without proxies, a proxy in front is noticed, and what clients claim is not believed", async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const direct = await shop.another({ logLevel: "warn", logTo });
  try {
    await fetch(`${direct.url}/api/user/login`, {
      method: "POST",
      body: JSON.stringify({ userPhone: "0240220000", password: "x" }),
    });
    expect(lines.filter((line) => line.includes("X-Forwarded-For"))).toEqual([]);
    await guess("0240220000", "41.1.1.1", direct.url);
    expect(lines.filter((line) => line.includes("a proxy in front adds to X-Forwarded-For"))).toHaveLength(1);
    const { rows } = await shop.pool.query<{ counts: number[] }>(
      "select array_agg(count) as counts from shop.attempt",
    );
    // One account, at one address.
    expect(rows[0]?.counts).toEqual([2, 2, 2]);
  } finally {
    await direct.close();
  }
});

test("limits registrations and requests for reset links, whether the address is known or not", async () => {
  const taken = { username: "new", phone: ama.phone, email: "new@example.com", password: "long enough" };
  const registered = await times(attemptLimits.register.account.max, () => post("/user/register", taken));
  expect(statuses(registered)).toEqual(new Set([409]));
  expect((await post("/user/register", taken)).status).toBe(429);
  for (const email of ["ama@example.com", "nobody@example.com"]) {
    const asked = await times(attemptLimits.forget.account.max, () =>
      post("/user/forget-password", { email }),
    );
    expect(statuses(asked)).toEqual(new Set([200]));
    const more = await post("/user/forget-password", { email });
    expect(more).toMatchObject({
      status: 429,
      body: { message: "Too many attempts. Please try again in 60 minutes." },
    });
  }
  await expect.poll(() => mails).toBe(attemptLimits.forget.account.max);
});

test("limits password guesses with a valid session too", async () => {
  const form = { username: "ama", phone: "0245550111", password: "wrong" };
  const save = () => shop.as(ama).put("/user/update-profile", form);
  const answers = await times(attemptLimits.password.account.max, save);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect((await save()).status).toBe(429);
});

test("limits a customer to ten claims of payments a day, because a claim is a guess", async () => {
  const claim = (token: string, n: number) =>
    shop.as({ token }).post("/payment/claim", { amount: 5, transactionId: `8742574700${n}` });
  const answers = await times(12, (n) => claim(ama.token, n));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(refused).toHaveLength(2);
  const wait_s = Number(refused[0]?.headers.get("retry-after"));
  expect(wait_s).toBeGreaterThan(23 * 60 * 60);
  expect(wait_s).toBeLessThanOrEqual(24 * 60 * 60);
  const kofi = await shop.login("0205550102", "kofi-password");
  expect((await claim(kofi.token, 1)).status).toBe(200);
});

test("never names a wait that is longer than the window, although the attempt waited for one that began later", async () => {
  const claim = () => shop.as(ama).post("/payment/claim", { amount: 5, transactionId: "87425747001" });
  await times(attemptLimits.claim.account.max, claim);
  const later = new pg.Client({ connectionString: shop.database.ownerUrl });
  await later.connect();
  await later.query("begin; select from shop.attempt for update");
  const waiting = claim();
  const isWaiting = async () => {
    // In one transaction, PostgreSQL shows the connections of its first look.
    await later.query("select pg_stat_clear_snapshot()");
    const { rowCount } = await later.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rowCount;
  };
  await expect.poll(isWaiting).toBe(1);
  await later.query("update shop.attempt set resets_at = clock_timestamp() + interval '1 day'; commit");
  await later.end();
  const { status, headers } = await waiting;
  expect([status, headers.get("retry-after")]).toEqual([429, String(24 * 60 * 60)]);
});

const people = (n: number) => ({ username: `new${n}`, phone: `02406${10_000 + n}`, password: "long enough" });

test("tells one address at most thirty times an hour, over all processes, that something is taken", async () => {
  const { max } = attemptLimits.taken.address;
  const probe = (n: number, email: string, address: string) =>
    post("/user/register", { ...people(n), email }, address, n % 2 === 0 ? shop.server.url : other.url);
  const answers = await times(max + 10, (n) => probe(n, "ama@example.com", "41.4.4.4"));
  expect(answers.filter(({ body }) => body.code === "email_taken")).toHaveLength(max);
  expect(answers.filter(({ body }) => body.code === "too_many_attempts")).toHaveLength(10);
  // Neither about taken names nor about free ones.
  for (const email of ["ama@example.com", "free@example.com"])
    expect((await probe(99, email, "41.4.4.4")).status).toBe(429);
  expect((await probe(99, "free@example.com", "41.4.4.5")).status).toBe(201);
});

test("a registration with a free name and number does not count as a taken one", async () => {
  for (let n = 200; n < 203; n++)
    expect((await post("/user/register", { ...people(n), email: `n${n}@example.com` })).status).toBe(201);
  expect((await post("/user/register", { ...people(203), email: "ama@example.com" })).status).toBe(409);
  const { rows } = await shop.pool.query<{ counts: number[] }>(
    "select array_agg(count order by count) as counts from shop.attempt",
  );
  // One row for the address and one for each number that tried to register, and one more for each of the two that were
  // taken.
  expect(rows[0]?.counts).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 4]);
});

test("a session finds out about at most ten taken names and numbers an hour", async () => {
  const { max } = attemptLimits.taken.account;
  const yaw = await shop.addUser("yaw", "0205550103");
  const save = (form: object) =>
    shop.as(yaw).put("/user/update-profile", { username: "yaw", phone: yaw.phone, ...form });
  const probes = [{ username: "kofi" }, { phone: "0205550102", password: yaw.password }];
  const answers = await times(max, (n) => save(probes[n % 2]!));
  expect(statuses(answers as never)).toEqual(new Set([409]));
  expect((await save({ username: "kofi" })).body).toMatchObject({ code: "too_many_attempts" });
  expect((await save({ username: "yaw.free" })).status).toBe(429);
  // Changes that reveal nothing still work.
  expect((await save({ firstName: "Yaw" })).status).toBe(200);
});

test("stores no number or address for attempts", async () => {
  await guess("0240330000", "41.3.3.3");
  const { rows } = await shop.pool.query<{ key: Buffer }>("select key from shop.attempt");
  expect(rows).toHaveLength(3);
  for (const { key } of rows) {
    expect(key).toHaveLength(32);
    for (const known of ["0240330000", "41.3.3.3"]) expect(key.toString("latin1")).not.toContain(known);
  }
});
