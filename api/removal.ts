/** A removal of all: without an Idempotency-Key of what is decided now, under one of what was when it was first sent. */
import type { Context } from "hono";
import { sql } from "kysely";
import { holdKey } from "#ledger/store/held-key.ts";
import type { AttachedWrite } from "#ledger/store/writer.ts";
import { keyedId } from "./command.ts";
import type { Env, Shop } from "./context.ts";
import { refused } from "./errors.ts";

interface Counts {
  removed: number;
  /** Open ones, which stay. */
  kept: number;
}

export interface Removal {
  /** A position of the log: what was decided after it stays. */
  upTo: number;
  /** Goes with each row that is removed. */
  also: AttachedWrite[];
  /** Where all was done before: this is a retry. */
  done: Counts | undefined;
  /** Returns what to answer: the counts of all that was removed under the key, by whichever retry. */
  end: (counts: Counts) => Promise<Counts>;
}

/** @throws ApiError 422 where the key was another request's */
export async function beginRemoval(
  shop: Shop,
  c: Context<Env>,
  actor: string,
  list: "order" | "recharge",
): Promise<Removal> {
  const key = keyedId(c, actor);
  if (key === undefined)
    return { upTo: Number.MAX_SAFE_INTEGER, also: [], done: undefined, end: async (counts) => counts };
  await sql`with held as (${holdKey(key)} on conflict do nothing returning id)
    insert into shop.removal (command_id, list, up_to)
    select held.id, ${list}, head.position from held, ledger.head`.execute(shop.db);
  const begun = await shop.db
    .selectFrom("shop.removal")
    .select(["list", "up_to", "removed", "kept"])
    .where("command_id", "=", key)
    .executeTakeFirst();
  if (begun?.list !== list) throw refused({ code: "key_reused" });
  const { up_to: upTo, removed, kept } = begun;
  return {
    upTo,
    also: [{ text: "update shop.removal set removed = removed + 1 where command_id = $1", values: [key] }],
    done: kept === null ? undefined : { removed, kept },
    end: async (counts) => {
      const ended = await shop.db
        .updateTable("shop.removal")
        .set((eb) => ({ kept: eb.fn.coalesce("kept", eb.val(counts.kept)) }))
        .where("command_id", "=", key)
        .returning(["removed", "kept"])
        .executeTakeFirstOrThrow();
      return { removed: ended.removed, kept: ended.kept ?? counts.kept };
    },
  };
}
