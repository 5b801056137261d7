/**
 * The files of a backup. A full backup begins a chain, and each of its tails continues where the file before ended:
 *
 *     20261123T014500Z-4f3a9c21-full.tar.gz.age
 *     20261123T014500Z-4f3a9c21-tail-000001.tar.gz.age
 *
 * Inside are `begin.json`, the rows of each table as PostgreSQL's COPY text in members TABLE/000001 …, and last
 * `manifest.json`: without it the file is half a file. They are compressed and encrypted to a public key of age, so that the
 * server cannot read its own backups. An owner without Cedibook can: `age -d -i KEY FILE | tar xz`.
 */
import { z } from "zod";
import { type Duplex, pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { extract, pack, type Pack } from "tar-stream";
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";

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

/** Of the tar file, which is streamed both ways: a member is in memory as a whole, so members are small. */
export interface Member {
  name: string;
  bytes: Buffer;
}

/** Members are made of at most about 1 MiB; a header that says more is damaged. */
const member_bytes_max = 64 * 1024 * 1024;

/** The file is damaged or ends early. */
export class NoTar extends Error {
  override name = "NoTar";
}

export async function* writeTar(members: AsyncIterable<Member>): AsyncGenerator<Buffer> {
  const tar = pack();
  const writing = writeMembers(tar, members).catch((error: Error) => tar.destroy(error));
  try {
    yield* tar as AsyncIterable<Buffer>;
  } finally {
    // A store that takes no more ends the reading of members too.
    tar.destroy();
    await writing;
  }
}

async function writeMembers(tar: Pack, members: AsyncIterable<Member>): Promise<void> {
  for await (const { name, bytes } of members)
    await finished(tar.entry({ name, mode: 0o600, mtime: new Date(0) }, bytes));
  tar.finalize();
}

/** @throws NoTar if the file is damaged or ends early; what `chunks` throws */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const tar = extract();
  let broken: { error: unknown } | undefined;
  const noting = async function* () {
    try {
      yield* chunks;
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  // The loop gets the errors. It reads on to the end, so that the seal's last part is checked too.
  pipeline(noting(), tar, () => undefined);
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (size > member_bytes_max) throw new Error("a member that is too large");
      yield { name, bytes: await buffer(entry) };
    }
  } catch (error) {
    // A store that cannot be reached says nothing about the file.
    if (broken !== undefined) throw broken.error;
    throw new NoTar(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The key is wrong, or the file is damaged or ends early. */
export class NotOpened extends Error {
  override name = "NotOpened";
}

/** Level 6 takes three times as long and makes the files a sixth smaller. */
const level = 1;

/** Streams with backpressure. @param recipient "age1…" */
export async function* seal(
  plain: AsyncIterable<Buffer>,
  recipient: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const packed = through(plain, createGzip({ level }));
  yield* await encrypter.encrypt(bytesOf(packed));
}

/** @param identity "AGE-SECRET-KEY-…" @throws NotOpened */
export async function* open(
  sealed: AsyncIterable<Uint8Array>,
  identity: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const packed = await decrypter.decrypt(bytesOf(sealed));
    const unpacked = through(packed, createGunzip());
    for await (const chunk of unpacked) yield chunk as Buffer;
  } catch (error) {
    throw new NotOpened(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * What comes out of a stream of zlib. Once all has gone in, Node stops listening for its errors. A reader that leaves before
 * the end makes one, which would end the process.
 */
export function through(bytes: AsyncIterable<Uint8Array>, zlib: Gzip | Gunzip): Duplex {
  zlib.on("error", () => undefined);
  return Readable.from(bytes, { objectMode: false }).compose(zlib) as Duplex;
}

/** Whether this is a public key that backups can be sealed to. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

function bytesOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks) as ReadableStream<Uint8Array>;
}
