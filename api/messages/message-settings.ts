/** The message settings: the number for messages to the shop, and the texts. */
import { settingsStream } from "#contract/terms/streams.ts";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { MessageSettings } from "#ledger/core/rows/settings.ts";

export interface PresentSettings extends MessageSettings {
  /** The configured number, else the first admin's own; empty if there is no admin. */
  effective_phone: string;
  position: number;
}

export async function readMessageSettings(db: Database): Promise<PresentSettings> {
  const { rows } = await sql<PresentSettings>`
    select admin_phone, card_number, templates, position, coalesce(nullif(admin_phone, ''), (
      select u.phone from ledger.account a join shop."user" u on u.id = a.user_id
      where a.level = 'Admin' and a.status = 'Active' and not a.deleted
      order by a.registered_at, a.user_id limit 1), '') as effective_phone
    from ledger.settings`.execute(db);
  return rows[0]!;
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
