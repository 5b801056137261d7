/** Product images: reading them from data URLs, and the addresses under which they are cached permanently. */
import { createHash } from "node:crypto";
import type { SideWrite } from "#ledger/log/writer.ts";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { ApiError } from "../serve/errors.ts";

export interface Image {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  mime: "image/png" | "image/jpeg" | "image/webp";
  bytes: Buffer;
}

const path = "/api/product/image/";

export function imageUrl(hash: string): string {
  return `${path}${hash}`;
}

/** The hash in one of our own addresses. */
export function hashInUrl(url: string): string | undefined {
  const hash = url.startsWith(path) ? url.slice(path.length) : "";
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

/**
 * The image in a data URL. Its type is read from its first bytes, not from its label: an SVG, which could run scripts, is
 * never accepted. @throws ApiError 400
 */
export function readImage(url: string): Image {
  const [, base64] = /^data:[^,]{0,100};base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (base64 === undefined) throw refuse(texts.imageWrongKind);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > limits.image_bytes_max) throw refuse(texts.imageTooLarge);
  const mime = mimeOf(bytes);
  if (!mime) throw refuse(texts.imageWrongKind);
  return { hash: createHash("sha256").update(bytes).digest("hex"), mime, bytes };
}

/** The write that belongs to the event that refers to the image. */
export function imageWrite({ hash, mime, bytes }: Image): SideWrite {
  return {
    text: "insert into shop.product_image (hash, mime, bytes) values ($1, $2, $3) on conflict do nothing",
    values: [hash, mime, bytes],
  };
}

export function refuse(message: string): ApiError {
  return new ApiError("input_invalid", message, { fields: { image: message } });
}

function mimeOf(bytes: Buffer): Image["mime"] | undefined {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("RIFF") && head.slice(8) === "WEBP") return "image/webp";
  return undefined;
}
