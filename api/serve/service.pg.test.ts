import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { RunningServer } from "#api/server.ts";
import { accepted, command } from "#ledger/log/testing/shop.ts";
import { Writer } from "#ledger/log/writer.ts";
import { later } from "#tools/testing/later.ts";
import { openTestShop, TestShop } from "#tools/testing/test-shop.ts";
import pg from "pg";

let logged = "";
const extra: RunningServer[] = [];
const options = { messages: {}, logLevel: "trace", logTo: { write: (line: string) => (logged += line) } };
const shop = openTestShop(options);
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);
afterEach(async () => {
  for (const server of extra.splice(0)) await server.close();
});

async function another(more: Parameters<TestShop["another"]>[0]): Promise<RunningServer> {
  const server = await shop.another({ ...options, ...more });
  extra.push(server);
  return server;
}

/** A connection of the database's owner. Its locks are released when `work` ends or fails. */
async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: shop.database.ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const metrics = async (headers: Record<string, string> = {}, base = shop.server.url) => {
  const response = await fetch(`${base}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
};
/** The value of the metric with this name and these labels. */
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );

test.each(["/healthz", "/api/healthz", "/readyz", "/api/readyz"])(
  "%s reports a healthy process",
  async (path) => {
    const response = await fetch(shop.server.url + path);
    expect(response.status).toBe(200);
    expect(["ok", "ready"]).toContain(((await response.json()) as { status: string }).status);
  },
);

test("readiness reports a missing migration, and nothing else", async () => {
  const { status, body } = await asOwner(async (owner) => {
    await owner.query("update kysely_migration set name = 'x' || name where name like '0004%'");
    const answer = await shop.call("GET", "/readyz");
    await owner.query("update kysely_migration set name = substr(name, 2) where name like 'x%'");
    return answer;
  });
  expect(status).toBe(503);
  expect(body).toEqual({
    code: "not_ready",
    message: "Not ready: migrations",
    fields: { migrations: "Some are not applied" },
    transient: true,
    requestId: body["requestId"],
  });
  expect((await shop.call("GET", "/readyz")).status).toBe(200);
});

test("readiness and metrics report a follower that is behind the log, and it becomes ready again", async () => {
  const live = await shop.live(ama, null);
  // Of another process: what this one writes it need not read.
  const writer = new Writer({ url: shop.database.apiUrl });
  const credit = { user: ama._id, amount: 1, reason: "unseen", corrects: null };
  await asOwner(async (owner) => {
    // The feed's reads about a user wait here. The writer does not.
    await owner.query(`begin; lock table shop."user"`);
    await accepted(writer, command("correct_balance", credit, "system"));
    await expect
      .poll(() => shop.call("GET", "/readyz"))
      .toMatchObject({ status: 503, body: { fields: { follower: "It is behind the log" } } });
    const { text } = await metrics();
    expect(valueOf(text, "cedibook_follower_lag_seconds")).toBeGreaterThan(5);
    expect(valueOf(text, "cedibook_follower_lag_positions")).toBe(1);
  });
  await live.next((message) => "event" in message && message.event === "CurrUserUpdated");
  await expect.poll(async () => (await shop.call("GET", "/readyz")).status).toBe(200);
  live.close();
  await writer.close();
});

test("without a database, the process is alive and reports within its time limit that it is not ready", async () => {
  const own = await TestShop.open(options);
  const name = new URL(own.database.ownerUrl).pathname.slice(1);
  await asOwner(async (owner) => {
    await owner.query(`alter database "${name}" with allow_connections false`);
    await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await expect
      .poll(() => own.call("GET", "/readyz"))
      .toMatchObject({ status: 503, body: { message: "Not ready: database, writer" } });
    expect((await own.call("GET", "/healthz")).status).toBe(200);
    await owner.query(`alter database "${name}" with allow_connections true`);
  });
  await expect.poll(async () => (await own.call("GET", "/readyz")).status).toBe(200);
  await own.close();
});

test("metrics count requests by route, batches, commits, sockets and waiting work", async () => {
  const live = await shop.live(ama, null);
  for (let n = 0; n < 3; n++) await shop.as(ama).post("/order/create", order);
  await shop.as(ama).put("/order/update-status/1", { status: "processing" });
  await shop.call("GET", "/no/such/thing");
  await shop.caughtUp();
  // The socket of the previous test is gone once the server has noticed its end.
  await expect.poll(async () => valueOf((await metrics()).text, "cedibook_live_sockets")).toBe(1);
  const { text } = await metrics();
  const requests = (labels: string) =>
    valueOf(text, `cedibook_http_request_duration_seconds_count{${labels}}`);
  expect(requests('method="POST",route="/order/create",status="201"')).toBe(3);
  expect(requests('method="PUT",route="/order/update-status/{id}",status="403"')).toBe(1);
  expect(requests('method="GET",route="none",status="404"')).toBe(1);
  expect(valueOf(text, "cedibook_ledger_batch_commands_sum")).toBeGreaterThanOrEqual(3);
  expect(valueOf(text, "cedibook_ledger_commit_duration_seconds_count")).toBeGreaterThanOrEqual(3);
  expect(valueOf(text, "cedibook_ledger_commands_waiting")).toBe(0);
  expect(valueOf(text, "cedibook_follower_lag_positions")).toBe(0);
  expect(valueOf(text, "cedibook_messages_waiting")).toBe(0);
  expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  expect(text).not.toMatch(/0245550101|0244123456|update-status\/1/);
  live.close();
});

test("messages of today that failed for good are counted by state", async () => {
  const failed = async (state: string) =>
    valueOf((await metrics()).text, `cedibook_messages_failed{state="${state}"}`);
  expect([await failed("refused"), await failed("expired")]).toEqual([0, 0]);
  const add = (state: string, at: string) =>
    shop.pool.query(
      `insert into shop.message (kind, channel, user_id, recipient, text, segments, state, created_at, fresh_at)
       values ('test', 'sms', $1, '0244000001', '', 1, $2, ${at}, now())`,
      [ama._id, state],
    );
  await add("refused", "now() - interval '3 days'");
  await add("refused", "now()");
  await add("sent", "now()");
  expect([await failed("refused"), await failed("expired")]).toEqual([1, 0]);
});

test("a process that keeps running while an older log is restored reports that it must be restarted", async () => {
  const move = (by: number) =>
    asOwner((owner) => owner.query("update ledger.head set position = position + $1", [by]));
  await move(-1);
  const { status, body } = await shop.call("GET", "/readyz");
  await move(1);
  expect({ status, fields: body["fields"] }).toEqual({
    status: 503,
    fields: { follower: "An older log was put back: please restart this process" },
  });
  expect((await shop.call("GET", "/readyz")).status).toBe(200);
});

test("metrics without a token are only for this machine, not through a proxy and not behind one", async () => {
  expect((await metrics()).status).toBe(200);
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
    expect(await metrics({ [name]: "127.0.0.1" })).toMatchObject({
      status: 403,
      text: expect.stringContaining("metrics_refused"),
    });
  const behind = await another({ proxies: 1 });
  expect((await metrics({}, behind.url)).status).toBe(403);
});

test("metrics with a token are for everybody with the token, from any address, and for nobody else", async () => {
  const token = "a token of some length";
  const { url } = await another({ metricsToken: token, proxies: 1 });
  const bearer = (text: string) => ({ authorization: `Bearer ${text}`, "x-forwarded-for": "41.1.1.1" });
  expect((await metrics(bearer(token), url)).status).toBe(200);
  for (const wrong of [{}, bearer("another token"), bearer(`${token}x`), bearer(""), bearer(ama.token)])
    expect((await metrics(wrong, url)).status).toBe(403);
  expect(logged).not.toContain(token);
});

/** Everything that the server sends until it closes the connection, and how long that took. */
async function talk(url: string, send: (write: (text: string) => boolean) => Promise<void>) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  // Not once(): a write to a connection that was just closed is an error, and the answer has been read.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  const began_ms = Date.now();
  await send((chunk) => !socket.destroyed && socket.write(chunk));
  await closed;
  return { text, took_ms: Date.now() - began_ms };
}

const head = "POST /api/order/create HTTP/1.1\r\nhost: localhost\r\n";

test("a client that sends its headers too slowly is disconnected", async () => {
  const { url } = await another({ patience: { headers_ms: 500, request_ms: 1000 } });
  const { text, took_ms } = await talk(url, async (write) => {
    write(head);
    for (let n = 0; n < 400 && write(`x-${n}: 1\r\n`); n++)
      await new Promise<void>((resolve) => later(50, resolve));
  });
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  // Without a limit it would send for twenty seconds, and the server would then wait for more.
  expect(took_ms).toBeLessThan(15_000);
});

test.each([
  ["of known length", (body: string) => `content-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`],
  ["in chunks", (body: string) => `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}`],
])(
  "a client that stalls in its body %s is ended, changes nothing, and is no error of ours",
  async (_, begin) => {
    const { url } = await another({ patience: { headers_ms: 500, request_ms: 1000 } });
    const { position } = await shop.books();
    logged = "";
    const { text, took_ms } = await talk(url, async (write) => {
      write(`${head}authorization: Bearer ${ama.token}\r\n${begin(JSON.stringify(order))}`);
    });
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    // A request has five minutes unless configured otherwise.
    expect(took_ms).toBeLessThan(20_000);
    expect((await shop.books()).position).toBe(position);
    await expect.poll(() => logged).toContain('"path":"/api/order/create","status":400');
    expect(logged).not.toContain('"level":50');
  },
);

test("headers that are too long are refused with 431", async () => {
  const { text } = await talk(shop.server.url, async (write) => {
    write(`${head}x-long: ${"x".repeat(20_000)}\r\n\r\n`);
  });
  expect(text).toMatch(/^HTTP\/1.1 431 /);
});

test("a read that takes too long is cancelled by the database and answered with 503", async () => {
  const { url } = await another({ patience: { statement_ms: 1000 } });
  await asOwner(async (owner) => {
    await owner.query("begin; lock table ledger.product");
    expect(await shop.call("GET", "/product", undefined, { base: url })).toMatchObject({
      status: 503,
      body: { code: "unavailable", requestId: expect.any(String) },
    });
  });
  expect((await shop.call("GET", "/product", undefined, { base: url })).status).toBe(200);
});

test("a product with an image too large for any request is refused in the specification's words", async () => {
  const message = "Image size exceeds 100KB. Please upload a smaller image.";
  const body = { network: "AFA", packages: [], image: `data:image/png;base64,${"A".repeat(300_000)}` };
  for (const [method, path] of [
    ["POST", "/product/create"],
    ["PUT", "/product/afa"],
  ] as const)
    expect(await shop.call(method, path, body, { token: shop.admin.token })).toMatchObject({
      status: 413,
      body: { code: "body_too_large", message, fields: { image: message } },
    });
});

test("a starting server follows the log from its end, without reading all of it", async () => {
  const asked = vi.spyOn(pg.Pool.prototype, "query");
  const { url } = await another({});
  await shop.command("change_notice", shop.admin._id, { notice: "open again" });
  await shop.caughtUp(url);
  const calls = asked.mock.calls as unknown as [{ name?: string; values?: number[] }][];
  const starts = calls.flatMap(([query]) => (query.name === "follow" ? [query.values?.[0] ?? 0] : []));
  asked.mockRestore();
  expect(starts.length).toBeGreaterThan(0);
  expect(Math.min(...starts)).toBeGreaterThan(0);
});

test("a stopping server reports that it is not ready, keeps serving for a while, and then stops", async () => {
  const server = await another({ drainDelay_ms: 1000 });
  extra.pop();
  const closed = server.close();
  // Asked at once, because a second is short on a busy machine.
  const [ready, bought] = await Promise.all([
    shop.call("GET", "/readyz", undefined, { base: server.url }),
    shop.as(ama).post("/order/create", order, { base: server.url }),
  ]);
  expect(ready).toMatchObject({ status: 503, body: { message: "Not ready: service" } });
  expect(bought.status).toBe(201);
  expect(bought.headers.get("connection")).toBe("close");
  await closed;
  await expect(shop.call("GET", "/healthz", undefined, { base: server.url })).rejects.toThrow("fetch failed");
});

test("a stopping server closes a connection after its pending answer, so that it does not delay the stop", async () => {
  const server = await another({});
  extra.pop();
  await asOwner(async (owner) => {
    const waiting = async () => {
      // In one transaction, PostgreSQL shows the connections of its first look.
      await owner.query("select pg_stat_clear_snapshot()");
      const { rows } = await owner.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    };
    // Nothing in the background reads this table, so only the call waits.
    await owner.query("begin; lock table shop.beneficiary");
    const asked = shop.as(ama).get("/user/beneficiaries", { base: server.url });
    await expect.poll(waiting).toBe(1);
    const closed = server.close();
    await owner.query("rollback");
    const answer = await asked;
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    await closed;
  });
});

test("a socket that opens after the others were closed does not delay a stopping server", async () => {
  const server = await another({});
  extra.pop();
  const socket = connect(Number(new URL(server.url).port), "localhost");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  // The server has read its beginning once it has answered a later one.
  socket.write("GET /api/live HTTP/1.1\r\n");
  await shop.call("GET", "/healthz", undefined, { base: server.url });
  const closed = server.close();
  // The server accepts no new connection, and the sockets have been closed once.
  await expect.poll(() => fetch(server.url).then(String, () => "refused")).toBe("refused");
  const handshake =
    "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
  socket.write(`host: localhost\r\n${handshake}\r\n\r\n`);
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1.1 101 /);
  await closed;
});

test("a connection that was opened in advance and never used is closed first, while another's request is answered", async () => {
  const server = await another({});
  extra.pop();
  const [unused, asking] = await Promise.all(
    [0, 1].map(async () => {
      const socket = connect(Number(new URL(server.url).port), "localhost");
      await once(socket, "connect");
      return socket;
    }),
  );
  asking!.write("GET /api/healthz HTTP/1.1\r\n");
  // The server knows both, and has read the beginning of one, once it has answered a later connection.
  await shop.call("GET", "/healthz", undefined, { base: server.url });
  const closed = server.close();
  unused!.resume();
  await once(unused!, "close");
  asking!.write("host: localhost\r\n\r\n");
  const [answer] = (await once(asking!, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
  await closed;
});

test("HEAD has the headers of GET, the position included", async () => {
  const headers = { authorization: `Bearer ${shop.admin.token}` };
  for (const path of ["/product", "/order/allorders", "/healthz"]) {
    const [get, head] = await Promise.all(
      ["GET", "HEAD"].map((method) => fetch(`${shop.server.url}/api${path}`, { method, headers })),
    );
    expect(head!.status).toBe(200);
    expect(Number(head!.headers.get("x-position")), path).toBeGreaterThan(0);
    for (const name of ["content-type", "cache-control", "etag", "x-request-id", "content-security-policy"])
      expect(head!.headers.has(name), name).toBe(get!.headers.has(name));
  }
});
