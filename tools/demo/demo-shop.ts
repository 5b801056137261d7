/**
 * Opens a realistic shop in an empty database: nine products, forty people and four months of top-ups and orders, all
 * written through the ledger. Every command has the same id each time, so an opening that was killed continues where it
 * stopped.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashPassword, isPassword } from "#api/auth/passwords.ts";
import { insertUserWrite } from "#api/auth/unique-fields.ts";
import { imageWrite, readImage } from "#api/products/images.ts";
import type { Secrets } from "#api/serve/secrets.ts";
import { sql } from "kysely";
import { createPool } from "#ledger/connect/connect.ts";
import { readHead, readNotice } from "#ledger/products/catalogue.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { Author, idOf } from "./author.ts";
import { demoProducts } from "./catalogue.ts";
import { writeHistory } from "./history.ts";
import { demoCrowd, demoLogins } from "./people.ts";
import { StartError } from "../postgres/start-error.ts";

const day_ms = 24 * 60 * 60_000;
const history_days = 120;
/** Our own simple drawings, named as the networks, because a network's logo is not ours to use. */
const pictures = join(import.meta.dirname, "pictures");

interface DemoOptions {
  /** With the API's role. */
  databaseUrl: string;
  /** The server's, with which it opens what is sealed here. */
  secrets: Secrets;
  log: (line: string) => void;
}

export type DemoLogin = { role: string; phone: string; password: string };

/** Returns the fixed logins of a demo shop, new or opened before. Returns none if the database has a real shop. */
export async function openDemoShop({
  databaseUrl,
  secrets,
  log,
}: DemoOptions): Promise<{ logins: DemoLogin[] }> {
  const pool = createPool(databaseUrl, 2);
  try {
    const db = openReads(pool);
    const logins = demoLogins.map(({ level, phone, password }) => ({ role: level, phone, password }));
    const admin = await db
      .selectFrom("ledger.account")
      .select("user_id")
      .where("user_id", "=", idOf("esi_admin"))
      .executeTakeFirst();
    if (!admin && (await readHead(db)) > 0) return { logins: [] };
    // The notice is written last, so the demo shop is complete.
    if (admin && (await readNotice(db)).position > 0) return { logins };
    log("Opening the demo shop: nine products, forty people, four months of orders …");
    const author = new Author(databaseUrl, Date.now() - history_days * day_ms);
    try {
      await openShop(author);
      await writeHistory(author, history_days, secrets);
      await author.now("change_notice", idOf("esi_admin"), { notice: demoNotice });
    } finally {
      await author.close();
    }
    // The history never happened, so it must not produce messages.
    await sql`update shop.message_follower set position = (select position from ledger.head)`.execute(db);
    await sql`update shop.fulfilment_follower set position = (select position from ledger.head)`.execute(db);
    await sql`select setval('shop.topup_number', (select max(id) from ledger.topup))`.execute(db);
    return { logins };
  } finally {
    await pool.end();
  }
}

const demoNotice = "MTN Up2U orders placed after 9 pm are delivered by 8 am. Thank you for shopping with us!";

async function openShop(author: Author): Promise<void> {
  const admin = idOf("esi_admin");
  const unknownPassword = await hashPassword(crypto.randomUUID());
  for (const person of [...demoLogins, ...demoCrowd]) {
    const hashed = person.password === undefined ? unknownPassword : await hashPassword(person.password);
    const user = idOf(person.username);
    const level = person.level === "Admin" ? "Admin" : "Customer";
    const named = { ...person, email: `${person.username}@example.com` };
    await author.now("register_user", "system", { user, level }, [insertUserWrite(user, named, hashed)]);
    if (person.level !== level) await author.now("change_level", admin, { user, level: person.level });
  }
  for (const { id, facts } of demoProducts) {
    const file = join(pictures, `${facts.network}.png`);
    const image = existsSync(file)
      ? readImage(`data:image/png;base64,${await readFile(file, "base64")}`)
      : undefined;
    const withImage = { ...facts, image: image?.hash ?? null };
    const writes = image === undefined ? [] : [imageWrite(image)];
    await author.now("create_product", admin, { product: id, facts: withImage }, writes);
  }
  await author.now("change_payment_details", admin, {
    momo_phone_number: "0240000009",
    momo_account_name: "Ama's Data Shop",
  });
  for (const supplier of ["datamart", "hubnet", "reloadly"] as const)
    await author.now("fund_supplier", admin, {
      supplier,
      from: "owner",
      amount: 500_00,
      reason: "play money to try a supplier with",
    });
  await author.now("change_support_links", admin, {
    support_group: "https://chat.example.com/cedibook",
    support_chat: "https://chat.example.com/ama",
  });
}

/** @throws StartError if somebody could sign in with a login of the demo shop, for example in its old data folder */
export async function refuseDemoLogins(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, 1);
  try {
    const users = await openReads(pool)
      .selectFrom("shop.user")
      .select(["id", "phone", "password_hash"])
      .where(
        "id",
        "in",
        demoLogins.map(({ username }) => idOf(username)),
      )
      .where("deleted", "=", false)
      .execute();
    const open = [];
    for (const { username, password } of demoLogins) {
      const user = users.find(({ id }) => id === idOf(username));
      if (user && (await isPassword(password, user.password_hash))) open.push(user.phone);
    }
    if (open.length === 0) return;
    throw new StartError(
      `The database has the demo shop, and its public passwords still work for ${open.join(", ")}: choose an empty folder with DATA_DIR, or set others with npm run admin -- password PHONE.`,
    );
  } finally {
    await pool.end();
  }
}
