import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import type { Operation } from "#contract/operation.ts";
import { honoPath } from "#api/serve/serve.ts";
import { LiveClient, openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { OperationId, ValidRequests } from "#tools/testing/request-forms.ts";
import { silentMessages, validRequests } from "#tools/testing/valid-requests.ts";
import { apiDocument } from "./document.ts";

let valid: ValidRequests;
const shop = openTestShop({ messages: silentMessages });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);
/** Whose calls are all refused, so one user is enough for all of them. */
const user = shop.userOfFile("kofi", "0207000001", "Customer", 1_000_000);

beforeAll(async () => {
  valid = await validRequests(shop);
});

const all = Object.entries<Operation>(operations) as [OperationId, Operation][];

test("docs/openapi.json matches the contract (npm run openapi updates it)", async () => {
  const committed = await readFile(join(import.meta.dirname, "../../../docs/openapi.json"), "utf8");
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(apiDocument("Cedibook"))));
});

test("every route is documented, and every documented call has a route", () => {
  const routes = shop.server.routes.filter((route) => !route.startsWith("ALL "));
  const documented = all.map(([, operation]) => `${operation.method} /api${honoPath(operation)}`);
  expect([...new Set(routes)].toSorted()).toEqual(documented.toSorted());
});

test("the server answers with the document of its contract", async () => {
  const { body } = await shop.call("GET", "/openapi.json");
  expect(body).toEqual(JSON.parse(JSON.stringify(apiDocument("Cedibook"))));
});

/** This shop has no rail. In one that has, each call of paystack.pg.test.ts is compared with the document too. */
const needsRail: readonly OperationId[] = [
  "sendPrompt",
  "openPaymentPage",
  "readPrompt",
  "sendOtp",
  "hearPaystack",
  "startTestPayment",
  "sendTestOtp",
  "hearPhone",
];

// Each call() compares the answer with the document: status, code, headers and every field. What each call answers to those
// who may make it is in matrix.pg.test.ts.
test.each(all)("%s refuses as documented", async (id, operation) => {
  const { path, body } = await valid[id]({ actor: user, target: user });
  const mayEnter = operation.access === "admin" ? shop.admin.token : user.token;
  const seen: Record<string, unknown> = {};
  for (const { refusal, sent = body, token = mayEnter, key, apiKey, to = path } of refusedRequests(
    operation,
    path,
    user,
  )) {
    if (refusal === "key_invalid" && needsRail.includes(id)) continue;
    const with_ = {
      ...(token === "" ? {} : { token }),
      ...(key === undefined ? {} : { key }),
      ...(apiKey === undefined ? {} : { apiKey }),
    };
    seen[refusal] = (await shop.call(operation.method, to, sent, with_)).body["code"];
  }
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((refusal) => [refusal, refusal])));
});

interface Refused {
  refusal: string;
  sent?: unknown;
  /** Empty if there is none. */
  token?: string;
  key?: string;
  apiKey?: string;
  to?: string;
}

/** The refusals that follow from the description of an operation. */
function refusedRequests(
  { access, body, byKey, command, params }: Operation,
  path: string,
  user: TestUser,
): Refused[] {
  const nobodys = path.replace(/\/[^/]*\d[^/]*/, `/${"x".repeat(201)}`);
  const inPath = params !== undefined && nobodys !== path && !path.includes("reset-password");
  return [
    ...(access === "anyone" ? [] : [{ refusal: "unauthorized", token: "" }]),
    ...(access === "admin" ? [{ refusal: "admin_only", token: user.token }] : []),
    { refusal: byKey ? "api_key_invalid" : "api_key_refused", apiKey: "nonsense" },
    ...(inPath ? [{ refusal: "not_found", to: nobodys }] : []),
    ...(body === undefined ? [] : [{ refusal: "json_malformed", sent: "{" }]),
    ...(body === undefined ? [] : [{ refusal: "input_invalid", sent: [] }]),
    ...(body === undefined ? [] : [{ refusal: "body_too_large", sent: JSON.stringify("x".repeat(300_000)) }]),
    ...(command && access !== "anyone" ? [{ refusal: "key_invalid", key: "a b" }] : []),
  ];
}

/** Answers the whole list without a limit, else a page. Other lists are always pages. */
const isList = ({ query, answer, download }: Operation) =>
  query !== undefined && "limit" in query.entries && !download && "type" in answer && answer.type === "union";

test.each(all.filter(([, operation]) => isList(operation)))(
  "%s answers the whole list without a limit, and a page with one",
  async (id, operation) => {
    const [bare = ""] = (await valid[id]({ actor: shop.admin, target: ama })).path.split("?");
    // call() compares both answers with the document.
    const { token } = shop.admin;
    const whole = await shop.call(operation.method, bare, undefined, { token });
    const page = await shop.call(operation.method, `${bare}?limit=1`, undefined, { token });
    expect([whole.status, page.status]).toEqual([200, 200]);
    const count = (whole.body as unknown as unknown[]).length;
    expect(Object.keys(page.body)).toEqual(["items", "total", "totalIsExact", "next"]);
    expect(page.body["items"]).toHaveLength(Math.min(1, count));
    expect(page.body["total"]).toBe(count);
  },
);

test("a call without a query is refused for exactly the parameters that are documented as required", async () => {
  const { paths } = apiDocument("Cedibook");
  const asked = all.filter(([, { method, query, params }]) => method === "GET" && query && !params);
  const documented = asked.map(([, { path }]) => {
    const parameters = (paths[path]?.["get"]?.parameters ?? []).filter((one) => "required" in one);
    return [path, parameters.filter(({ required }) => required).map(({ name }) => name)];
  });
  const refused = asked.map(async ([, { path }]) => {
    const { body } = await shop.as(shop.admin).get(path);
    return [path, Object.keys(body["fields"] ?? {})];
  });
  expect(documented).toEqual(await Promise.all(refused));
});

test("a file has all rows of its list, and its call has no parameters for pages", async () => {
  const whole = await shop.as(shop.admin).get<string>("/user/users.csv");
  const asked = await shop.as(shop.admin).get<string>("/user/users.csv?limit=1");
  expect(whole.body.split("\n").length).toBeGreaterThan(3);
  expect(asked.body).toBe(whole.body);
  const { paths } = apiDocument("Cedibook");
  const documented = all
    .filter(([, { download }]) => download)
    .flatMap(([, { path }]) => paths[path]?.["get"]?.parameters ?? [])
    .map((one) => ("name" in one ? one.name : one.$ref));
  expect(documented).toContain("search");
  expect(documented).not.toContain("limit");
  expect(documented).not.toContain("cursor");
});

test("calls that are documented at the root answer there too", async () => {
  const { paths } = apiDocument("Cedibook");
  const found = Object.entries(paths).filter(([, { get }]) => get?.servers);
  expect(found.map(([path]) => path)).toEqual(["/healthz", "/readyz", "/metrics"]);
  for (const [path] of found) {
    const answers = [`/api${path}`, path].map((at) => fetch(shop.server.url + at));
    const kinds = (await Promise.all(answers)).map(({ status, headers }) => [
      status,
      headers.get("content-type"),
    ]);
    expect(kinds[0]?.[0]).toBe(200);
    expect(kinds[1]).toEqual(kinds[0]);
  }
});

test("the live call upgrades to a websocket", async () => {
  const client = await shop.live(ama, null);
  expect(client).toBeInstanceOf(LiveClient);
  client.close();
});

test("a client that already has an answer gets 304", async () => {
  for (const path of ["/openapi.json", "/docs", "/product"]) {
    const first = await fetch(`${shop.server.url}/api${path}`);
    const etag = first.headers.get("etag") ?? "";
    const second = await fetch(`${shop.server.url}/api${path}`, { headers: { "if-none-match": etag } });
    expect([path, second.status, second.headers.get("etag")]).toEqual([path, 304, etag]);
  }
});

test("only the docs page has a policy of its own, which allows no foreign script or server", async () => {
  const page = await fetch(`${shop.server.url}/api/docs`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/https?:|unsafe-eval|\*/);
  expect(await page.text()).toContain('<script type="module" src="/api-docs/docs.js">');
  for (const path of ["/api/healthz", "/api/openapi.json", "/api/docs/"]) {
    const other = await fetch(`${shop.server.url}${path}`);
    expect([path, other.headers.get("content-security-policy")]).not.toContain(policy);
    expect(other.headers.get("content-security-policy")).not.toContain("unsafe");
  }
});
