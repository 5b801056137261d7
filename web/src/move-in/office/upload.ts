/** Sends files in parts of whole lines, and goes on where a lost connection stopped it. */
import type { MoveInBody, MoveInPart, MoveInRecord } from "#contract/move-in.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { ApiError } from "../../lib/api-error.ts";
import { post, put } from "../../lib/api.ts";
import { randomKey } from "../../lib/random-key.ts";
import type { ChosenFile } from "./chosen-file.ts";

export interface Upload {
  id: string;
  files: readonly ChosenFile[];
  parts: MoveInPart[];
  /** How many have arrived. */
  sent: number;
}

/** @throws Error with a text for people. */
export function prepareUpload(files: readonly ChosenFile[]): Upload {
  const parts = files.flatMap(({ name, text }, file) =>
    partsOf(name, text).map((part, number) => ({ file, part: number, text: part })),
  );
  // As a UUID.
  const id = randomKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { id, files, parts, sent: 0 };
}

/** Sends what has not arrived yet, and asks for the dry run. Called again after a failure, it goes on. */
export async function sendUpload(upload: Upload, onProgress: () => void): Promise<MoveInRecord> {
  for (const part of upload.parts.slice(upload.sent)) {
    await put(`/move-in/upload/${upload.id}`, part);
    upload.sent += 1;
    onProgress();
  }
  const files = upload.files.map(({ name, kind, columns }, file) => ({
    name,
    kind,
    columns,
    parts: upload.parts.filter((part) => part.file === file).length,
  }));
  try {
    return await post<MoveInRecord>("/move-in", { upload: upload.id, files } satisfies MoveInBody);
  } catch (error) {
    // Another upload of this admin has deleted it, perhaps in another tab.
    if (error instanceof ApiError && error.answer.code === "upload_incomplete") upload.sent = 0;
    throw error;
  }
}

const lineEnd = 10;

function partsOf(name: string, text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const limit = from + officeLimits.move_in_part_bytes;
    const to = limit >= bytes.length ? bytes.length : bytes.lastIndexOf(lineEnd, limit - 1) + 1;
    if (to <= from) throw new Error(`A line of ${name} is too long to be one user or product.`);
    parts.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to)));
    from = to;
  }
  return parts;
}
