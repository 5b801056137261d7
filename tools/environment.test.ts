import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

const secret = "s".repeat(32);

test("with nothing set: port 3000, the embedded database and its demo", () => {
  const found = readEnvironment({});
  expect(found).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: undefined,
    demo: true,
    admin: undefined,
    publicUrl: "http://localhost:3000",
    shopName: "Cedibook",
    proxies: 0,
    metricsToken: undefined,
    drainDelay_ms: 0,
  });
  expect(found.dataDir).toMatch(/cedibook$/i);
});

test("with DATABASE_URL: that one, no demo, and more to log", () => {
  const found = readEnvironment({ DATABASE_URL: "postgres://me@db/shop", SESSION_SECRET: secret });
  expect(found).toMatchObject({ databaseUrl: "postgres://me@db/shop", demo: false, logLevel: "info" });
});

test("all that is wrong is told at once, with the variable's name", () => {
  const wrong = {
    PORT: "80a",
    DATABASE_URL: "mysql://db",
    DEMO: "yes",
    ADMIN_PHONE: "123",
    PUBLIC_URL: "shop.example",
    LOG_LEVEL: "loud",
    PROXIES: "many",
    METRICS_TOKEN: "short",
    DRAIN_SECONDS: "61",
  };
  const message = messageOf(wrong);
  for (const name of [...Object.keys(wrong), "SESSION_SECRET", "ADMIN_PASSWORD"]) {
    expect(message).toMatch(new RegExp(`^  ${name} must be`, "m"));
  }
});

test.each(["0", "65536", "-1", "3.5", "1e3"])("PORT %s is refused", (PORT) => {
  expect(messageOf({ PORT })).toContain("PORT must be a port");
});

test("an empty variable is one that is not set", () => {
  expect(readEnvironment({ PORT: "", DATABASE_URL: "", DEMO: "" })).toMatchObject({ port: 3000, demo: true });
});

test("the data folder follows XDG_DATA_HOME on Linux, and DATA_DIR before it", () => {
  const followed = readEnvironment({ XDG_DATA_HOME: "/srv/data" }).dataDir;
  expect(followed === "/srv/data/cedibook").toBe(process.platform === "linux");
  expect(readEnvironment({ XDG_DATA_HOME: "/srv/data", DATA_DIR: "/srv/shop" }).dataDir).toBe("/srv/shop");
});

test("no message repeats a secret", () => {
  const message = messageOf({
    SESSION_SECRET: "too-short-secret",
    ADMIN_PASSWORD: "hunter2",
    METRICS_TOKEN: "tell nobody",
  });
  expect(message).not.toMatch(/too-short-secret|hunter2|nobody/);
});

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    readEnvironment(env);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}
