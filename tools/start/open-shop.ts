import { deriveSecrets, type SealingSecrets } from "#api/auth/secrets.ts";
import { ensureFirstAdmin } from "../admin/first-admin.ts";
import { asApiRole } from "../database-url.ts";
import { type OpenDatabase, openDatabase } from "../database.ts";
import { refuseDemoLogins } from "../demo/demo-logins.ts";
import { type DemoLogin, openDemoShop } from "../demo/demo-shop.ts";
import type { Environment } from "../environment.ts";
import { readSealingKeys } from "../keys/sealing-keys.ts";
import { migrate } from "../migrate/migrate.ts";
import { readSessionSecret } from "./session-secret.ts";

export type OpenShop = OpenDatabase & {
  /** The API's URL, with the role that can't rewrite the log. */
  apiUrl: string;
  sessionSecret: string;
  sealing: SealingSecrets | undefined;
  logins: DemoLogin[];
};

/** Prepares the database before the server starts: migrations, the session secret, the demo shop and the first admin. */
export async function openShop(environment: Environment, log: (line: string) => void): Promise<OpenShop> {
  const database = await openDatabase(environment, log);
  const apiUrl = asApiRole(database.url);
  try {
    const { applied } = await migrate(database.url);
    if (applied.length > 0) log(`Database brought up to date (${applied.join(", ")}).`);
    const sessionSecret = await readSessionSecret(environment);
    const sealing = await readSealingKeys(environment);
    const { logins } = environment.demo
      ? await openDemoShop({ databaseUrl: apiUrl, secrets: deriveSecrets(sessionSecret, sealing), log })
      : { logins: [] };
    if (environment.isReal && !environment.demo) await refuseDemoLogins(apiUrl);
    if (!environment.demo) await ensureFirstAdmin(apiUrl, environment.admin, log);
    return { ...database, apiUrl, sessionSecret, sealing, logins };
  } catch (error) {
    const explained = await database.explain(error);
    // After a full disk the server may be down already, or unable to write its last checkpoint.
    await database.close(true).catch(() => {});
    throw explained;
  }
}
