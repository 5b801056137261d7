/**
 * Compresses long answers for clients that accept it. The JSON of a list shrinks to a sixth, for 0.1 ms per page.
 *
 * Each part is compressed separately, and a part with a secret (a voucher's PIN, a card number) is stored uncompressed:
 * the length of an answer must not reveal that a secret resembles a text chosen by somebody else (BREACH). Answers with
 * tokens and keys are never compressed. hono's own middleware uses one window for the whole answer, reads ahead of the
 * client, and weakens the ETag.
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import type { Context } from "hono";
import { parseAccept } from "hono/utils/accept";
import type { Env } from "./env.ts";
import type { Place } from "./row-stream.ts";

/** A part of an answer's text. */
export interface Piece {
  text: string;
  isSecret: boolean;
}

/** Compressing an answer that fits into one packet saves no time. */
const compressed_bytes_min = 1400;
/** Some 10 % longer output than zlib's default level, 6, in a quarter of the time. */
const level = 3;

/** Up to this size it takes at most 0.2 ms, and handing it to another thread and back would take longer. */
const at_once_bytes_max = 64 * 1024;

const deflate = promisify(deflateRaw);

/** Sets the headers, and returns whether this client gets the answer compressed. */
export function negotiate(c: Context<Env>): boolean {
  c.header("vary", "accept-encoding");
  return accepts(c, "gzip");
}

/** A coding with q=0 is not accepted. */
export function accepts(c: Context<Env>, coding: "gzip" | "br"): boolean {
  const accepted = parseAccept(c.req.header("accept-encoding") ?? "");
  const found = accepted.find(({ type }) => type.toLowerCase() === coding);
  return (found ?? accepted.find(({ type }) => type === "*") ?? { q: 0 }).q > 0;
}

/** Answers a complete text, compressed if it is long enough. */
export async function answerText(c: Context<Env>, contentType: string, pieces: Piece[]): Promise<Response> {
  c.header("content-type", contentType);
  const text = pieces.map((piece) => piece.text).join("");
  if (!negotiate(c) || text.length < compressed_bytes_min) return c.body(text);
  c.header("content-encoding", "gzip");
  const bytes = await gzip()(pieces, { isFirst: true, isLast: true });
  return c.body(bytes);
}

/** Called for each portion in order. */
export function gzip(): (pieces: Piece[], place: Place) => Promise<Uint8Array<ArrayBuffer>> {
  let crc = 0;
  let length = 0;
  return async (pieces, { isFirst, isLast }) => {
    const parts: Uint8Array[] = isFirst ? [head] : [];
    for (const { text, isSecret } of pieces) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      length += bytes.length;
      // Each block ends at a whole byte so that the next one can follow, and does not refer to the block before it.
      const options = { level: isSecret ? 0 : level, finishFlush: constants.Z_SYNC_FLUSH };
      if (bytes.length === 0) continue;
      parts.push(
        bytes.length <= at_once_bytes_max ? deflateRawSync(bytes, options) : await deflate(bytes, options),
      );
    }
    if (isLast) parts.push(end, trailer(crc, length));
    return Buffer.concat(parts);
  };
}

/** RFC 1952: no file name, no time, unknown operating system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** An empty last block. */
const end = Uint8Array.of(3, 0);

function trailer(crc: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}
