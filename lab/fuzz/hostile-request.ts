/** Requests for every operation, generated from its description and then damaged. */
import fc from "fast-check";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { inputSchema, type JsonSchema } from "../../api/serve/docs/schemas.ts";
import {
  hostileKey,
  hostileString,
  hostileValue,
  malformedJson,
  toJson,
  weighted,
  words,
} from "./hostile-values.ts";

export const actorNames = ["guest", "customer", "other", "agent", "admin", "banned"] as const;
export type Actor = (typeof actorNames)[number];

export interface HostileRequest {
  operation: string;
  method: string;
  /** With placeholders such as @order for ids of the shop. */
  path: string;
  actor: Actor;
  headers: [string, string][];
  /** With the same placeholders as in the path. */
  body: string | undefined;
}

/** Placeholders for ids. */
const idPlaceholders = words("@customer @other @order @othersOrder @topup @othersTopup @approval @key");

export function hostileRequest(): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    ...Object.entries<Operation>(operations).map(([id, operation]) => requestOf(id, operation)),
  );
}

function requestOf(id: string, operation: Operation): fc.Arbitrary<HostileRequest> {
  return fc.record({
    operation: fc.constant(id),
    method: rarely(operation.method, fc.constantFrom(...oddMethods)),
    path: pathOf(operation),
    actor: weighted(
      [2, fc.constantFrom(...actorNames)],
      // Requests that get past the guard reach more code.
      [3, fc.constant(operation.access === "admin" ? "admin" : "customer")],
    ),
    headers: weighted(
      [40, fc.constant([])],
      [10, fc.array(oddHeader, { minLength: 1, maxLength: 3 })],
      [operation.byKey ? 20 : 1, fc.constant([["x-api-key", "@apiKey"]])],
      [5, fc.constant([["accept-encoding", "gzip, br"]])],
      [1, fc.constantFrom(...upgrades)],
    ),
    body: operation.method === "GET" ? rarely(undefined, bodyOf(operation)) : bodyOf(operation),
  }) as fc.Arbitrary<HostileRequest>;
}

function rarely<T>(usual: T, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return weighted([19, fc.constant(usual)], [1, odd]);
}

const oddMethods = words("GET POST PUT DELETE PATCH HEAD OPTIONS TRACE PROPFIND M-SEARCH");

function pathOf(operation: Operation): fc.Arbitrary<string> {
  const parts = operation.path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? pathPart : fc.constant(part)));
  const path = fc.tuple(...parts).map((all) => all.join(""));
  const query = operation.query ? fc.oneof(fc.constant(""), queryOf(operation)) : rarely("", hostileQuery);
  return fc
    .tuple(rarely("", fc.constant("mangled")), path, query, fc.nat())
    .map(([how, base, queryText, n]) =>
      how === "" ? `${base}${queryText}` : mangle(`${base}${queryText}`, n),
    );
}

const encoded = hostileString.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 300)));

const oddParts = [";a=b", "@", "x".repeat(3000), "é", "a b", "\t"];
const pathPart = weighted(
  [5, fc.constantFrom(...idPlaceholders)],
  [
    2,
    fc.constantFrom(
      ...words("0 -1 1.5 1e3 999999999999999 9999999999999999999 00000000-0000-4000-8000-000000000000"),
      ...words("mtnup2u afa %00 %2e%2e%2f %ff % %e0%a4 .. . %5c a%2fb null undefined {id} :id * __proto__ ~"),
      ...oddParts,
    ),
  ],
  [1, encoded],
);

/** Ways to write a path that a router may mistake for another path. */
function mangle(path: string, n: number): string {
  const ways: ((text: string) => string)[] = [
    (text) => `/${text}`,
    (text) => text.replaceAll("/", "//"),
    (text) => `${text}/`,
    (text) => text.toUpperCase(),
    (text) => text.replace("/", "/%2e/"),
    (text) => text.replace("/", "/../api/"),
    (text) => `${text}%00`,
    (text) => `${text}?`,
    (text) => `${text}#x`,
    (text) => text.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (text) => text.replaceAll("/", "\\"),
    (text) => `${text};x=1`,
    (text) => `/../..${text}`,
  ];
  return ways[n % ways.length]?.(path) ?? path;
}

function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const names = query ? Object.keys(inputSchema(query).properties ?? {}) : [];
  const value = fc.oneof(
    fc.constantFrom(
      ...words("1 10 100 0 -1 1e2 1.5 101 pending approved Banned 2026-11-21 2026-13-45 0000-00-00 oldest"),
      ...words("% _ \\"),
      "",
    ),
    hostileString.map((text) => text.toWellFormed().slice(0, 300)),
  );
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...names, "user", "cursor", "limit"), hostileKey), value);
  return fc
    .array(pair, { minLength: 1, maxLength: 4 })
    .map(
      (pairs) =>
        `?${pairs.map(([name, given]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(given)}`).join("&")}`,
    );
}

const hostileQuery = fc.constantFrom(
  ...words("? ?limit=1 ?a=b&a=c ?% ?%ff=%fe ?__proto__[x]=1 ?a[b][c]=1 ?=&="),
  "?" + "a=b&".repeat(500),
);

/** Invalid websocket handshakes. */
const upgrades: [string, string][][] = [
  ["websocket", "dGhlIHNhbXBsZSBub25jZQ==", "12"],
  ["websocket", "short", "13"],
  ["websocket", "", "x"],
  ["websocket", "short", "13", "close"],
  ["WebSocket, h2c", "dGhlIHNhbXBsZSBub25jZQ==", "13"],
].map(([protocol = "", key = "", version = "", connection = "Upgrade"]) => [
  ["connection", connection],
  ["upgrade", protocol],
  ["sec-websocket-key", key],
  ["sec-websocket-version", version],
]);

const token = fc.constantFrom(
  ...words("v1.a.b.c.d @token.x null").map((text) => `Bearer ${text}`),
  "Bearer",
  "Bearer ",
  "bearer @token",
  "Basic YTpi",
  "Bearer @token ",
  "Bearer @token, Bearer @token",
  `Bearer ${"x".repeat(4000)}`,
);

const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc
    .constantFrom(
      "text/plain",
      "application/xml",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      "",
      "application/x-www-form-urlencoded",
    )
    .map((value): [string, string] => ["content-type", value]),
  token.map((value): [string, string] => ["authorization", value]),
  fc
    .oneof(
      fc.constantFrom("", " ", "a b", "k", "x".repeat(200), "x".repeat(201), "é", "\u0001"),
      fc.string({ maxLength: 30 }),
    )
    .map((value): [string, string] => ["idempotency-key", value]),
  fc.constantFrom<[string, string]>(
    ["x-forwarded-for", "1.2.3.4, ::1, unknown, , %"],
    ["x-forwarded-for", "999.1.1.1"],
    ["if-none-match", "*"],
    ["if-none-match", 'W/"a", "b'],
    ["origin", "null"],
    ["origin", "https://evil.example"],
    ["host", "evil.example"],
    ["host", "a b"],
    ["host", "[::1"],
    ["host", ""],
    ["upgrade", "websocket"],
    ["upgrade", "h2c"],
    ["connection", "upgrade"],
    ["expect", "100-continue"],
    ["expect", "nonsense"],
    ["range", "bytes=0-1,5-"],
    ["accept-encoding", "br;q=nope"],
    ["accept-encoding", "gzip"],
    ["accept-encoding", 'gzip;q=;q=1,,*;q=-1, "gzip'],
    ["accept", "text/html"],
    ["content-encoding", "gzip"],
    ["x-http-method-override", "DELETE"],
    ["cookie", "a=b; token=@token"],
    ["x-api-key", "nonsense"],
    ["x-api-key", "@apiKey"],
    ["x-api-key", "@apiKey.x"],
    ["x-request-id", "../../x"],
    ["content-length", "-1"],
    ["content-length", "5"],
    ["transfer-encoding", "chunked"],
    ["transfer-encoding", "gzip, chunked"],
    ["x-big", "y".repeat(8000)],
    ["x-huge", "y".repeat(20_000)],
    ["bad header", "x"],
    ["x-bad", "a\r\nx-injected: 1"],
  ),
);

function bodyOf({ body }: Operation): fc.Arbitrary<string | undefined> {
  const shaped = body ? damaged(inputSchema(body)).map(toJson) : fc.constant("{}");
  return weighted(
    [12, shaped],
    [1, hostileValue.map(toJson)],
    [1, malformedJson],
    [1, fc.constantFrom(undefined, "", "x".repeat(300_000))],
  );
}

/** An object of the schema with some missing or hostile fields, and sometimes additional ones. */
function damaged(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(damaged));
  if (schema.type === "array") return fc.array(damaged(schema.items ?? {}), { maxLength: 4 });
  if (schema.type !== "object") return weighted([6, plausible(schema)], [1, hostileValue]);
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) =>
    weighted([7, field(name, inner)], [1, hostileValue], [1, fc.constant(missing)]).map(
      (value): [string, unknown] => [name, value],
    ),
  );
  const more = weighted<[string, unknown][]>(
    [3, fc.constant([])],
    [1, fc.array(fc.tuple(hostileKey, hostileValue), { maxLength: 3 })],
  );
  return fc.tuple(fc.tuple(...fields), more).map(([own, others]) =>
    // Object.fromEntries treats __proto__ as an ordinary key, as JSON.parse does.
    Object.fromEntries([...own, ...others].filter(([, value]) => value !== missing)),
  );
}

const missing = Symbol("missing");

/** Values that pass the schema often enough to reach the ledger. */
function field(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const known: Record<string, unknown[]> = {
    // Many, because two lines of one call may not have the same one.
    key: Array.from({ length: 60 }, (_, n) => `line-${n}`),
    chosenId: ["@customer", "@other"],
    userPhone: ["0245550101", "0245559999"],
    phone: ["0245550101", "0245559998", "024 555 9997"],
    receiver: ["0244123456"],
    network: ["MTNup2u", "AFA", "Telecel"],
    offer: ["1 GB", "AFA registration"],
    packageId: ["mtnup2u-1", "afa-1", "gone"],
    amount: [50, "60.50", -1, -20_000, 1.5, 0, 1e6, 1_000_000.01],
    totalAmount: [4.8, "4.80", 1],
    rechargeId: ["T-1", "T-2", "T-999999"],
    email: ["ama@example.com", "nobody@example.com"],
    password: ["@password", "@password", "wrong"],
    code: ["123456", "abcd-efgh"],
    limit: [null, 40, 60, 10_000],
    corrects: [1, 2, 20],
    path: ["/order/orders.csv", "/audit/movements.csv"],
    token: ["r1.a.0.b"],
    image: [null, "/api/product/image/" + "a".repeat(64), "data:image/png;base64,iVBORw0KGgo="],
  };
  const values = known[name];
  return values ? fc.constantFrom(...values) : damaged(schema);
}

function plausible({ type, enum: values, anyOf, const: only }: JsonSchema): fc.Arbitrary<unknown> {
  if (only !== undefined) return fc.constant(only);
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(plausible));
  if (type === "number") return fc.constantFrom(1, 5, 50, 4.8);
  if (type === "null") return fc.constant(null);
  if (type === undefined) return hostileValue;
  return fc.constantFrom("some text", "1 GB", "12.50", "Kofi Mensah");
}
