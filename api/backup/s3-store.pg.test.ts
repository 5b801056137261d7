/** Backups in a bucket: signed, in parts if they are large, and listed to the last page. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBucket, type TestBucket } from "#tools/testing/test-bucket.ts";
import { openStore, putChecked } from "./store.ts";

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startTestBucket();
});
afterAll(() => bucket.close());

async function* pieces(bytes: Buffer, size = 100_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const store = () => openStore(bucket.target, bucket.access);

test("small and large files come back as they were, and the list has all of them", async () => {
  const files = { one: randomBytes(1000), two: randomBytes(40 * 1024 * 1024), three: randomBytes(10) };
  for (const [name, bytes] of Object.entries(files))
    expect(await putChecked(store(), name, pieces(bytes))).toEqual({ bytes: bytes.length });
  expect(bucket.inParts).toBe(1);
  expect([...bucket.objects.keys()].toSorted()).toEqual(["cedibook/one", "cedibook/three", "cedibook/two"]);
  expect((await store().list()).toSorted()).toEqual(["one", "three", "two"]);
  for (const [name, bytes] of Object.entries(files))
    expect((await bytesOf(store().get(name))).equals(bytes)).toBe(true);
  await store().remove("one");
  expect((await store().list()).toSorted()).toEqual(["three", "two"]);
  expect(bucket.refused).toBe(0);
});

test("an upload that fails in the middle leaves neither a file nor parts that cost money", async () => {
  bucket.failParts = 1000;
  await expect(store().put("broken", pieces(randomBytes(40 * 1024 * 1024)))).rejects.toThrow(/500/);
  bucket.failParts = 0;
  expect(await store().list()).not.toContain("broken");
  expect(bucket.uploads.size).toBe(0);
});

test("a wrong secret and a file that is not there are errors, and not empty files", async () => {
  const wrong = openStore(bucket.target, { ...bucket.access, secretAccessKey: "another" });
  await expect(wrong.list()).rejects.toThrow(/403/);
  await expect(wrong.put("x", pieces(randomBytes(10)))).rejects.toThrow(/403/);
  expect(bucket.refused).toBeGreaterThan(0);
  await expect(bytesOf(store().get("nothing"))).rejects.toThrow(/the bucket has no nothing/);
});

test("a file that is not what was written when it is read back is an error", async () => {
  bucket.spoils = true;
  await expect(putChecked(store(), "spoilt", pieces(randomBytes(1000)))).rejects.toThrow(/read back differs/);
  bucket.spoils = false;
});
