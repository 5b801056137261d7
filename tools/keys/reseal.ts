/** Seals everything again with the present key. It can be stopped at any moment and started again. */
import type { Pool } from "pg";
import {
  openIfOurs,
  type SealedUse,
  sealedPrefix,
  type SealingKey,
  type SealingKeys,
  sealText,
} from "#api/serve/secrets.ts";

interface Column {
  table: string;
  column: string;
  key: string;
}

/** Every column with sealed text. Jobs have some too, but only for seconds, and the old keys still open it. */
const sealedColumns: Record<SealedUse, Column[]> = {
  form: [{ table: "shop.order_detail", column: "form", key: "order_id" }],
  voucher: [
    { table: "shop.order_detail", column: "voucher", key: "order_id" },
    { table: "shop.voucher_stock", column: "sealed", key: "id" },
  ],
  message: [{ table: "shop.message", column: "sealed", key: "id" }],
  webhook: [{ table: "shop.webhook", column: "secret", key: "user_id" }],
  totp: [{ table: "shop.totp", column: "secret", key: "user_id" }],
  push: [
    { table: "shop.push_subscription", column: "sealed", key: "id" },
    { table: "shop.push_key", column: "private_key", key: "id" },
  ],
  moveIn: [
    { table: "shop.move_in_text", column: "sealed", key: "id" },
    { table: "shop.move_in_part", column: "sealed", key: "id" },
  ],
  guest: [{ table: "shop.guest_order", column: "token", key: "id" }],
  receipt: [{ table: "shop.receipt_key", column: "private_key", key: "public_key" }],
};

/** Few enough that their locks last for milliseconds. */
const portion_rows = 500;

export interface Resealed {
  sealed: number;
  /** Values that no key opens; they stay as they are. */
  unreadable: number;
}

export async function resealAll(pool: Pool, keys: SealingKeys): Promise<Resealed> {
  const done: Resealed = { sealed: 0, unreadable: 0 };
  for (const [use, columns] of Object.entries(sealedColumns))
    for (const column of columns) await resealColumn(pool, keys[use as SealedUse], column, done);
  return done;
}

async function resealColumn(pool: Pool, key: SealingKey, of: Column, done: Resealed): Promise<void> {
  const { table, column, key: id } = of;
  const isOld = key.version === 1 ? "strpos(v.text, '.') > 0" : "not starts_with(v.text, $2)";
  const given = key.version === 1 ? [] : [sealedPrefix(key.version)];
  for (let last: unknown = null; ;) {
    const { rows } = await pool.query<{ id: string; text: string }>(
      `select * from (select ${id} as id, ${column} as text from ${table}) v
       where v.text is not null and ($1::text is null or v.id > $1::text::${typeOf(of)}) and ${isOld}
       order by v.id limit ${portion_rows}`,
      [last, ...given],
    );
    for (const row of rows) {
      const sealed = resealed(key, row.text);
      if (sealed === undefined) done.unreadable += 1;
      else {
        // Unless it was changed meanwhile, which sealed it anew.
        const text = `update ${table} set ${column} = $1 where ${id} = $2 and ${column} = $3`;
        done.sealed += (await pool.query(text, [sealed, row.id, row.text])).rowCount ?? 0;
      }
    }
    if (rows.length < portion_rows) return;
    last = String(rows.at(-1)?.id);
  }
}

function typeOf({ table, key }: Column): string {
  if (key === "user_id") return "uuid";
  if (key === "public_key") return "text";
  return table === "shop.push_key" ? "boolean" : "bigint";
}

function resealed(key: SealingKey, sealed: string): string | undefined {
  const text = openIfOurs(key, sealed);
  return text === undefined ? undefined : sealText(key, text);
}
