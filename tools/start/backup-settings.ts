import type { BackupSettings } from "#api/backup/round.ts";
import type { Environment } from "../environment.ts";
import { join } from "node:path";

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

const tail_ms = 60_000;

/** Undefined if the shop makes no backups by itself. */
export function backupSettings(environment: Environment): BackupSettings | undefined {
  const { target, recipient, ...rest } = environment.backup;
  if (target === undefined || recipient === undefined) return undefined;
  return { target, recipient, ...rest, tail_ms, secretFiles: backupSecretFiles(environment) };
}
