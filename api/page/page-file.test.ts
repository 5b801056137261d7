import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressedStart } from "./page-file.ts";
import { rememberLast } from "./page.ts";

const text = "<p>The start of a document, ¢ included.</p>".repeat(200);

test.each(["x", "</body></html>", "¢".repeat(1000), "y".repeat(65_536)])(
  "a document whose start was compressed before is complete with any end",
  (end) => {
    const { whole, small } = compressedStart(text, "text/html")(end);
    expect(whole).toBe(text + end);
    expect(brotliDecompressSync(small!).toString()).toBe(text + end);
    expect(small!.length).toBeLessThan(Buffer.byteLength(end) + 200);
  },
);

test("each start and each end has an ETag of its own", () => {
  const tags = [text, `${text} `].flatMap((start) => {
    const file = compressedStart(start, "text/html");
    return ["1", "2"].map((end) => file(end).headers["etag"]);
  });
  expect(new Set(tags).size).toBe(4);
  expect(compressedStart(text, "text/html")("1").headers["etag"]).toBe(tags[0]);
});

test("the last result is kept until something changes", () => {
  const made: string[] = [];
  const make = rememberLast((a, b) => made.push(`${a} ${b}`));
  for (const [a, b] of [
    ["1", "2"],
    ["1", "2"],
    ["1", "3"],
    ["1", "3"],
    ["1", "2"],
  ] as const)
    make(a, b);
  expect(made).toEqual(["1 2", "1 3", "1 2"]);
});
