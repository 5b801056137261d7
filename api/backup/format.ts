/**
 * The files of a backup. A full backup begins a chain, and each of its tails continues where the file before ended:
 *
 *     20261123T014500Z-4f3a9c21-full.tar.gz.age
 *     20261123T014500Z-4f3a9c21-tail-000001.tar.gz.age
 *
 * Inside are `begin.json`, the rows of each table as PostgreSQL's COPY text in members TABLE/000001 …, and last
 * `manifest.json`: without it the file is half a file.
 */
import { z } from "zod";

export const formatVersion = 1;

const head = z.object({ position: z.number().int(), hash: z.string(), recorded_at: z.string() });
export type BackupHead = z.infer<typeof head>;

export const beginSchema = z.object({
  format: z.literal(formatVersion),
  id: z.string(),
  /** Of the file before this one; null in a full backup. */
  previous: z.string().nullable(),
  /** Events up to this position are in the files before. */
  after: z.number().int(),
  /** All that was committed by then is in this file or in one before it. */
  made_at: z.string(),
  /** The end of the log in this file. */
  head,
  migrations: z.array(z.string()),
  /** The columns of each table, in the order of the rows. */
  tables: z.record(z.string(), z.array(z.string())),
});
export type Begin = z.infer<typeof beginSchema>;

export const manifestSchema = z.object({
  id: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sha256: z.string() })),
  /** The newest root over the log that the auditor has published. */
  root: z
    .object({ day: z.string(), position: z.number().int(), hash: z.string(), root: z.string() })
    .nullable(),
  /** The last number that a top-up request got. */
  topup_number: z.number().int(),
  /** Files of the data folder of the embedded database: without them, what is sealed could not be read. */
  secrets: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

const suffix = ".tar.gz.age";

export const fullName = (base: string) => `${base}-full${suffix}`;
export const tailName = (base: string, number: number) =>
  `${base}-tail-${String(number).padStart(6, "0")}${suffix}`;

export interface Chain {
  base: string;
  full: boolean;
  /** Sorted. */
  tails: number[];
}

/** The chains among the files of a store, oldest first. Other files are ignored. */
export function chainsOf(names: string[]): Chain[] {
  const chains = new Map<string, Chain>();
  for (const name of names.toSorted()) {
    const [, base, tail] =
      /^(\d{8}T\d{6}Z-[0-9a-f]{8})-(?:full|tail-(\d{6}))\.tar\.gz\.age$/.exec(name) ?? [];
    if (base === undefined) continue;
    const chain = chains.get(base) ?? { base, full: false, tails: [] };
    if (tail === undefined) chain.full = true;
    else chain.tails.push(Number(tail));
    chains.set(base, chain);
  }
  return [...chains.values()].toSorted((a, b) => (a.base < b.base ? -1 : 1));
}
