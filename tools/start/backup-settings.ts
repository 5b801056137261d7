import type { BackupSettings } from "#api/backup/round.ts";
import type { Environment } from "../environment.ts";
import { backupSecretFiles } from "./backup-secrets.ts";

const tail_ms = 60_000;

/** Undefined if the shop makes no backups by itself. */
export function backupSettings(environment: Environment): BackupSettings | undefined {
  const { target, recipient, ...rest } = environment.backup;
  if (target === undefined || recipient === undefined) return undefined;
  return { target, recipient, ...rest, tail_ms, secretFiles: backupSecretFiles(environment) };
}
