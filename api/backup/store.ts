/** What keeps backups: a folder, or a bucket that speaks S3. */
import { createHash } from "node:crypto";

/** Files with flat names. */
export interface BackupStore {
  /** The file appears under its name only when it is complete. One of the same name is replaced. */
  put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  get(name: string): AsyncIterable<Uint8Array>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
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
