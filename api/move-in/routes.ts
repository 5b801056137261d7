/** Moving in from another shop, by the office's page. */
import type { Context } from "hono";
import { toCedis } from "#contract/terms/money.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import type { MoveInRecord } from "#contract/move-in.ts";
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
import { forgetUploadWrite, keepPart, readUpload } from "./uploads.ts";

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
