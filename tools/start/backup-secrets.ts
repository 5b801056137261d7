import { join } from "node:path";
import type { Environment } from "../environment.ts";

const names = ["session-secret", "sealing-keys"];

/**
 * The files of the data folder without which a restored shop could not read what is sealed. With DATABASE_URL, the owner
 * keeps both in variables.
 */
export function backupSecretFiles({
  databaseUrl,
  sessionSecret,
  dataDir,
}: Pick<Environment, "databaseUrl" | "sessionSecret" | "dataDir">): Record<string, string> {
  if (databaseUrl !== undefined) return {};
  const kept = sessionSecret === undefined ? names : names.slice(1);
  return Object.fromEntries(kept.map((name) => [name, join(dataDir, name)]));
}
