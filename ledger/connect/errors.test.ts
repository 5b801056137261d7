/** pg has no codes for connection errors, only messages: this compares our list with its source. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { ConnectionSilent, isDatabaseAway, NoSuchServer } from "./errors.ts";

/** Mistakes of the program or its configuration: each of these is a defect that must not be hidden. */
const mistakes = [
  "Client has already been connected. You cannot reuse a client.",
  "${portalQuery} not supported in pipeline mode",
  "A query must have either text or a name. Supplying neither is unsupported.",
  "Prepared statements must be unique - '${this.name}' was used for a different statement",
  "Query values must be an array",
  'circular reference detected while preparing "',
  'Invalid sslnegotiation value: "${this.sslnegotiation}". Valid values are "postgres" and "direct".',
  "sslnegotiation=direct requires SSL to be enabled",
  "Password must be a string",
  "Client was passed a null or undefined query",
  "callback is not a function",
  "first argument must be a Buffer",
  "second argument must be a Buffer",
  "Buffer lengths must match",
  "Buffers cannot be empty",
  "Release called on client which has already been released to the pool.",
  "unexpected condition",
  "Passing a function as the first parameter to pool.query is not supported",
  "Called end on pool more than once",
  "Binary mode not supported yet",
];

/** The first text of each error in pg's source. */
function messagesOfPg(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of sourcesOfPg()) {
    const source = readFileSync(file, "utf8");
    for (const [, , text = ""] of source.matchAll(/new (?:Type)?Error\(\s*(['"`])([\s\S]*?)\1/g))
      found.set(text, file);
  }
  return found;
}

function sourcesOfPg(): string[] {
  const require = createRequire(import.meta.url);
  const fromPg = createRequire(require.resolve("pg"));
  const lib = dirname(require.resolve("pg"));
  const ofLib = readdirSync(lib, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !name.startsWith("native"))
    .map((name) => join(lib, name));
  const protocol = dirname(fromPg.resolve("pg-protocol"));
  return [...ofLib, fromPg.resolve("pg-pool"), join(protocol, "parser.js")];
}

const messages = messagesOfPg();
const lost = [...messages.keys()].filter((text) => !mistakes.includes(text));

test("finds pg's source with the errors that are known to be in it", () => {
  expect(messages.size).toBeGreaterThan(40);
  for (const known of [
    "Query read timeout",
    "Client has encountered a connection error and is not queryable",
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "Connection terminated due to connection timeout",
  ])
    expect(lost).toContain(known);
});

test.each(lost)("takes pg's %j for a database that is away", (text) => {
  expect(isDatabaseAway(new Error(text))).toBe(true);
});

test.each(mistakes)("takes pg's %j, which pg still has, for a defect of ours", (text) => {
  expect(messages.has(text)).toBe(true);
  expect(isDatabaseAway(new Error(text))).toBe(false);
});

describe("errors of the network, the server and our own connections", () => {
  test.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND"])(
    "%s means that the database is away",
    (code) => {
      expect(isDatabaseAway(Object.assign(new Error("connect"), { code }))).toBe(true);
    },
  );

  test.each(["57P01", "57P03", "08006", "25006", "53300", "57014", "55P03"])(
    "the server's %s means that it is away, full or busy",
    (code) => {
      expect(isDatabaseAway(said(code))).toBe(true);
    },
  );

  test.each(["23505", "42P01", "22P02"])("takes the server's %s for a defect of ours", (code) => {
    expect(isDatabaseAway(said(code))).toBe(false);
  });

  test("a silent connection and a missing primary mean that the database is away; other errors do not", () => {
    expect(isDatabaseAway(new ConnectionSilent("no answer"))).toBe(true);
    expect(isDatabaseAway(new NoSuchServer("none"))).toBe(true);
    expect(isDatabaseAway(new TypeError("x is not a function"))).toBe(false);
    expect(isDatabaseAway("a string")).toBe(false);
  });
});

function said(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("no", 2, "error"), { code, severity: "ERROR" });
}
