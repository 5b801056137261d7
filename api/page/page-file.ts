/** A file of the built page. It is served from memory, plain or compressed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Context } from "hono";
import { getMimeType } from "hono/utils/mime";
import { accepts } from "../serve/compression.ts";
import type { Env } from "../serve/env.ts";

export interface PageFile {
  whole: string | Uint8Array<ArrayBuffer>;
  /** Compressed with brotli, if that is smaller. */
  small: Uint8Array<ArrayBuffer> | undefined;
  headers: Record<string, string>;
}

/**
 * Every built file by its path. All are read at startup: a later build may replace the files, but the documents of a
 * running server refer to the scripts of its own build.
 */
export function readPageFiles(webRoot: string): Map<string, PageFile> {
  const entries = readdirSync(webRoot, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const there = new Set(paths);
  return new Map(
    paths
      // Not served by itself: compressed forms (web/vite.precompress.ts), and files for the server only.
      .filter((path) => !path.endsWith(".br") && !/[\\/]\.[^\\/]*$/.test(path))
      .map((path): [string, PageFile] => {
        const small = there.has(`${path}.br`) ? readBytes(`${path}.br`) : undefined;
        const address = `/${relative(webRoot, path).split(sep).join("/")}`;
        return [address, pageFile(readBytes(path), small, getMimeType(path) ?? "application/octet-stream")];
      }),
  );
}

/** Quality 5 is within 3 % of the best, in a tenth of its time. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** A file that is generated at run time. */
export function compressed(text: string, type: string): PageFile {
  return pageFile(text, new Uint8Array(brotliCompressSync(text, { params })), type);
}

/**
 * A document that only differs at its end from request to request. The start is compressed once, and each end follows it
 * uncompressed.
 */
export function compressedStart(start: string, type: string): (end: string) => PageFile {
  const small = brotliCompressSync(start, { params, finishFlush: constants.BROTLI_OPERATION_FLUSH });
  const etag = tagOf(start);
  return (end) => ({
    whole: start + end,
    small: new Uint8Array(Buffer.concat([small, uncompressed(end)])),
    headers: { "content-type": type, etag: `"${etag}${tagOf(end)}"`, vary: "accept-encoding" },
  });
}

/** The last blocks of a brotli stream (RFC 7932, 9.2): one with up to 64 KiB as they are, and an empty one. */
function uncompressed(text: string): Buffer {
  const bytes = Buffer.from(text);
  const [isUncompressed, isLastAndEmpty] = [1 << 19, 0b11];
  const head = Buffer.alloc(3);
  head.writeUIntLE(isUncompressed | ((bytes.length - 1) << 3), 0, 3);
  return Buffer.concat([head, bytes, Buffer.of(isLastAndEmpty)]);
}

/** Browsers ask for these files often, and mostly have them already, which the ETag shows. */
export function answerWith(file: PageFile, lasting = "no-cache"): (c: Context<Env>) => Response {
  const { whole, small } = file;
  const headers: Record<string, string> = { ...file.headers, "cache-control": lasting };
  return (c) => {
    if (c.req.header("if-none-match")?.includes(headers["etag"] ?? "")) return c.body(null, 304, headers);
    return small !== undefined && accepts(c, "br")
      ? c.body(small, 200, { ...headers, "content-encoding": "br" })
      : c.body(whole, 200, headers);
  };
}

function pageFile(whole: PageFile["whole"], small: PageFile["small"], type: string): PageFile {
  return {
    whole,
    small,
    headers: {
      "content-type": type,
      etag: `"${tagOf(whole)}"`,
      ...(small === undefined ? {} : { vary: "accept-encoding" }),
    },
  };
}

function tagOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}
