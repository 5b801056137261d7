import { once } from "node:events";
import { createGunzip, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Member, NoTar, readTar, through, writeTar } from "./format.ts";

const members = ["events/000001", "manifest.json"].map((name, n) => ({
  name,
  bytes: Buffer.alloc(700 * (n + 1), n + 1),
}));

async function* all<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function fileOf(): Promise<Buffer> {
  return Buffer.concat(await listOf(writeTar(all(members))));
}

const read = (chunks: AsyncIterable<Uint8Array>): Promise<Member[]> => listOf(readTar(chunks));

test("members are read as they were written, however the file is cut into pieces", async () => {
  const file = await fileOf();
  for (const bytes of [1, 100, 512, file.length]) {
    const pieces = Array.from({ length: Math.ceil(file.length / bytes) }, (_, n) =>
      file.subarray(n * bytes, (n + 1) * bytes),
    );
    expect(await read(all(pieces))).toEqual(members);
  }
});

test("a file that ends in the middle of a member is refused", async () => {
  const file = await fileOf();
  await expect(read(all([file.subarray(0, 1000)]))).rejects.toThrow(NoTar);
});

test("a file whose header was changed is refused", async () => {
  const file = await fileOf();
  file[0]! ^= 1;
  await expect(read(all([file]))).rejects.toThrow(NoTar);
});

test("a store that breaks off is not called a damaged file", async () => {
  const file = await fileOf();
  const lost = new Error("the bucket did not answer");
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield file.subarray(0, 1000);
    throw lost;
  }
  await expect(read(broken())).rejects.toBe(lost);
});

test("a reader that leaves when all is unpacked and not read leaves no error behind that ends the process", async () => {
  const gunzip = createGunzip({ chunkSize: 1024 });
  const reading = through(all([gzipSync(Buffer.alloc(4096))]), gunzip)[Symbol.asyncIterator]();
  await reading.next();
  await once(gunzip, "finish");
  const closed = new Promise((resolve) => gunzip.once("close", resolve));
  await reading.return?.();
  await closed;
  expect(gunzip.errored).toMatchObject({ code: "ABORT_ERR" });
});
