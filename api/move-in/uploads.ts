/** Files that an admin is uploading, in parts. They are sealed, and deleted when the move starts or they are too old. */
import { sql } from "kysely";
import type * as v from "valibot";
import type { SideWrite } from "#ledger/log/writer.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { openText, sealText } from "../serve/secrets.ts";
import type { Shop } from "../shop.ts";
import { type moveInBody, type moveInPart, uploadTooLarge } from "#contract/move-in.ts";
import { ApiError } from "../serve/errors.ts";
import type { MoveInFile } from "./plan.ts";

interface Upload {
  /** The admin's id. */
  user: string;
  upload: string;
}

/**
 * @returns the bytes of the whole upload
 * @throws ApiError if there are too many
 */
export async function keepPart(
  { db, secrets }: Pick<Shop, "db" | "secrets">,
  { user, upload }: Upload,
  { file, part, text }: v.InferOutput<typeof moveInPart>,
): Promise<number> {
  const sealed = sealText(secrets.sealing.moveIn, text);
  return db.transaction().execute(async (tx) => {
    // One after the other, so that two parts cannot both be the last that fits.
    await sql`select from shop."user" where id = ${user} for no key update`.execute(tx);
    await sql`delete from shop.move_in_text where uploaded_by = ${user} and upload <> ${upload}`.execute(tx);
    await sql`
      insert into shop.move_in_text (uploaded_by, upload, file, part, bytes, sealed)
      values (${user}, ${upload}, ${file}, ${part}, ${Buffer.byteLength(text)}, ${sealed})
      on conflict (uploaded_by, upload, file, part) do update set bytes = excluded.bytes, sealed = excluded.sealed`.execute(
      tx,
    );
    const { rows } = await sql<{ bytes: number }>`
      select sum(bytes)::int as bytes from shop.move_in_text where uploaded_by = ${user}`.execute(tx);
    const bytes = rows[0]?.bytes ?? 0;
    if (bytes > officeLimits.move_in_upload_bytes_max) throw new ApiError("body_too_large", uploadTooLarge);
    return bytes;
  });
}

/** @throws ApiError if a part of a file has not arrived */
export async function readUpload(
  { db, secrets }: Pick<Shop, "db" | "secrets">,
  { user, upload }: Upload,
  files: v.InferOutput<typeof moveInBody>["files"],
): Promise<MoveInFile[]> {
  const rows = await db
    .selectFrom("shop.move_in_text")
    .select(["file", "part", "sealed"])
    .where("uploaded_by", "=", user)
    .where("upload", "=", upload)
    .orderBy("file")
    .orderBy("part")
    .execute();
  return files.map(({ name, kind, parts, columns }, number) => {
    const own = rows.filter(({ file, part }) => file === number && part < parts);
    if (own.length < parts)
      throw new ApiError("upload_incomplete", `${name} has not arrived in full: please upload it again`);
    const text = own.map(({ sealed }) => openText(secrets.sealing.moveIn, sealed)).join("");
    return { name, text, chosen: { kind, columns } };
  });
}

export function forgetUploadWrite(user: string): SideWrite {
  return { text: "delete from shop.move_in_text where uploaded_by = $1", values: [user] };
}
