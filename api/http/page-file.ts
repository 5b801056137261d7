/** A file of the built page as it is served: from memory, in two forms. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Context } from "hono";
import { getMimeType } from "hono/utils/mime";
import { accepts } from "./compression.ts";
import type { Env } from "../context.ts";

export interface PageFile {
  whole: string | Uint8Array<ArrayBuffer>;
  /** With brotli, where that is smaller. */
  small: Uint8Array<ArrayBuffer> | undefined;
  headers: Record<string, string>;
}

/**
 * Every file that was built, by the path it is asked for under. All are read at the start: a build that takes their
 * place leaves a running server whole, whose documents name these scripts and no others.
 */
export function readPageFiles(webRoot: string): Map<string, PageFile> {
  const entries = readdirSync(webRoot, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const there = new Set(paths);
  return new Map(
    paths
      // Written by the build beside its file (web/vite.precompress.ts), or for the server alone.
      .filter((path) => !path.endsWith(".br") && !/[\\/]\.[^\\/]*$/.test(path))
      .map((path): [string, PageFile] => {
        const small = there.has(`${path}.br`) ? read(`${path}.br`) : undefined;
        const address = `/${relative(webRoot, path).split(sep).join("/")}`;
        return [address, pageFile(read(path), small, getMimeType(path) ?? "application/octet-stream")];
      }),
  );
}

/** A file that is made here, not built. */
export function compressed(text: string, type: string): PageFile {
  // 5: within 3 % of the best, at a tenth of its time; documents are made for each request.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return pageFile(text, new Uint8Array(brotliCompressSync(text, { params })), type);
}

/** Browsers ask for these files again and again, and mostly have them already: the tag tells. */
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
  const tag = createHash("sha256").update(whole).digest("base64url").slice(0, 22);
  return {
    whole,
    small,
    headers: {
      "content-type": type,
      etag: `"${tag}"`,
      ...(small === undefined ? {} : { vary: "accept-encoding" }),
    },
  };
}

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}
