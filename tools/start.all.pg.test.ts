import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWeb, builtWeb } from "./build-web.ts";
import { asApiRole } from "./database-url.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import pg from "pg";
import { quitPostmaster } from "./postgres/postmaster.ts";
import { runningPostgres } from "./postgres/owner-lock.ts";
import { ownPort } from "./testing/own-port.ts";

// npm start as its user sees it: a process, its output and its exit code.

const start = join(import.meta.dirname, "start.ts");
const isRoot = process.getuid?.() === 0;

let folder: string;
let running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cedibook-start-"));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) await end(child, "SIGKILL");
  running = [];
  await quitPostmaster(join(folder, "data/postgres"));
  rmSync(folder, { recursive: true, force: true });
});

describe("npm start fails with one clear sentence, an exit code and no stack trace", () => {
  test("when its port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const words = await failedStart({ PORT: String(port) });
    expect(words).toBe(
      `Port ${port} is taken by another program: stop that one, or choose another with PORT.`,
    );
    other.close();
  });

  test("when the data folder is from another major version of PostgreSQL", async () => {
    mkdirSync(join(folder, "data/postgres"), { recursive: true });
    writeFileSync(join(folder, "data/postgres/PG_VERSION"), "15\n");
    const words = await failedStart({});
    expect(words).toMatch(/^The data folder .* was made by PostgreSQL 15, but this is PostgreSQL 18: .*\.$/);
    expect(readFileSync(join(folder, "data/postgres/PG_VERSION"), "utf8")).toBe("15\n");
  });

  test("when it may not write to the data folder", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o555 });
    const main = isRoot ? startAsNobody() : start;
    const words = await failedStart({ DATA_DIR: join(closed, "data") }, main);
    expect(words).toMatch(/^No permission to write the data folder .*\.$/);
  });

  test("when the data folder is a file", async () => {
    writeFileSync(join(folder, "data"), "");
    expect(await failedStart({})).toMatch(/^A file is in the way of the data folder .*\.$/);
  });

  test("when environment variables are wrong, and names all of them", async () => {
    const words = await failedStart({ PORT: "http", DEMO: "maybe" });
    expect(words.split("\n")).toHaveLength(3);
  });

  test("when the database does not answer", async () => {
    const env = {
      DATABASE_URL: `postgres://me@127.0.0.1:${await ownPort()}/shop`,
      SESSION_SECRET: "s".repeat(32),
    };
    expect(await failedStart(env)).toMatch(/^The database of DATABASE_URL can't be reached: .*ECONNREFUSED/);
  });
});

describe("with a configured database", () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
  });
  afterEach(async () => {
    await owner.end();
    await database.drop();
  });

  const envOf = (api: string, auditor: string) => ({
    DATABASE_URL: api,
    AUDITOR_DATABASE_URL: auditor,
    SESSION_SECRET: "s".repeat(32),
  });

  test("npm start explains a database that is not migrated, and one of a newer Cedibook", async () => {
    const env = envOf(database.apiUrl, database.auditorUrl);
    await owner.query("create table kept as table kysely_migration; delete from kysely_migration");
    const asOwner = { ...env, DATABASE_URL: database.ownerUrl };
    const refused = await failedStart(asOwner, join(import.meta.dirname, "migrate.ts"));
    expect(refused).toMatch(/^Migration 0001_\w+ failed, and nothing was changed: .*\.$/);
    expect(await failedStart(env)).toMatch(
      /^The database is not up to date \(0001_log, .*\): run npm run migrate with the login of its owner in DATABASE_URL\.$/,
    );
    await owner.query(
      "insert into kysely_migration table kept; insert into kysely_migration values ('9999_later', now())",
    );
    expect(await failedStart(env)).toMatch(
      /^The database has other migrations than this Cedibook \(.*9999_later.*\): .*\.$/,
    );
  });

  test("npm start refuses the owner's login, one login for both roles, and a missing auditor", async () => {
    const advice = /Run npm run migrate -- logins with the login of the database's owner in DATABASE_URL/;
    const asOwner = await failedStart(envOf(database.ownerUrl, database.auditorUrl));
    expect(asOwner).toMatch(
      /^DATABASE_URL has the login \w+, which can do more than the server may \(superuser\)\./,
    );
    expect(asOwner).toMatch(advice);
    expect(await failedStart(envOf(asApiRole(database.ownerUrl), database.auditorUrl))).toMatch(advice);
    expect(await failedStart(envOf(database.apiUrl, database.apiUrl))).toMatch(
      /^AUDITOR_DATABASE_URL has the login \w+, which can do more than the server may \(is also cedibook_api\)/,
    );
    expect(await failedStart(envOf(database.apiUrl, ""))).toMatch(/^AUDITOR_DATABASE_URL must be set/);
  });

  test("npm run migrate prints the logins once, and npm start runs with them", async () => {
    const migrated = (...args: string[]) => {
      const asOwner = { ...envOf(database.ownerUrl, ""), DATA_DIR: folder };
      return printed(spawnStart(asOwner, join(import.meta.dirname, "migrate.ts"), args));
    };
    const first = addressesOf(await migrated());
    expect(await migrated()).toBe("The database is up to date.");
    const { child } = await readyShop(envOf(...first));
    const second = addressesOf(await migrated("logins"));
    await end(child, "SIGTERM");
    expect(await failedStart(envOf(...first))).toMatch(/password authentication failed/);
    await endsWell(await readyShop(envOf(...second)));
  });

  test("npm run migrate writes the logins to files that only their owner can read, and npm start runs with them", async () => {
    const logins = join(folder, "logins");
    const files = [join(logins, "database-url"), join(logins, "auditor-database-url")];
    const migrate = (...args: string[]) =>
      spawnStart(
        { ...envOf(database.ownerUrl, ""), DATA_DIR: folder },
        join(import.meta.dirname, "migrate.ts"),
        [...args, "--logins-folder", logins],
      );
    const first = await printed(migrate());
    expect(first).not.toMatch(/postgres:|PASSWORD=|URL=/);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    const contents = () => files.map((file) => readFileSync(file, "utf8"));
    const before = contents();
    expect(await printed(migrate())).toBe("The database is up to date.");
    expect(contents()).toEqual(before);
    const fromFiles = {
      DATABASE_URL_FILE: files[0]!,
      AUDITOR_DATABASE_URL_FILE: files[1]!,
      SESSION_SECRET: "s".repeat(32),
    };
    const { child } = await readyShop(fromFiles);
    await end(child, "SIGTERM");

    // A lost file does not change the logins by itself: other servers may use them.
    rmSync(files[1]!);
    const { child: refused, words } = migrate();
    await once(refused, "close");
    expect(refused.exitCode).toBe(1);
    expect(words()).toContain("The server's logins exist, but");
    await printed(migrate("logins"));
    expect(contents().some((content, index) => content === before[index])).toBe(false);
    await endsWell(await readyShop(fromFiles));
  });

  test("logins whose files cannot be written are not made", async () => {
    const main = join(import.meta.dirname, "migrate.ts");
    const asOwner = { ...envOf(database.ownerUrl, ""), DATA_DIR: folder };
    writeFileSync(join(folder, "file"), "");
    const { child, words } = spawnStart(asOwner, main, ["--logins-folder", join(folder, "file")]);
    await once(child, "close");
    expect(child.exitCode).toBe(1);
    expect(words()).toContain("A file is in the way of the folder");
    expect(await printed(spawnStart(asOwner, main))).toMatch(/^DATABASE_URL=/m);
  });

  test("npm run migrate -- --plan lists the migrations that would run and changes nothing", async () => {
    const main = join(import.meta.dirname, "migrate.ts");
    const plan = () => spawnStart({ ...envOf(database.ownerUrl, ""), DATA_DIR: folder }, main, ["--plan"]);
    expect(await printed(plan())).toBe("The database is up to date.");
    await owner.query(
      "drop schema audit, ledger, shop, jobs cascade; drop table kysely_migration, kysely_migration_lock",
    );
    const would = await printed(plan());
    expect(would).toMatch(/^Would apply 0001_log, 0002_\w+, .*\.$/);
    const { rows } = await owner.query(
      "select to_regclass('kysely_migration') as migrations, to_regnamespace('ledger') as ledger",
    );
    expect(rows).toEqual([{ migrations: null, ledger: null }]);
    const logins = await owner.query(
      "select from pg_roles where rolname ~ ('_' || current_database() || '$')",
    );
    expect(logins.rowCount).toBe(0);
    const applied = await printed(spawnStart({ ...envOf(database.ownerUrl, ""), DATA_DIR: folder }, main));
    expect(applied).toContain(would.replace("Would apply", "Applied"));
    await owner.query("insert into kysely_migration values ('9999_later', now())");
    const { child, words } = plan();
    await once(child, "close");
    expect(child.exitCode).toBe(1);
    expect(words()).toMatch(
      /^The database has other migrations than this Cedibook \(9999_later is unknown\)/,
    );
  });

  const addressesOf = (words: string): [string, string] => {
    const [, api = "", auditor = ""] = /^DATABASE_URL=(.*)\nAUDITOR_DATABASE_URL=(.*)$/m.exec(words) ?? [];
    return [api, auditor];
  };
});

/** What a command prints that succeeds. */
async function printed({ child, words }: { child: ChildProcess; words: () => string }): Promise<string> {
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  return words().trim();
}

/** The demo shop is set up twice, which takes half a minute on a quiet machine and four times as long beside browsers. */
const demo_ms_max = 300_000;

test(
  "npm start explains a database that ends during the demo setup, and the next start continues and has play money",
  async () => {
    const { child, words } = spawnStart({ PORT: String(await ownPort()), DEMO: "1" });
    const closed = once(child, "close");
    await new Promise<void>((resolve) => {
      child.stdout?.on("data", () => {
        if (words().includes("Opening the demo shop")) resolve();
      });
    });
    await quitPostmaster(join(folder, "data/postgres"));
    await closed;
    expect(child.exitCode).toBe(1);
    expect(words().trim().split("\n").at(-1)).toMatch(
      /^The database stopped while the shop was being opened: .*postgres\.log says why\.$/,
    );
    expect(words()).not.toMatch(/^\s+at /m);
    const { child: next, words: said } = await readyShop({ DEMO: "1" });
    await end(next, "SIGTERM");
    expect(next.exitCode).toBe(0);
    expect(said()).toContain("Payments are play money.");
    // The folder of the demo shop does not become a real shop whose admin everybody knows.
    for (const env of [{ HOST: "0.0.0.0" }, ownAdmin])
      expect(await failedStart(env)).toMatch(
        /^The database has the demo shop, and its public passwords still work for 0240000009, 0245550101, 0205550102, 0275550103: .*\.$/m,
      );
  },
  demo_ms_max,
);

const ownAdmin = { ADMIN_PHONE: "0244111222", ADMIN_PASSWORD: "long-and-unusual" };

test("npm start with an admin of its own opens no demo shop and has no play money, also with the embedded database", async () => {
  const { child, url, words } = await readyShop({ ...ownAdmin, DEMO: "" });
  expect(words()).toContain("Made the first admin: 0244111222.");
  expect(words()).not.toContain("demo");
  expect(words()).not.toContain("play money");
  const login = (userPhone: string, password: string) =>
    fetch(`${url}api/user/login`, { method: "POST", body: JSON.stringify({ userPhone, password }) });
  expect((await login("0240000009", "admin-demo")).status).toBe(401);
  expect((await login(ownAdmin.ADMIN_PHONE, ownAdmin.ADMIN_PASSWORD)).status).toBe(200);
  await end(child, "SIGTERM");
  const again = await readyShop({ ...ownAdmin, ADMIN_PHONE: "0244111223" });
  expect(again.words()).toContain("ADMIN_PHONE is not used, because the shop has an admin.");
});

test("the command line makes an admin beside a running shop, and says that a password is missing", async () => {
  const { child, url } = await readyShop({ ...ownAdmin, DEMO: "" });
  const make = (input: string) =>
    new Promise<{ code: number | null; words: string }>((resolve) => {
      const script = join(import.meta.dirname, "admin.ts");
      const env = { ...process.env, DATABASE_URL: undefined, DATA_DIR: join(folder, "data") };
      const tool = spawn(process.execPath, [script, "make", "0244333444"], { env });
      let words = "";
      for (const stream of [tool.stdout, tool.stderr])
        stream.on("data", (chunk: Buffer) => (words += chunk.toString()));
      tool.on("close", (code) => resolve({ code, words }));
      tool.stdin.end(input);
    });
  expect(await make("")).toEqual({
    code: 1,
    words: "No password was given: type it at the prompt, or send it as a line of standard input.\n",
  });
  const made = await make("another-long-one\n");
  expect(made.words).toContain("0244333444 is an admin.");
  expect(made.code).toBe(0);
  const login = { userPhone: "0244333444", password: "another-long-one" };
  const answer = await fetch(`${url}api/user/login`, { method: "POST", body: JSON.stringify(login) });
  expect(answer.status).toBe(200);
  await end(child, "SIGTERM");
});

describe("with NODE_ENV=production", () => {
  /** Refuses packages that `npm ci --omit=dev` would not install. */
  const lean = (script: string) => {
    const lock = pathToFileURL(join(import.meta.dirname, "../package-lock.json"));
    const hook = join(folder, "lean.mjs");
    writeFileSync(
      hook,
      `import { registerHooks } from "node:module";
       import { readFileSync } from "node:fs";
       const { packages } = JSON.parse(readFileSync(new URL(${JSON.stringify(lock.href)}), "utf8"));
       registerHooks({
         resolve(name, from, next) {
           const found = next(name, from);
           const [, path] = /^.*?\\/(node_modules\\/(?:.*\\/node_modules\\/)?(?:@[^/]+\\/)?[^/]+)/.exec(found.url) ?? [];
           if (packages[path]?.dev) throw new Error(path + " is a development package, loaded by " + from.parentURL);
           return found;
         },
       });
       await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, script)).href)});`,
    );
    return hook;
  };

  test("npm start runs the shop with its page and loads no development package", async () => {
    await buildWeb(() => {});
    const production = { NODE_ENV: "production" };
    const { child, url, words } = await readyShop({ ...production, ...ownAdmin }, lean("start.ts"));
    expect(words()).not.toContain("Building");
    expect(await (await fetch(url)).text()).toContain("<script");
    const { child: tool, words: said } = spawnStart(production, lean("admin.ts"), ["make", "0244333444"]);
    await once(tool, "close");
    expect(said()).toBe(
      "No password was given: type it at the prompt, or send it as a line of standard input.\n",
    );
    await end(child, "SIGTERM");
    expect(child.exitCode).toBe(0);
  });

  test("the command lines load no development package", async () => {
    const usages: Record<string, RegExp> = { migrate: /^usage: /, keys: /^usage: /i, ledger: /^usage: /i };
    for (const [name, usage] of Object.entries(usages)) {
      const { child, words } = spawnStart({ NODE_ENV: "production" }, lean(`${name}.ts`), ["nonsense"]);
      await once(child, "close");
      expect(words(), name).toMatch(usage);
    }
  });

  test("a missing page is explained", async () => {
    await expect(builtWeb(folder)).rejects.toThrow(/^The page is not built, .*: run `npm run build`/);
  });
});

describe("a shop run by npm start", () => {
  test("starts, stops on SIGTERM together with its database, and starts again without the work of a first start", async () => {
    const first = await readyShop();
    expect(await (await fetch(first.url)).text()).toContain("<");
    await endsWell(first);
    // A slow machine may report a query that was late, in between.
    expect(first.words()).toMatch(/Stopping …\n(?:\{.*\n)*Stopped\.\n$/);
    expect(postmasterPid(join(folder, "data"))).toBeUndefined();

    // Quickly: it does nothing of a first start again.
    const firstWork = /brought up to date|Opening the demo shop|Building the page/;
    expect(first.words()).toMatch(firstWork);
    const second = await readyShop();
    expect(second.words()).not.toMatch(firstWork);
  });

  test("connects with logins of its own, also on the data folder of an older Cedibook", async () => {
    const data = join(folder, "data");
    const files = ["api-password", "auditor-password"].map((name) => join(data, name));
    const first = await readyShop();
    await end(first.child, "SIGTERM");
    const before = files.map((file) => readFileSync(file, "utf8"));
    for (const file of files) rmSync(file);
    await readyShop();
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(files.map((file) => readFileSync(file, "utf8"))).not.toEqual(before);
    const owner = new pg.Client({ connectionString: await runningPostgres(data) });
    await owner.connect();
    const logins = async () => {
      const { rows } = await owner.query<{ usename: string }>(
        "select distinct usename from pg_stat_activity where application_name ~ '^cedibook' order by 1",
      );
      return rows.map(({ usename }) => usename);
    };
    const expected = ["cedibook_api_postgres", "cedibook_auditor_postgres"];
    await expect.poll(logins).toEqual(expected);
    await owner.end();
  });

  test("takes over its running database after kill -9 of the shop alone", async () => {
    const first = await readyShop();
    const pid = postmasterPid(join(folder, "data"));
    await end(first.child, "SIGKILL");
    const second = await readyShop();
    expect(second.words()).toContain("Taking over the database that was left running");
    expect(postmasterPid(join(folder, "data"))).toBe(pid);
    await endsWell(second);
  });

  test("recovers after kill -9 of the shop and its database", async () => {
    const first = await readyShop();
    process.kill(postmasterPid(join(folder, "data")) ?? 0, "SIGKILL");
    await end(first.child, "SIGKILL");
    const second = await readyShop();
    expect(second.words()).not.toContain("Taking over");
  });

  test("keeps running when a second shop on the same data folder is refused", async () => {
    const first = await readyShop();
    const words = await failedStart({});
    expect(words).toMatch(/^Cedibook already runs on the data folder .* \(process \d+\): stop it first\.$/);
    expect((await fetch(first.url)).ok).toBe(true);
  });
});

type Shop = { child: ChildProcess; url: string; words: () => string };

async function readyShop(env: Record<string, string> = {}, main = start): Promise<Shop> {
  const port = await ownPort();
  const { child, words } = spawnStart({ PORT: String(port), ...env }, main);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", () => {
      if (words().includes("Ready on ")) resolve();
    });
    child.on("exit", () => reject(new Error(`the shop did not start: ${words()}`)));
  });
  return { child, url: `http://127.0.0.1:${port}/`, words };
}

async function failedStart(env: Record<string, string>, main = start): Promise<string> {
  const { child, words } = spawnStart({ PORT: String(await ownPort()), ...env }, main);
  await once(child, "close");
  expect(child.exitCode).toBe(1);
  expect(words()).not.toMatch(/^\s+at /m);
  return words().trim();
}

function spawnStart(
  env: Record<string, string>,
  main = start,
  args: string[] = [],
): { child: ChildProcess; words: () => string } {
  const plain = { PATH: process.env["PATH"], HOME: folder, DATA_DIR: join(folder, "data"), DEMO: "0" };
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...plain, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, words: () => text };
}

/** A shop that has no database of its own must be gone before the test drops that: the drop waits for its connections. */
async function endsWell({ child }: Shop): Promise<void> {
  await end(child, "SIGTERM");
  expect(child.exitCode).toBe(0);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

/**
 * Root may write everywhere, so a run as root switches to another user. That user can't read code under /root, so all
 * the code is loaded before the switch.
 */
function startAsNobody(): string {
  const loaded = ["build-web", "environment", "start/open-shop", "postgres/ports", "start/stop-request"];
  const urls = [
    ...loaded.map((name) => pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href),
    "data:text/javascript,process.setgid(65534);process.setuid(65534)",
    pathToFileURL(start).href,
  ];
  const main = join(folder, "start-as-nobody.mjs");
  writeFileSync(main, urls.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
  return main;
}

function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
}
