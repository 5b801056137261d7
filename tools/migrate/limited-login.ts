import { withClient } from "#ledger/connect/connect.ts";
import type { ServerRole } from "../database-url.ts";
import { StartError } from "../postgres/start-error.ts";

/** What a login of the server must be: a member of its role, and of no role with other powers over the shop. */
export interface Demand {
  /** The variable with the address. */
  variable: string;
  role: ServerRole;
}

/** @throws StartError if the server should not run with this login */
export async function requireLimitedLogin(url: string, { variable, role }: Demand): Promise<void> {
  const { login, powers, isMember } = await readLogin(url, role);
  if (powers.length === 0 && isMember) return;
  // A superuser has all the others too.
  const shown = powers.includes("superuser") ? "superuser" : powers.join(", ");
  const reason =
    powers.length > 0 ? `which can do more than the server may (${shown})` : `not one of the server's`;
  throw new StartError(
    `${variable} has the login ${login}, ${reason}. Run npm run migrate -- logins with the login of the database's ` +
      "owner in DATABASE_URL, and start the server with the two addresses that it prints.",
  );
}

/** Whether it is the login of the owner or of another powerful user, who can migrate. */
export async function isPowerful(url: string): Promise<boolean> {
  return (await readLogin(url, "cedibook_api")).powers.length > 0;
}

async function readLogin(url: string, role: ServerRole) {
  return withClient(url, "start", async (client) => {
    const { rows } = await client.query<{ login: string; powers: string[]; isMember: boolean }>(text, [role]);
    return rows[0]!;
  });
}

/** A login can become each role that it is a member of, also through other roles. */
const text = `
  with own as (select * from pg_roles where pg_has_role(session_user, oid, 'member')),
  power as (
    select 'superuser' as name from own where rolsuper
    union select 'makes roles' from own where rolcreaterole
    union select 'makes databases' from own where rolcreatedb
    union select 'replicates' from own where rolreplication
    union select 'skips row security' from own where rolbypassrls
    union select rolname from own where rolname ~ '^pg_(read|write|execute)_'
    union select 'is also ' || rolname from own
      where rolname in ('cedibook_api', 'cedibook_auditor') and rolname <> $1
    union select 'owns the database' from own join pg_database on datdba = own.oid
      where datname = current_database()
    union select 'owns the tables' from own join pg_namespace on nspowner = own.oid
      where nspname in ('ledger', 'audit', 'shop')
    union select 'owns the tables' from own join pg_class c on relowner = own.oid
      join pg_namespace n on n.oid = relnamespace where nspname in ('ledger', 'audit', 'shop')
  )
  select session_user as login, array(select name::text from power order by name) as powers,
    exists (select from own where rolname = $1) as "isMember"`;
