/** What the server's logins cannot do, whatever statements somebody makes them run. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { withDatabase, withLogin } from "#ledger/connect/database-url.ts";
import { asApiRole, asAuditorRole, type ServerRole } from "../database-url.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { keepLogins, loginName, newPasswords, setLogins } from "./logins.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let owner: pg.Client;
let ownerName: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connect(database.ownerUrl);
  ({ name: ownerName } = (await owner.query<{ name: string }>("select session_user as name")).rows[0]!);
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(url, "test"));
  await client.connect();
  return client;
}

/** Refused for both logins, with the role that the server takes and after leaving it. */
const forbidden = [
  "set role OWNER",
  "set role pg_execute_server_program",
  "set session authorization OWNER",
  "set session_replication_role = replica",
  "alter table ledger.event disable trigger append_only",
  "alter table ledger.event owner to current_user",
  "drop trigger append_only on ledger.event",
  "update ledger.event set data = '{}'",
  "delete from ledger.event",
  "truncate ledger.event",
  "create trigger spy before insert on ledger.event for each row execute function ledger.refuse_rewriting()",
  "copy ledger.head to program 'true'",
  "copy ledger.head to '/tmp/head'",
  "select pg_read_file('/etc/passwd')",
  "create function public.digest() returns int language sql return 1",
  "create operator public.= (function = int8eq, leftarg = bigint, rightarg = bigint)",
  "create function ledger.digest() returns int language sql return 1",
  "create function shop.digest() returns int language sql return 1",
  "create function audit.digest() returns int language sql return 1",
  "create schema more",
  "create role friend superuser",
  "alter role current_user superuser",
  "alter role cedibook_api superuser",
  "select rolpassword from pg_authid",
  "grant OWNER to current_user",
];

const forApi = [
  "set role cedibook_auditor",
  "update audit.state set position = 0",
  "update audit.books set findings = '[]'",
  "insert into audit.books (checked_at, took_ms, position, hash, findings) values (now(), 0, 0, '', '[]')",
  "delete from audit.daily_head",
  "update audit.verification set findings = '[]', finished_at = now()",
  "insert into audit.verification (asked_by, finished_at, findings) values ('system', now(), '[]')",
  "truncate audit.amount",
  "update audit.alone_day set count = 0",
  "insert into audit.incident (findings) values ('[]')",
  "update audit.incident set ended_at = now()",
];

const forAuditor = [
  "set role cedibook_api",
  "insert into ledger.event select * from ledger.event limit 0",
  "insert into ledger.command select * from ledger.command limit 0",
  "update ledger.head set position = 0",
  "update ledger.wallet set balance = 0",
  'select password_hash from shop."user"',
  "insert into shop.attempt select * from shop.attempt limit 0",
  "update shop.message_follower set position = 0",
  "select * from jobs.migrations",
];

describe.each([
  { who: "API", url: () => database.apiUrl, more: forApi },
  { who: "auditor", url: () => database.auditorUrl, more: forAuditor },
])("the $who's login", ({ url, more }) => {
  let client: pg.Client;
  beforeAll(async () => (client = await connect(url())));
  afterAll(() => client.end());

  test.each([...forbidden, ...more])("may not: %s", async (statement) => {
    const text = statement.replace("OWNER", pg.escapeIdentifier(ownerName));
    // "None" is the login itself. A reset goes back to the role that the address names.
    for (const role of ["set role none", "reset role"]) {
      await client.query(role);
      await client.query("begin");
      await expect(client.query(text)).rejects.toMatchObject({ code: "42501" });
      await client.query("rollback");
    }
  });

  test("has no powers of its own and may become nobody but its role", async () => {
    const { rows } = await client.query<{ name: string; powers: boolean }>(
      `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powers
       from pg_roles where pg_has_role(session_user, oid, 'member') order by length(rolname)`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.map(({ powers }) => powers)).toEqual([false, false]);
    expect(rows[1]?.name.startsWith(`${rows[0]?.name}_`)).toBe(true);
  });
});

test("the API may ask for a verification", async () => {
  const api = await connect(database.apiUrl);
  await api.query("insert into audit.verification (asked_by) values ('somebody')");
  const { rows } = await api.query("select asked_by, finished_at from audit.verification");
  expect(rows).toEqual([{ asked_by: "somebody", finished_at: null }]);
  await api.end();
});

test("a database that let everybody create functions in public does so no longer", async () => {
  const { rows } = await owner.query<{ may: boolean }>(
    "select has_schema_privilege('public', 'public', 'create') as may",
  );
  expect(rows).toEqual([{ may: false }]);
});

test("each database has its own logins, whose new passwords leave those of another database working", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const first = await setLogins(one.ownerUrl, newPasswords());
  const others = await setLogins(other.ownerUrl, newPasswords());
  const renewed = await setLogins(one.ownerUrl, newPasswords());
  for (const url of [renewed.api, renewed.auditor, others.api, others.auditor])
    await (await connect(url)).end();
  await expect(connect(first.api)).rejects.toMatchObject({ code: "28P01" });
  // Its role has rights in every database of the server.
  const database = new URL(other.ownerUrl).pathname.slice(1);
  await expect(connect(withDatabase(renewed.api, database))).rejects.toMatchObject({ code: "42501" });
  await Promise.all([one.drop(), other.drop()]);
});

test("the logins keep their passwords if their database is made anew, and others may connect if the owner says so", async () => {
  const own = await createTestDatabase();
  expect(await keepLogins(own.ownerUrl)).toBe(false);
  const { api } = await setLogins(own.ownerUrl, newPasswords());
  const name = new URL(own.ownerUrl).pathname.slice(1);
  await owner.query(`drop database ${name}`);
  await owner.query(`create database ${name} template ${inject("testDatabases").template}`);
  await (await connect(own.apiUrl)).end();
  expect(await keepLogins(own.ownerUrl)).toBe(true);
  await (await connect(api)).end();
  await expect(connect(own.apiUrl)).rejects.toMatchObject({ code: "42501" });
  await owner.query(`grant connect on database ${name} to public`);
  expect(await keepLogins(own.ownerUrl)).toBe(true);
  await (await connect(own.apiUrl)).end();
  await own.drop();
});

test("logins of databases with long names differ, and fit into PostgreSQL's limit", () => {
  const long = "é".repeat(31);
  const names = [`${long}1`, `${long}2`, "shop"].map((name) => loginName("cedibook_auditor", name));
  expect(new Set(names).size).toBe(3);
  expect(names.every((name) => Buffer.byteLength(name) <= 63)).toBe(true);
  expect(names[2]).toBe("cedibook_auditor_shop");
});

test("an owner who is no superuser can migrate and make the logins", async () => {
  const name = `cedibook_test_owner_${randomBytes(4).toString("hex")}`;
  await owner.query(`create role ${name} login createrole password 'of the owner'`);
  await owner.query(`grant cedibook_api, cedibook_auditor to ${name} with admin option`);
  await owner.query(`create database ${name} owner ${name}`);
  const ownerUrl = withLogin(withDatabase(database.ownerUrl, name), name, "of the owner");
  await migrate(ownerUrl);
  const { api, auditor } = await setLogins(ownerUrl, newPasswords());
  for (const url of [asApiRole(api), asAuditorRole(auditor)]) {
    const client = await connect(url);
    expect((await client.query("select position from ledger.head")).rows).toEqual([{ position: 0 }]);
    await client.end();
  }
  await owner.query(`drop database ${name} with (force)`);
  for (const role of ["cedibook_api", "cedibook_auditor"])
    await owner.query(`drop role ${loginName(role as ServerRole, name)}`);
  await owner.query(`drop role ${name}`);
});
