import { deriveSecrets, type SealingSecrets } from "#api/serve/secrets.ts";
import { migrateJobs } from "#api/messages/jobs.ts";
import { ensureFirstAdmin } from "../admin/make-admin.ts";
import { asApiRole, asAuditorRole } from "../database-url.ts";
import { type OpenDatabase, openDatabase } from "../database.ts";
import { type DemoLogin, openDemoShop, refuseDemoLogins } from "../demo/demo-shop.ts";
import type { Environment } from "../environment.ts";
import { keptSecret, readSealingKeys } from "../keys/sealing-keys.ts";
import { type Logins, setLogins } from "../migrate/logins.ts";
import { migrate, requireMigrated } from "../migrate/migrate.ts";
import { openToolPool } from "../migrate/tool-pool.ts";
import { StartError } from "../postgres/start-error.ts";
import { requireLimitedLogin } from "../migrate/limited-login.ts";

export type OpenShop = Omit<OpenDatabase, "url"> & {
  /** With the API's login, which can't rewrite the log. */
  apiUrl: string;
  /** With the auditor's login, which can only write its own findings. */
  auditorUrl: string;
  sessionSecret: string;
  sealing: SealingSecrets | undefined;
  logins: DemoLogin[];
};

/** Prepares the database before the server starts: migrations, secrets, the demo shop and the first admin. */
export async function openShop(environment: Environment, log: (line: string) => void): Promise<OpenShop> {
  const { url, ...database } = await openDatabase(environment, log);
  try {
    const { api, auditor } = await openLogins(url, environment, log);
    const [apiUrl, auditorUrl] = [asApiRole(api), asAuditorRole(auditor)];
    // With the API's login, because its role owns the queue's tables: their triggers must not run with the owner's rights.
    const jobsPool = openToolPool(apiUrl, "migrate");
    await migrateJobs(jobsPool).finally(() => jobsPool.end());
    const sessionSecret =
      environment.sessionSecret ?? (await keptSecret(environment.dataDir, "session-secret"));
    const sealing = await readSealingKeys(environment);
    const { logins } = environment.demo
      ? await openDemoShop({ databaseUrl: apiUrl, secrets: deriveSecrets(sessionSecret, sealing), log })
      : { logins: [] };
    if (environment.isReal && !environment.demo) await refuseDemoLogins(apiUrl);
    if (!environment.demo) await ensureFirstAdmin(apiUrl, environment.admin, log);
    return { ...database, apiUrl, auditorUrl, sessionSecret, sealing, logins };
  } catch (error) {
    const explained = await database.explain(error);
    // After a full disk the server may be down already, or unable to write its last checkpoint.
    await database.close(true).catch(() => {});
    throw explained;
  }
}

/** Makes the logins of the embedded database. With DATABASE_URL, the owner has made them with npm run migrate. */
async function openLogins(
  url: string,
  { databaseUrl, auditorUrl, dataDir }: Environment,
  log: (line: string) => void,
): Promise<Logins> {
  if (databaseUrl === undefined) {
    const { applied } = await migrate(url);
    if (applied.length > 0) log(`Database brought up to date (${applied.join(", ")}).`);
    return setLogins(url, {
      api: await keptSecret(dataDir, "api-password"),
      auditor: await keptSecret(dataDir, "auditor-password"),
    });
  }
  await requireLimitedLogin(databaseUrl, { variable: "DATABASE_URL", role: "cedibook_api" });
  if (auditorUrl === undefined)
    throw new StartError(
      "AUDITOR_DATABASE_URL must be set with DATABASE_URL: npm run migrate -- logins prints both, if the login of the database's owner is in DATABASE_URL.",
    );
  await requireLimitedLogin(auditorUrl, { variable: "AUDITOR_DATABASE_URL", role: "cedibook_auditor" });
  await requireMigrated(databaseUrl);
  return { api: databaseUrl, auditor: auditorUrl };
}
