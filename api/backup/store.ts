/** What keeps backups: a folder, or a bucket that speaks S3. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { S3mini } from "s3mini";

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

const part = ".part";

export class FolderStore implements BackupStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, name);
    const output = await open(`${file}${part}`, "w", 0o600);
    try {
      for await (const chunk of chunks) await output.writeFile(chunk);
      await output.sync();
    } catch (error) {
      await rm(`${file}${part}`, { force: true });
      throw error;
    } finally {
      await output.close();
    }
    await rename(`${file}${part}`, file);
    await this.#sync();
  }

  get(name: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#folder, name), { highWaterMark: 1024 * 1024 });
  }

  async list(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => !name.endsWith(part));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** The new name itself must survive a power cut. Windows cannot sync a folder. */
  async #sync(): Promise<void> {
    const folder = await open(this.#folder, "r").catch(() => undefined);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
  }
}

export interface S3Access {
  /** "https://s3.eu-west-1.amazonaws.com": the bucket is added to the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** S3 takes parts from 5 MiB, at most 10,000 of them: 160 GB. */
const part_bytes = 16 * 1024 * 1024;

class S3Store implements BackupStore {
  readonly #s3: S3mini;
  readonly #prefix: string;

  /** @param target s3://bucket/prefix */
  constructor(target: string, { endpoint, ...access }: S3Access) {
    const [, bucket = "", prefix = ""] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(target) ?? [];
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
    // Without the library's time limit, which would also end a download that takes longer than one request may. Node's fetch
    // gives up on an answer, or on the next part of its body, after five minutes of silence.
    this.#s3 = new S3mini({ ...access, endpoint: `${endpoint.replace(/\/+$/, "")}/${bucket}` });
  }

  async put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.#prefix + name;
    const parts = inPieces(chunks, part_bytes)[Symbol.asyncIterator]();
    const first = await parts.next();
    if (first.done) throw new Error("an empty file");
    const second = await parts.next();
    if (second.done) {
      await this.#s3.putObject(key, first.value);
      return;
    }
    const upload = await this.#s3.getMultipartUploadId(key);
    try {
      const done = [await this.#s3.uploadPart(key, upload, first.value, 1)];
      for (let next: IteratorResult<Buffer> = second; !next.done; next = await parts.next())
        done.push(await this.#s3.uploadPart(key, upload, next.value, done.length + 1));
      await this.#s3.completeMultipartUpload(key, upload, done);
    } catch (error) {
      // The parts of an unfinished upload cost money and are in no list.
      await this.#s3.abortMultipartUpload(key, upload).catch(() => undefined);
      throw error;
    }
  }

  async *get(name: string): AsyncGenerator<Uint8Array> {
    const answer = await this.#s3.getObjectResponse(this.#prefix + name);
    if (!answer?.body) throw new Error(`the bucket has no ${name}`);
    yield* answer.body;
  }

  async list(): Promise<string[]> {
    const found = (await this.#s3.listObjects("/", this.#prefix)) ?? [];
    return found.map(({ Key }) => Key.slice(this.#prefix.length)).filter((name) => !name.includes("/"));
  }

  async remove(name: string): Promise<void> {
    await this.#s3.deleteObject(this.#prefix + name);
  }
}

/** Each of at least so many bytes, except for the last. */
export async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  bytes_min: number,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < bytes_min) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
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
