/** Where backups are kept. */
import { FolderStore } from "./folder-store.ts";
import { S3Store, type S3Access } from "./s3-store.ts";
import type { BackupStore } from "./store.ts";

/** @param target a folder, or s3://bucket/prefix */
export function openStore(target: string, access: S3Access | undefined): BackupStore {
  if (!isBucket(target)) return new FolderStore(target);
  if (access === undefined) throw new Error("a bucket needs the access to S3");
  return new S3Store(target, access);
}

export function isBucket(target: string): boolean {
  return target.startsWith("s3://");
}
