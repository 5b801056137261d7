/** The message settings: the number for messages to the shop, and the texts. */
import { settingsStream } from "#contract/terms/streams.ts";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { MessageSettings } from "#ledger/core/rows/settings.ts";

export async function readMessageSettings(db: Database): Promise<MessageSettings & { position: number }> {
  const row = await db
    .selectFrom("ledger.settings")
    .select(["admin_phone", "card_number", "templates", "position"])
    .executeTakeFirstOrThrow();
  return row;
}

/** The configured number, else the first admin's own; empty if there is no admin. */
export async function adminPhoneOf(
  db: Database,
  { admin_phone }: Pick<MessageSettings, "admin_phone">,
): Promise<string> {
  if (admin_phone !== "") return admin_phone;
  const first = await db
    .selectFrom("ledger.account as a")
    .innerJoin("shop.user as u", "u.id", "a.user_id")
    .select("u.phone")
    .where("a.level", "=", "Admin")
    .where("a.status", "=", "Active")
    .where("a.deleted", "=", false)
    .orderBy("a.registered_at")
    .orderBy("a.user_id")
    .executeTakeFirst();
  return first?.phone ?? "";
}

export interface SettingsChange {
  /** The admin's name. */
  by: string;
  at: string;
  before: MessageSettings;
}

/** The last change. Settings, notice and payment details share one short stream. */
export async function lastSettingsChange(db: Database): Promise<SettingsChange | null> {
  const row = await db
    .selectFrom("ledger.event as e")
    .leftJoin("shop.user as u", (join) => join.on(sql`u.id::text`, "=", sql.ref("e.actor")))
    .select(["e.recorded_at as at", "e.data", "e.actor", "u.username"])
    .where("e.stream", "=", settingsStream)
    .where("e.type", "=", "message_settings_changed")
    .orderBy("e.version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { before } = row.data as unknown as { before: MessageSettings };
  return { by: row.username ?? row.actor, at: row.at, before };
}
