/**
 * The two logins that the server uses, each with one role and no other power. Roles belong to the whole PostgreSQL server,
 * which may have the databases of several shops. So each database has logins of its own, named after it.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { createClient } from "#ledger/connect/connect.ts";
import { withLogin } from "#ledger/connect/database-url.ts";
import type { ServerRole } from "../database-url.ts";
import { explainFailure, StartError } from "../postgres/start-error.ts";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The passwords of both logins, or the addresses that contain them. */
export interface Logins {
  api: string;
  auditor: string;
}

/** The logins by database. PostgreSQL would cut a longer name, and then two databases could share a login. */
export function loginName(role: ServerRole, database: string): string {
  const name = `${role}_${database}`;
  if (Buffer.byteLength(name) <= name_bytes_max) return name;
  return `${role}_${createHash("sha256").update(database).digest("hex").slice(0, 32)}`;
}

const name_bytes_max = 63;
/** Key of an advisory lock: any number that nothing else in this database uses. */
const logins_lock = 5_009;

export function newPasswords(): Logins {
  const password = () => randomBytes(24).toString("base64url");
  return { api: password(), auditor: password() };
}

/**
 * Makes the logins, or gives them these passwords. Returns the addresses that the server connects with. `keep` gets them
 * before the passwords are valid: if it fails, nothing has changed.
 * @throws StartError if the owner's login may not do that
 */
export async function setLogins(
  ownerUrl: string,
  passwords: Logins,
  keep?: (addresses: Logins) => Promise<void>,
): Promise<Logins> {
  return changeLogins(ownerUrl, async (client, database) => {
    const give = async (role: ServerRole, password: string) => {
      await giveLogin(client, role, database, password);
      return withLogin(ownerUrl, loginName(role, database), password);
    };
    const addresses = {
      api: await give("cedibook_api", passwords.api),
      auditor: await give("cedibook_auditor", passwords.auditor),
    };
    await keep?.(addresses);
    return addresses;
  });
}

/** Lets the logins into this database if they were made before, perhaps for an earlier database of this name. */
export async function keepLogins(ownerUrl: string): Promise<boolean> {
  return changeLogins(ownerUrl, async (client, database) => {
    const names = [loginName("cedibook_api", database), loginName("cedibook_auditor", database)];
    const { rowCount } = await client.query("select from pg_roles where rolname = any($1)", [names]);
    if (rowCount !== names.length) return false;
    for (const name of names) await admit(client, name, database);
    return true;
  });
}

async function changeLogins<T>(
  ownerUrl: string,
  work: (client: pg.Client, database: string) => Promise<T>,
): Promise<T> {
  const client = createClient(ownerUrl, "logins");
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [logins_lock]);
    const { rows } = await client.query<{ database: string }>("select current_database() as database");
    const result = await work(client, rows[0]!.database);
    await client.query("commit");
    return result;
  } catch (error) {
    throw explained(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function giveLogin(client: pg.Client, role: ServerRole, database: string, password: string) {
  const name = loginName(role, database);
  const login = pg.escapeIdentifier(name);
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  if (rowCount === 0) await client.query(`create role ${login} login`);
  await client.query(`grant ${role} to ${login}`);
  await client.query(`alter role ${login} password ${pg.escapeLiteral(scramVerifier(password))}`);
  await admit(client, name, database);
}

/**
 * The login's role has the same rights in the database of another shop, so only its own logins may connect to each. Done
 * once, so that the owner may admit others.
 */
async function admit(client: pg.Client, name: string, database: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_database, aclexplode(datacl) acl
     where datname = $1 and acl.grantee = $2::regrole and acl.privilege_type = 'CONNECT'`,
    [database, pg.escapeIdentifier(name)],
  );
  if (rowCount !== 0) return;
  const [login, db] = [name, database].map((text) => pg.escapeIdentifier(text));
  await client.query(`revoke connect on database ${db} from public`);
  await client.query(`grant connect, temporary on database ${db} to ${login}`);
}

function explained(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== "42501") return error;
  return new StartError(
    `The login of DATABASE_URL may not make the server's logins (${error.message}): give it CREATEROLE, or use a superuser's.`,
    { cause: error },
  );
}

const iterations = 4096;

/**
 * What PostgreSQL stores of a password (RFC 5803). A statement that sets a password contains only this, because statements
 * can end up in the server's log.
 * @param password in ASCII
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const server = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${server}`;
}

/** The addresses of the server's logins as files, for servers that take them as DATABASE_URL_FILE and AUDITOR_DATABASE_URL_FILE. */
const names = { api: "database-url", auditor: "auditor-database-url" };

/** Writes both files, readable by this user alone. @throws StartError if the folder can't be written */
export async function writeLoginFiles(folder: string, addresses: Logins): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAddress(join(folder, names.api), addresses.api);
    await writeAddress(join(folder, names.auditor), addresses.auditor);
  } catch (error) {
    throw explainFailure(error, `the folder ${folder}, which gets the addresses of the logins`);
  }
}

export async function haveLoginFiles(folder: string): Promise<boolean> {
  const found = Object.values(names).map((name) => access(join(folder, name)));
  return (await Promise.allSettled(found)).every(({ status }) => status === "fulfilled");
}

/** A server that starts meanwhile reads the old address or the new one, never half of it. */
async function writeAddress(file: string, address: string): Promise<void> {
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${address}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(unfinished, file);
}
