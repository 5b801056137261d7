import { connect } from "node:net";
import { expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();

/** Everything that the server answers to these bytes until it closes the connection. */
function sent(...lines: string[]): Promise<{ socket: ReturnType<typeof connect>; text: Promise<string> }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(shop.server.url).port), "localhost", () => {
      socket.write(lines.map((line) => `${line}\r\n`).join("") + "\r\n");
      resolve({ socket, text });
    });
    socket.on("error", () => undefined);
    const text = new Promise<string>((done) => {
      let all = "";
      socket.on("data", (chunk) => (all += chunk.toString()));
      socket.on("close", () => done(all));
    });
  });
}

const own = "host: localhost";

test.each([
  ["no HTTP", 400, "request_malformed", ["nonsense"]],
  ["a header that is none", 400, "request_malformed", ["GET /api/healthz HTTP/1.1", own, "bad header: x"]],
  ["no host", 400, "request_malformed", ["GET /api/healthz HTTP/1.1", "connection: close"]],
  [
    "a host of two words",
    400,
    "request_malformed",
    ["GET /api/healthz HTTP/1.1", "host: a b", "connection: close"],
  ],
  [
    "headers without end",
    431,
    "headers_too_large",
    ["GET /api/healthz HTTP/1.1", own, `x: ${"y".repeat(70_000)}`],
  ],
  [
    "a body with two lengths",
    400,
    "request_malformed",
    ["POST /api/user/login HTTP/1.1", own, "content-length: 2", "transfer-encoding: chunked", "", "0", ""],
  ],
  ["an expectation", 417, "expectation_failed", ["GET /api/healthz HTTP/1.1", own, "expect: miracles"]],
])("%s is refused with the usual shape of an error", async (_what, status, code, lines) => {
  const text = await (await sent(...lines)).text;
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const answer = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Record<
    string,
    string
  >;
  expect(answer).toMatchObject({ code, message: expect.stringMatching(/^The|^This/) as string });
  expect(text).toContain(`x-request-id: ${answer["requestId"]}`);
});

test("a whole request gets its own answer, and garbage after it gets none", async () => {
  const { token } = await shop.addUser("yaw", "0245550199");
  const bearer = `authorization: Bearer ${token}`;
  const text = await (
    await sent("POST /api/user/logout HTTP/1.1", own, bearer, "content-length: 2", "", "{}garbage garbage")
  ).text;
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  expect(text.match(/HTTP\/1.1/g)).toHaveLength(1);
  expect((await shop.as({ token }).get("/user/statement")).status).toBe(401);
});

test("the refusal of a malformed HEAD has no body", async () => {
  const headers = { "x-huge": "y".repeat(20_000) };
  const answer = await fetch(`${shop.server.url}/api/healthz`, { method: "HEAD", headers });
  expect(answer.status).toBe(431);
  expect(await answer.text()).toBe("");
  const { text } = await sent("HEAD /api/healthz HTTP/1.1", own, `x: ${"y".repeat(20_000)}`);
  expect((await text).endsWith("\r\n\r\n")).toBe(true);
});

const upgrade = (protocol: string, key: string) => [
  own,
  "connection: upgrade, close",
  `upgrade: ${protocol}`,
  `sec-websocket-key: ${key}`,
  "sec-websocket-version: 13",
];
const key = "dGhlIHNhbXBsZSBub25jZQ==";

test.each([
  ["another protocol", "GET /api/healthz", "h2c", key, 200, '"status":"ok"'],
  ["a websocket elsewhere", "GET /api/healthz", "websocket", key, 200, '"status":"ok"'],
  ["a websocket and more", "GET /api/live", "websocket, h2c", key, 400, "upgrade_required"],
  ["a key that is none", "GET /api/live", "websocket", "short", 400, "upgrade_required"],
  ["another method", "POST /api/live", "websocket", key, 404, "not_found"],
])("%s is answered like a request without an upgrade", async (_what, line, protocol, given, status, said) => {
  const text = await (await sent(`${line} HTTP/1.1`, ...upgrade(protocol, given))).text;
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain(said);
});

test.each([
  ["a host of two words", 400, "request_malformed", ["host: a b"]],
  ["no host", 400, "request_malformed", []],
  ["an API key", 403, "api_key_refused", [own, "x-api-key: nonsense"]],
  ["a body", 413, "body_too_large", [own, "content-length: 300000"]],
])("a websocket handshake with %s is refused with an error message", async (_what, status, code, lines) => {
  const [, ...handshake] = upgrade("websocket", key);
  const text = await (await sent("GET /api/live HTTP/1.1", ...lines, ...handshake)).text;
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain(`"code":"${code}"`);
});

test("a socket from another origin is refused with an error message", async () => {
  const text = await (
    await sent("GET /api/live HTTP/1.1", ...upgrade("websocket", key), "origin: https://evil.example")
  ).text;
  expect(text).toMatch(/^HTTP\/1.1 403 .*"origin_refused"/s);
});

test("an array is refused as a body, even if every field is optional", async () => {
  const { token } = await shop.addUser("ama", "0245550101");
  const asked = await shop.as({ token }).post<{ recharge: { _id: string } }>("/recharge", { amount: 50 });
  const path = `/recharge/${asked.body.recharge._id}/approve`;
  const before = await shop.books();
  const answer = await shop.as(shop.admin).put(path, []);
  expect(answer).toMatchObject({ status: 400, body: { code: "input_invalid" } });
  expect(await shop.books()).toEqual(before);
});

test.each([
  ["a NUL in the notice", "/extra/notice", '{"noticeContent":"a\\u0000b"}'],
  [
    "half a character in a password",
    "/user/update-profile",
    '{"username":"boss","phone":"0240000009","password":"\\ud800"}',
  ],
  ["the other half", "/extra/notice", '{"noticeContent":"\\uDC00\\ud83d"}'],
])("%s is refused, and a complete one is not", async (_what, path, body) => {
  const before = await shop.books();
  expect((await shop.as(shop.admin).put(path, body)).status).toBe(400);
  expect(await shop.books()).toEqual(before);
  const whole = '{"noticeContent":"\\ud83d\\ude00 \\\\ud800 ' + _what + '"}';
  expect((await shop.as(shop.admin).put("/extra/notice", whole)).status).toBe(200);
});

test("impossible references, package ids and product ids are refused", async () => {
  const { token } = await shop.addUser("kofi", "0205550102", "Customer", 10_000);
  const order = (more: string) => `{"packageId":"mtnup2u-1","receiver":"0244123456",${more}}`;
  for (const more of ['"reference":1e999', '"reference":"\\udfff"', '"packageId":"a\\u0000"']) {
    const answer = await shop.as({ token }).post("/order/create", order(more));
    expect({ more, status: answer.status }).toEqual({ more, status: 400 });
  }
  const product = await shop.as(shop.admin).put("/product/%00/status", { status: "available" });
  expect(product).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("unknown paths outside /api also get the usual shape of an error", async () => {
  const answer = await fetch(`${shop.server.url}/nothing`, { method: "PUT" });
  const body = (await answer.json()) as Record<string, string>;
  expect({ status: answer.status, code: body["code"] }).toEqual({ status: 404, code: "not_found" });
  expect(body["requestId"]).toBe(answer.headers.get("x-request-id"));
  const policy = (await fetch(`${shop.server.url}/api/healthz`)).headers.get("content-security-policy");
  expect(answer.headers.get("content-security-policy")).toBe(policy);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("a server can be stopped after a request to upgrade to another protocol", async () => {
  const other = await shop.another();
  const { port } = new URL(other.url);
  const socket = connect(Number(port), "localhost", () =>
    socket.write(`GET /api/healthz HTTP/1.1\r\n${own}\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`),
  );
  const answer = await new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(data.toString())),
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  await other.close();
  socket.destroy();
});
