/** Where backups are kept: a folder, or a bucket that speaks S3. */
import { createHash } from "node:crypto";
import { FolderStore } from "./folder-store.ts";
import { S3Store, type S3Access } from "./s3-store.ts";

/** Files with flat names. */
export interface BackupStore {
  /** The file appears under its name only when it is complete. One of the same name is replaced. */
  put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  get(name: string): AsyncIterable<Uint8Array>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** @param target a folder, or s3://bucket/prefix */
export function openStore(target: string, access: S3Access | undefined): BackupStore {
  if (!isBucket(target)) return new FolderStore(target);
  if (access === undefined) throw new Error("a bucket needs the access to S3");
  return new S3Store(target, access);
}

export function isBucket(target: string): boolean {
  return target.startsWith("s3://");
}

/** Writes a file and reads it back: what the store gives back later is what was sealed. */
export async function putChecked(
  store: BackupStore,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number }> {
  const written = new Digest();
  await store.put(name, written.of(chunks));
  const read = new Digest();
  for await (const _ of read.of(store.get(name)));
  if (read.hex() !== written.hex())
    throw new Error("a backup that was read back differs from what was written");
  return { bytes: written.bytes };
}

class Digest {
  readonly #hash = createHash("sha256");
  bytes = 0;

  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.bytes += chunk.byteLength;
      yield chunk;
    }
  }

  hex(): string {
    return this.#hash.copy().digest("hex");
  }
}
