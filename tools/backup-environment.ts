/** The environment variables for backups. */
import { resolve } from "node:path";
import { z } from "zod";
import type { Keep } from "#api/backup/retention.ts";
import { isBucket, type S3Access } from "#api/backup/store.ts";
import { isRecipient } from "#api/backup/format.ts";
import { httpUrl } from "./message-environment.ts";

export interface BackupOptions {
  /** A folder, or s3://bucket/prefix. Without it the shop makes no backups by itself. */
  target: string | undefined;
  /** The public key that backups are sealed to. */
  recipient: string | undefined;
  s3: S3Access | undefined;
  full_ms: number;
  keep: Keep;
}

const hour_ms = 60 * 60_000;

export const backupVariables = {
  BACKUP_TARGET: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .refine(isRecipient, "must be the public key that npm run backup -- keys prints: age1…")
    .optional(),
  BACKUP_HOURS: z
    .string()
    .regex(/^([1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/, "must be a number of hours from 1 to 168")
    .transform(Number)
    .default(24),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, "must be three numbers, such as 7,4,12: days, weeks and months")
    .default("7,4,12"),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().default("auto"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
};

const variables = z.object(backupVariables);

/** The options from valid variables. */
export function backupOptions(found: z.output<typeof variables>): BackupOptions {
  const [days = 0, weeks = 0, months = 0] = found.BACKUP_KEEP.split(",").map(Number);
  return {
    target: found.BACKUP_TARGET === undefined ? undefined : placeOf(found.BACKUP_TARGET),
    recipient: found.BACKUP_KEY,
    s3: accessOf(found),
    full_ms: found.BACKUP_HOURS * hour_ms,
    keep: { days, weeks, months },
  };
}

/** A target as it was typed: a folder's whole path, or a bucket. */
export function placeOf(target: string): string {
  return isBucket(target) ? target : resolve(target);
}

function accessOf(found: z.output<typeof variables>): S3Access | undefined {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey } = found;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, region: found.S3_REGION, accessKeyId, secretAccessKey };
}

/** Errors that concern several variables. */
export function backupErrors(set: Record<string, string | undefined>): string[] {
  const errors: string[] = [];
  const target = set["BACKUP_TARGET"];
  if (target !== undefined && set["BACKUP_KEY"] === undefined)
    errors.push("BACKUP_KEY must be set too: npm run backup -- keys makes the keys");
  const access = ["S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
  const missing = access.filter((name) => set[name] === undefined);
  const isNeeded = missing.length < access.length || (target !== undefined && isBucket(target));
  if (isNeeded && missing.length > 0) errors.push(`${missing.join(" and ")} must be set too, for S3`);
  return errors;
}
