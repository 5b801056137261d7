/** A plan compared with the shop: what is new, what an earlier run has added, and what somebody else has taken. */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { uuidOf } from "../serve/secrets.ts";
import {
  lookOf,
  type Plan,
  type PlannedProduct,
  type PlannedUser,
  type RefusedLine,
  takingTurns,
} from "./plan.ts";

/** A command has the same id and fingerprint in each run, so a second run adds nothing twice. */
export interface Identity {
  id: string;
  /** 32 hex digits. */
  fingerprint: string;
}

export type NewcomerUser = PlannedUser & Identity;
export type NewcomerProduct = PlannedProduct & Identity;

export interface ComparedPlan {
  /** Of the whole move, which is one act in the log. */
  move: Identity;
  users: NewcomerUser[];
  products: NewcomerProduct[];
  /** The opening balances of `users`. */
  amount: Pesewas;
  /** Lines that an earlier run has added. */
  already: { users: number; products: number; amount: Pesewas };
  refused: RefusedLine[];
}

export async function comparePlan(db: Database, plan: Plan): Promise<ComparedPlan> {
  const { key } = await db.selectFrom("shop.move_in_key").select("key").executeTakeFirstOrThrow();
  const users: NewcomerUser[] = [];
  for await (const user of takingTurns(plan.users))
    users.push({ ...user, ...identityOf(key, `user ${user.phone}`, userFacts(user)) });
  const products = plan.products.map((product) => ({
    ...product,
    ...identityOf(key, `product ${product.network}`, productFacts(product)),
  }));
  const done = await knownCommands(
    db,
    [...users, ...products].map(({ id }) => id),
  );
  const refused = [...plan.refused];
  const isOpen = (one: NewcomerUser | NewcomerProduct): boolean => {
    const fingerprint = done.get(one.id);
    if (fingerprint === undefined) return true;
    if (fingerprint !== one.fingerprint)
      refused.push({
        ...placeOf(one),
        column: undefined,
        reason: "This has moved in before, with other values",
      });
    return false;
  };
  const isDone = ({ id, fingerprint }: Identity) => done.get(id) === fingerprint;
  const newUsers = await withoutTaken(db, users.filter(isOpen), refused);
  const newProducts = await withoutSold(db, products.filter(isOpen), refused);
  const before = users.filter(isDone);
  return {
    move: identityOf(key, `files ${plan.digest}`, plan.digest),
    users: newUsers,
    products: newProducts,
    amount: sumOf(newUsers),
    already: { users: before.length, products: products.filter(isDone).length, amount: sumOf(before) },
    refused,
  };
}

export function sumOf(users: readonly { balance: Pesewas }[]): Pesewas {
  return users.reduce((sum, { balance }) => sum + balance, 0);
}

function placeOf({ file, line }: { file: string; line: number }) {
  return { file, line };
}

function identityOf(key: string, what: string, facts: string): Identity {
  const digest = (text: string) => createHmac("sha256", key).update(text).digest("hex");
  const hex = digest(`id ${what}`);
  // A UUID of version 8, which is for ids that a program derives (RFC 9562).
  const id = uuidOf(`${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`);
  return { id, fingerprint: digest(`facts ${facts}`).slice(0, 32) };
}

/** Not the names: a typing error that is corrected in the file makes nobody another user. */
function userFacts({ level, balance }: PlannedUser): string {
  return JSON.stringify({ level, balance });
}

function productFacts({ packages, status }: PlannedProduct): string {
  return JSON.stringify({ packages, status });
}

/** Fingerprints, hex, by the ids of those that the log has. */
async function knownCommands(db: Database, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select id, encode(fingerprint, 'hex') as fingerprint from ledger.command where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
}

async function withoutTaken(
  db: Database,
  users: NewcomerUser[],
  refused: RefusedLine[],
): Promise<NewcomerUser[]> {
  if (users.length === 0) return users;
  const present = await db
    .selectFrom("shop.user")
    .select(["phone", "email", "username"])
    .where("deleted", "=", false)
    .execute();
  const taken = { phone: new Set<string>(), email: new Set<string>(), username: new Set<string>() };
  for await (const { phone, email, username } of takingTurns(present)) {
    taken.phone.add(phone);
    taken.email.add(email);
    taken.username.add(lookOf(username));
  }
  const free: NewcomerUser[] = [];
  for await (const user of takingTurns(users)) {
    const column = (["phone", "email", "username"] as const).find((field) =>
      taken[field].has(field === "username" ? lookOf(user.username) : user[field]),
    );
    if (column === undefined) free.push(user);
    else refused.push({ ...placeOf(user), column, reason: rejectionText({ code: `${column}_taken` }) });
  }
  return free;
}

async function withoutSold(
  db: Database,
  products: NewcomerProduct[],
  refused: RefusedLine[],
): Promise<NewcomerProduct[]> {
  const sold = await db.selectFrom("ledger.product").select("network").execute();
  return products.filter((product) => {
    if (!sold.some(({ network }) => network === product.network)) return true;
    const reason = rejectionText({ code: "network_taken" });
    refused.push({ ...placeOf(product), column: "network", reason });
    return false;
  });
}
