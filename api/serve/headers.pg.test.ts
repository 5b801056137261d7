/** The headers that every answer has. */
import { expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();

const headersOf = async (path: string, base = shop.server.url) => (await fetch(`${base}${path}`)).headers;

test("no answer may be framed, sniffed, referred or turn text into a script", async () => {
  for (const path of ["/api/healthz", "/api/nowhere", "/home"]) {
    const headers = await headersOf(path);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  }
});

test("only a shop with TLS asks browsers to open it with TLS alone", async () => {
  expect((await headersOf("/api/healthz")).get("strict-transport-security")).toBeNull();
  const secure = await shop.another({ publicUrl: "https://shop.example.com" });
  try {
    const headers = await headersOf("/api/healthz", secure.url);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  } finally {
    await secure.close();
  }
});
