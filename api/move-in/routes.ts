/** Moving in from another shop, by the office's page. */
import type { Context } from "hono";
import { toCedis } from "#contract/terms/money.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { type moveInBody, type moveInPart, type MoveInRecord, uploadTooLarge } from "#contract/move-in.ts";
import { operations } from "#contract/operations.ts";
import { type AcceptedCommand, performUnder } from "../serve/command.ts";
import { ApiError, refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { comparePlan } from "./compare.ts";
import {
  keepDryRun,
  listMoveIns,
  type MoveInView,
  readMoveIn,
  readRefused,
  requireUndecided,
} from "./dry-runs.ts";
import { type MoveInFile, planMoveIn, UnreadableFile } from "./plan.ts";
import { sql } from "kysely";
import type * as v from "valibot";
import type { SideWrite } from "#ledger/log/writer.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { openText, sealText } from "../serve/secrets.ts";

export function moveInRoutes(shop: Shop, serve: Serve): void {
  serve(operations.uploadMoveInPart, async (c, { params: { id: upload }, body }) => {
    const { user } = c.get("principal");
    return { bytes: await keepPart(shop, { user, upload }, body) };
  });

  serve(operations.checkMoveIn, async (c, { body: { upload, files } }) => {
    const { user } = c.get("principal");
    const plan = await planOf(await readUpload(shop, { user, upload }, files));
    const id = await keepDryRun(shop, user, await comparePlan(shop.db, plan));
    return moveInRecord(await readMoveIn(shop.db, id));
  });

  serve(operations.listMoveIns, async () => ({ items: (await listMoveIns(shop.db)).map(moveInRecord) }));

  serve(operations.listRefusedLines, async (_, { params: { id } }) => {
    await readMoveIn(shop.db, id);
    const lines = await readRefused(shop, id);
    return lines.map(({ file, line, column = null, reason }) => ({ file, line, column, reason }));
  });

  serve(operations.startMoveIn, async (c, { params: { id: move_in } }) => {
    await requireStepUp(shop, c, "always");
    await requireUndecided(shop.db, move_in);
    const { users, products, amount, is_started } = await readMoveIn(shop.db, move_in);
    if (users + products === 0) throw refused({ code: "unchanged" });
    const actor = c.get("principal").user;
    // One command for each dry run, whoever sends it and however often.
    const done = await performUnder(shop, "start", {
      type: "start_move_in",
      intent: { move_in, users, products, amount },
      actor,
      body: {},
      scope: `move-in ${move_in}`,
      sideWrites: [forgetUploadWrite(actor)],
    });
    if (!is_started) noteMoveIn(shop, c, done);
    return moveInRecord(await readMoveIn(shop.db, move_in));
  });
}

/** Notes that users and money come from another shop. */
export function noteMoveIn(shop: Shop, c: Context<Env>, { events }: Pick<AcceptedCommand, "events">): void {
  if (events.some(({ type }) => type === "move_in_started")) shop.security.note(c, { kind: "move in" });
}

async function planOf(files: MoveInFile[]) {
  try {
    return await planMoveIn(files);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ApiError("input_invalid", error.message);
    throw error;
  }
}

function moveInRecord(view: MoveInView): MoveInRecord {
  return {
    _id: view.id,
    state: stateOf(view),
    new: { users: view.users, products: view.products, amount: toCedis(view.amount) },
    already: {
      users: view.already_users,
      products: view.already_products,
      amount: toCedis(view.already_amount),
    },
    refused: view.refused,
    moved: { users: view.moved_users, products: view.moved_products, amount: toCedis(view.moved_amount) },
    checkedBy: { _id: view.checked_by, username: view.checked_name },
    checkedAt: view.checked_at,
    finishedAt: view.finished_at,
  };
}

function stateOf({ finished_at, is_started, is_expired, approval }: MoveInView): MoveInRecord["state"] {
  if (finished_at !== null) return "done";
  if (is_started) return "running";
  if (approval === "declined") return "declined";
  if (is_expired) return "expired";
  return approval === "pending" ? "waiting" : "checked";
}

/** Files that an admin is uploading, in parts. They are sealed, and deleted when the move starts or they are too old. */
interface Upload {
  /** The admin's id. */
  user: string;
  upload: string;
}

/**
 * @returns the bytes of the whole upload
 * @throws ApiError if there are too many
 */
async function keepPart(
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
async function readUpload(
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

function forgetUploadWrite(user: string): SideWrite {
  return { text: "delete from shop.move_in_text where uploaded_by = $1", values: [user] };
}
