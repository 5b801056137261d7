import { describe, expect, test } from "vitest";
import {
  oneServerUrl,
  serversOf,
  urlProblem,
  withDatabase,
  withLogin,
  withSettings,
} from "./database-url.ts";

const several =
  "postgres://me:p%2Bw@a:5433,b,[::1]:5434/shop?target_session_attrs=read-write&sslmode=disable";

describe("an address with several servers", () => {
  test("lists them in order, each with its port or 5432, and which of them are acceptable", () => {
    expect(serversOf(several)).toEqual({
      servers: [
        { host: "a", port: 5433 },
        { host: "b", port: 5432 },
        { host: "::1", port: 5434 },
      ],
      target: "read-write",
    });
  });

  test("may give one port for all, or name hosts and ports in its query", () => {
    expect(serversOf("postgres://me@a,b/shop?port=6000").servers).toEqual([
      { host: "a", port: 6000 },
      { host: "b", port: 6000 },
    ]);
    expect(serversOf("postgres:///shop?host=a,b&port=6001,6002").servers).toEqual([
      { host: "a", port: 6001 },
      { host: "b", port: 6002 },
    ]);
  });

  test("is an address of the first server for pg", () => {
    expect(oneServerUrl(several)).toBe(
      "postgres://me:p%2Bw@a:5433/shop?target_session_attrs=read-write&sslmode=disable",
    );
    expect(oneServerUrl("postgres:///shop?host=a,b&port=6001,6002")).toBe("postgres:///shop?host=a");
  });

  test("keeps its servers when it gets settings or another database", () => {
    const changed = withDatabase(withSettings(several, "-c role=api"), "other");
    expect(changed).toBe(
      "postgres://me:p%2Bw@a:5433,b,[::1]:5434/other?target_session_attrs=read-write&sslmode=disable&options=-c%20role%3Dapi",
    );
    expect(serversOf(changed).servers).toEqual(serversOf(several).servers);
  });
});

test("a login replaces the one of the address, wherever that has it", () => {
  expect(withLogin(several, "api@shop", "p/w+")).toBe(several.replace("me:p%2Bw", "api%40shop:p%2Fw%2B"));
  const inQuery = "postgres://db/shop?user=me&password=old&sslmode=disable";
  expect(withLogin(inQuery, "api", "new")).toBe("postgres://api:new@db/shop?sslmode=disable");
});

describe("an address with one server", () => {
  const one = "postgres://me:p%2Bw@localhost:5432/shop?options=-c%20role%3Dapi&sslmode=disable";

  test("is passed to pg unchanged", () => {
    expect(oneServerUrl(one)).toBe(one);
    expect(serversOf(one)).toEqual({ servers: [{}], target: "any" });
    const socket = "postgres://me@/shop?host=/var/run/postgresql";
    expect(oneServerUrl(socket)).toBe(socket);
  });

  test("gets further settings and keeps its password", () => {
    const changed = withSettings(one, "-c jit=off");
    expect(changed).toContain("me:p%2Bw@");
    expect(new URL(changed).searchParams.get("options")).toBe("-c role=api -c jit=off");
    expect(new URL(changed).searchParams.get("sslmode")).toBe("disable");
  });
});

test.each([
  ["mysql://db", "must be a postgres:// URL"],
  ["nonsense", "must be a postgres:// URL"],
  ["postgres://a,/shop", "names a host that is empty"],
  ["postgres://a:1,b:70000/shop", "gives b a port that is none"],
  ["postgres://a,b:x/shop", "gives b a port that is none"],
  ["postgres://a,b,c/shop?port=1,2", "must give one port for all hosts, or one for each"],
  ["postgres://a/shop?target_session_attrs=master", /unknown target_session_attrs.*any, read-write, /],
])("%s is refused with a reason", (url, reason) => {
  expect(urlProblem(url)).toMatch(reason);
});
