import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import webPush from "web-push";
import { readEnvironment } from "./environment.ts";

const secret = "s".repeat(32);

test("without variables, the shop runs on port 3000 with the embedded database and the demo", () => {
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

test("with DATABASE_URL, the shop uses that database, opens no demo and logs more", () => {
  const found = readEnvironment({ DATABASE_URL: "postgres://me@db/shop", SESSION_SECRET: secret });
  expect(found).toMatchObject({ databaseUrl: "postgres://me@db/shop", demo: false, logLevel: "info" });
});

test("the shop needs the session secret with DATABASE_URL, a command that only works on the database does not", () => {
  const env = { DATABASE_URL: "postgres://me@db/shop" };
  expect(messageOf(env)).toContain("SESSION_SECRET must be set with DATABASE_URL");
  expect(readEnvironment(env, "database command").databaseUrl).toBe("postgres://me@db/shop");
});

test("the auditor's login is for the database of DATABASE_URL, and is checked like that", () => {
  const read = (AUDITOR_DATABASE_URL: string, more = {}) =>
    readEnvironment({ AUDITOR_DATABASE_URL, SESSION_SECRET: secret, ...more });
  const DATABASE_URL = "postgres://me@db/shop";
  expect(read("postgres://other@db/shop", { DATABASE_URL }).auditorUrl).toBe("postgres://other@db/shop");
  expect(() => read("mysql://db", { DATABASE_URL })).toThrow(
    "AUDITOR_DATABASE_URL must be a postgres:// URL",
  );
  expect(() => read("postgres://other@db/shop")).toThrow(
    "DATABASE_URL must be set with AUDITOR_DATABASE_URL",
  );
});

test("DATABASE_URL can name several servers, and an error in it is explained", () => {
  const several = "postgres://me@a:5432,b:5433/shop?target_session_attrs=read-write";
  const read = (url: string) => readEnvironment({ DATABASE_URL: url, SESSION_SECRET: secret });
  expect(read(several).databaseUrl).toBe(several);
  expect(() => read(several.replace("read-write", "master"))).toThrow(
    /DATABASE_URL has an unknown target_session_attrs: it must be one of any, read-write/,
  );
  expect(() => read("postgres://me@a,b:0/shop")).toThrow(/DATABASE_URL gives b a port that is none/);
});

test("all wrong variables are reported at once, each by its name", () => {
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
    SMS_GATEWAY: "pigeon",
    SMS_GATEWAY_URL: "http://gateway/?to={to}",
    SMS_SENDER: "longer than eleven",
    SMS_SUCCESS: "(",
    MESSAGE_AGE_HOURS: "25",
    SMTP_URL: "http://mail",
    VAPID_PRIVATE_KEY: "short",
    VAPID_SUBJECT: "somebody",
    WEBHOOK_ALLOW_PRIVATE: "yes",
    SEALING_KEYS: "2:short",
  };
  const message = messageOf(wrong);
  for (const name of [
    ...Object.keys(wrong),
    "SESSION_SECRET",
    "ADMIN_PASSWORD",
    "SMS_KEY",
    "MAIL_FROM",
    "VAPID_PUBLIC_KEY",
  ]) {
    expect(message).toMatch(new RegExp(`^  ${name} must (be|have|look)`, "m"));
  }
});

test.each(["0", "65536", "-1", "3.5", "1e3"])("refuses the PORT %s", (PORT) => {
  expect(messageOf({ PORT })).toContain("PORT must be a port");
});

const ownAdmin = { ADMIN_PHONE: "0244111222", ADMIN_PASSWORD: "long enough" };

test.each([
  [{}, true, false],
  [{ HOST: "localhost" }, true, false],
  [{ HOST: "127.8.0.1", PUBLIC_URL: "http://localhost:4000" }, true, false],
  [{ HOST: "::1" }, true, false],
  [{ DEMO: "0" }, false, false],
  [ownAdmin, false, true],
  [{ HOST: "0.0.0.0" }, false, true],
  [{ HOST: "::" }, false, true],
  [{ HOST: "192.168.1.5" }, false, true],
  [{ HOST: "shop.example" }, false, true],
  [{ PROXIES: "1" }, false, true],
  [{ PUBLIC_URL: "https://shop.example" }, false, true],
])("with %j, opening the demo shop is %s, and the shop being a real one is %s", (env, demo, isReal) => {
  expect(readEnvironment(env)).toMatchObject({ demo, isReal });
});

test("the demo shop cannot have an admin of its own or be reached from elsewhere, because its logins are public", () => {
  const refusal = /^  DEMO must be 0 or left out with (.*): the logins of the demo shop are public$/m;
  const named = (env: NodeJS.ProcessEnv) => refusal.exec(messageOf({ DEMO: "1", ...env }))?.[1];
  expect(named(ownAdmin)).toBe("ADMIN_PHONE and ADMIN_PASSWORD");
  expect(named({ HOST: "0.0.0.0" })).toBe("HOST 0.0.0.0, which others can reach");
  expect(named({ DATABASE_URL: "postgres://me@db/shop", SESSION_SECRET: secret, HOST: "::" })).toBe(
    "HOST ::, which others can reach",
  );
  expect(named({})).toBeUndefined();
});

test("an empty variable counts as not set", () => {
  expect(readEnvironment({ PORT: "", DATABASE_URL: "", DEMO: "" })).toMatchObject({ port: 3000, demo: true });
});

describe("a variable's value in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "cedibook-variables-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test("every variable also works as NAME_FILE, without the line break at the end", () => {
    const found = readEnvironment({
      DATABASE_URL_FILE: file("url", "postgres://me:pass word@db/shop\n"),
      SESSION_SECRET_FILE: file("secret", ` ${secret}\r\n`),
      PORT_FILE: file("port", "4000"),
      PORT: "",
      HEAD_FILE_FILE: file("head", "/srv/head\n"),
    });
    expect(found).toMatchObject({
      databaseUrl: "postgres://me:pass word@db/shop",
      sessionSecret: ` ${secret}`,
      port: 4000,
      headFile: "/srv/head",
    });
  });

  test("a missing or an empty file, and a value that is given twice, are errors, and no error contains a value", () => {
    const message = messageOf({
      SESSION_SECRET_FILE: join(folder, "none"),
      SMS_KEY_FILE: file("empty", "\n"),
      METRICS_TOKEN_FILE: file("token", "tell nobody"),
      ADMIN_PASSWORD_FILE: file("password", "hunter2"),
      ADMIN_PASSWORD: "hunter2hunter2",
    });
    expect(message).toContain(
      `SESSION_SECRET_FILE must name a file with the value: ${folder}/none cannot be read (ENOENT)`,
    );
    expect(message).toContain(`SMS_KEY_FILE must name a file with the value: ${folder}/empty is empty`);
    expect(message).toContain("METRICS_TOKEN must be 16 to 200 letters");
    expect(message).toContain(
      "ADMIN_PASSWORD must be left out with ADMIN_PASSWORD_FILE, or the other way round",
    );
    expect(message).not.toMatch(/hunter2|nobody/);
  });
});

test("the data folder is in XDG_DATA_HOME on Linux, unless DATA_DIR names another", () => {
  const followed = readEnvironment({ XDG_DATA_HOME: "/srv/data" }).dataDir;
  expect(followed === "/srv/data/cedibook").toBe(process.platform === "linux");
  expect(readEnvironment({ XDG_DATA_HOME: "/srv/data", DATA_DIR: "/srv/shop" }).dataDir).toBe("/srv/shop");
});

test("error messages of the environment do not contain secrets", () => {
  const message = messageOf({
    SESSION_SECRET: "too-short-secret",
    ADMIN_PASSWORD: "hunter2",
    METRICS_TOKEN: "tell nobody",
  });
  expect(message).not.toMatch(/too-short-secret|hunter2|nobody/);
});

test("the limits of payments must leave something between them", () => {
  expect(messageOf({ PAYMENT_MIN: "60", PAYMENT_MAX: "50" })).toContain(
    "PAYMENT_MIN must not be more than PAYMENT_MAX",
  );
  expect(messageOf({ PAYMENT_MAX: "6000" })).toContain("PAYMENT_MAX must not be more than PAYMENT_DAY_MAX");
  expect(
    readEnvironment({ PAYMENT_MIN: "60", PAYMENT_MAX: "60", PAYMENT_DAY_MAX: "60" }).payments.limits,
  ).toEqual({ amount_min: 60_00, amount_max: 60_00, day_max: 60_00 });
});

test("a preset SMS gateway needs key and sender; a custom gateway needs only what its URL contains", () => {
  expect(messageOf({ SMS_GATEWAY: "mnotify" })).toMatch(/SMS_KEY must be set.*\n.*SMS_SENDER must be set/);
  expect(messageOf({ SMS_KEY: "k" })).toContain(
    "SMS_GATEWAY or SMS_GATEWAY_URL must be set too, for SMS_KEY",
  );
  expect(messageOf({ SMS_GATEWAY: "hubtel", SMS_KEY: "no-secret", SMS_SENDER: "Shop" })).toContain(
    'SMS_KEY must be "clientId:clientSecret"',
  );
  const url = "https://gateway.example/?to={to}&text={message}";
  const { messages } = readEnvironment({ SMS_GATEWAY_URL: url, SMS_REFUSED: "^4" });
  expect(messages.sms).toMatchObject({ url, key: "", success: /^2\d\d /, refused: /^4/is });
  expect(readEnvironment({}).messages).toMatchObject({ sms: undefined, mail: undefined });
});

test("error messages of the environment contain neither the SMS key nor the mail server's password", () => {
  const message = messageOf({ SMS_KEY: "has space", SMTP_URL: "smpt://me:hunter2@mail", SMS_SENDER: "x" });
  expect(message).toContain("SMS_KEY must be");
  expect(message).not.toMatch(/has space|hunter2/);
});

test("the keys for push notifications must be the two halves of one pair, and errors contain neither", () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const pair = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  const { messages } = readEnvironment({ ...pair, VAPID_SUBJECT: "mailto:me@shop.example" });
  expect(messages).toMatchObject({
    pushKeys: { publicKey, privateKey },
    pushSubject: "mailto:me@shop.example",
  });
  expect(readEnvironment({}).messages).toMatchObject({ pushKeys: undefined, pushSubject: undefined });
  const other = messageOf({ ...pair, VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey });
  expect(other).toContain("VAPID_PUBLIC_KEY must be the other half of VAPID_PRIVATE_KEY");
  expect(messageOf({ VAPID_PUBLIC_KEY: publicKey })).toContain("VAPID_PRIVATE_KEY must be set too");
  expect(other).not.toContain(publicKey);
});

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    readEnvironment(env);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}

test("backups need a public key, and a bucket the access to it", () => {
  const BACKUP_KEY = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";
  const access = { S3_ENDPOINT: "https://s3.example", S3_ACCESS_KEY: "id", S3_SECRET_KEY: "secret" };
  expect(readEnvironment({}).backup).toMatchObject({ target: undefined, s3: undefined });
  expect(readEnvironment({ BACKUP_TARGET: "/backups", BACKUP_KEY, BACKUP_KEEP: "1,2,3" }).backup).toEqual({
    target: "/backups",
    recipient: BACKUP_KEY,
    s3: undefined,
    full_ms: 24 * 60 * 60_000,
    keep: { days: 1, weeks: 2, months: 3 },
  });
  expect(readEnvironment({ BACKUP_TARGET: "s3://b/p", BACKUP_KEY, ...access }).backup).toMatchObject({
    target: "s3://b/p",
    s3: { endpoint: "https://s3.example", region: "auto", accessKeyId: "id", secretAccessKey: "secret" },
  });
  expect(() => readEnvironment({ BACKUP_TARGET: "/backups" })).toThrow("BACKUP_KEY must be set too");
  expect(() => readEnvironment({ BACKUP_TARGET: "s3://b", BACKUP_KEY })).toThrow(
    "S3_ENDPOINT and S3_ACCESS_KEY and S3_SECRET_KEY must be set too, for S3",
  );
  for (const key of ["age1wrong", "AGE-SECRET-KEY-1WRONG"])
    expect(() => readEnvironment({ BACKUP_KEY: key })).toThrow("BACKUP_KEY must be the public key");
  expect(() => readEnvironment({ BACKUP_HOURS: "0" })).toThrow("BACKUP_HOURS must be a number of hours");
  expect(() => readEnvironment({ BACKUP_KEEP: "7" })).toThrow("BACKUP_KEEP must be three numbers");
});
