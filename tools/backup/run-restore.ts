import { RestoreRefused } from "#api/backup/chain.ts";
import { restore } from "#api/backup/restore.ts";
import { type BackupStore, isBucket, openStore } from "#api/backup/store.ts";
import { withClient } from "#ledger/connect/connect.ts";
import { placeOf } from "../backup-environment.ts";
import { type Environment, readVariables } from "../environment.ts";
import { StartError } from "../postgres/start-error.ts";

export function storeOf(target: string, { backup }: Pick<Environment, "backup">): BackupStore {
  if (isBucket(target) && backup.s3 === undefined)
    throw new StartError("S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY must be set for a bucket.");
  return openStore(placeOf(target), backup.s3);
}

/** Restores into an empty, migrated database and prints how far it goes. @throws StartError if it is refused */
export async function runRestore({
  url,
  store,
  upTo,
  keepSecrets,
}: {
  /** With the owner's login. */
  url: string;
  store: BackupStore;
  upTo?: string | undefined;
  /** Called before the restore is final. */
  keepSecrets?: (secrets: Record<string, string>) => Promise<void>;
}): Promise<void> {
  try {
    await withClient(url, "restore", async (client) => {
      const identity = readIdentity();
      const report = await restore({ client, store, identity, upTo, keepSecrets });
      console.log(
        `Restored ${report.files} ${report.files === 1 ? "file" : "files"}: all that was committed by ${report.made_at}.`,
      );
      console.log(
        `The log and its books are whole: ${report.head.position} events, head ${report.head.hash}`,
      );
      const { root } = report;
      if (root)
        console.log(
          `It contains the published head of ${root.day}: ${root.position} ${root.hash} ${root.root}`,
        );
    });
  } catch (error) {
    if (error instanceof RestoreRefused)
      throw new StartError(`Nothing was restored: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Read only here, because no running server needs it. */
function readIdentity(): string {
  const { set, errors } = readVariables(process.env, ["BACKUP_IDENTITY"]);
  const identity = set["BACKUP_IDENTITY"]?.trim();
  if (identity?.startsWith("AGE-SECRET-KEY-")) return identity;
  throw new StartError(
    errors[0] ?? "BACKUP_IDENTITY (or BACKUP_IDENTITY_FILE) must have the private key: AGE-SECRET-KEY-…",
  );
}
