import { S3mini } from "s3mini";
import type { BackupStore } from "./store.ts";

export interface S3Access {
  /** "https://s3.eu-west-1.amazonaws.com": the bucket is added to the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** S3 takes parts from 5 MiB, at most 10,000 of them: 160 GB. */
const part_bytes = 16 * 1024 * 1024;

export class S3Store implements BackupStore {
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
    const parts = partsOf(chunks)[Symbol.asyncIterator]();
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

async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < part_bytes) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
