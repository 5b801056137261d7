/**
 * argon2id with OWASP's parameters (m=19456 KiB, t=2, p=1: 8 ms here). Each hash takes a whole core, so only some are made at
 * the same time, the next ones wait, and the rest is refused: a flood of logins must not take the shop from the buyers.
 */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { ApiError } from "../serve/errors.ts";
import { isBcryptPassword } from "./bcrypt.ts";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { Door } from "../serve/door.ts";
import { texts } from "#contract/terms/texts.ts";

/** The package's Algorithm.Argon2id: a const enum, which Node's type stripping cannot read. */
const argon2id = 2;
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @throws ApiError 503 if too many passwords are waiting */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options));
}

/**
 * True if it matches. Without a hash (no such account, or an erased one) it takes the same time and is false.
 * @param foreign a hash of another shop, if the shop has any: they take longer than our own, so a refusal has to take as
 *   long, or its time would tell whose phone number is registered
 * @throws ApiError 503 if too many passwords are waiting
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
  foreign?: string,
): Promise<boolean> {
  nobody ??= await hashPassword("nobody has this password");
  const own = nobody;
  const isKnown = hashed !== undefined && hashed !== "";
  return inTurn(async () => {
    const matches = await matchesHash(password, isKnown ? hashed : own);
    if (isKnown && matches) return true;
    if (foreign !== undefined)
      // A hash that nobody can read costs its own user the login, and nobody else.
      await matchesHash(password, isKnown && isForeign(hashed) ? own : withoutPassword(foreign)).catch(
        () => false,
      );
    return false;
  });
}

/** What every hash begins with that this shop has made. Users of other shops bring others. */
export const ownHashStart = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

/** Whether another shop has made this hash. */
export function isForeign(hashed: string): boolean {
  return hashed !== "" && !hashed.startsWith(ownHashStart);
}

function matchesHash(password: string, hashed: string): Promise<boolean> {
  return hashed.startsWith("$2") ? isBcryptPassword(password, hashed) : verify(hashed, password);
}

/** A hash that takes as long and that no password has. */
function withoutPassword(hashed: string): string {
  const digest_length = 31;
  return hashed.startsWith("$2")
    ? `${hashed.slice(0, -digest_length)}${".".repeat(digest_length)}`
    : hashed.replace(/[^$]+$/, (digest) => "A".repeat(digest.length));
}

let nobody: string | undefined;

/** Half of the cores, because the database and everybody else's requests need the others. */
const at_once_max = Math.max(1, Math.floor(availableParallelism() / 2));
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  refuseIfBusy();
  if (running < at_once_max) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  const began_ms = performance.now();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The next one takes over this one's place, after a rest as long as this one's work. Beside a flood, the p99 of
    // purchases was 3.9 times the quiet one without the rest, and 1.5 times with it (npm run bench -- flood).
    if (next) setTimeout(next, performance.now() - began_ms);
    else running -= 1;
  }
}

function refuseIfBusy(): void {
  if (waiting.length < serverLimits.passwords_waiting_max) return;
  throw new ApiError("busy", "Many people are signing in at the moment. Please try again in a few seconds.", {
    transient: true,
  });
}

/** The order makes the planner take the index user_foreign_hash: it cannot know that no user may match. */
export const foreignHashQuery = sql<{ password_hash: string }>`
  select password_hash from shop."user"
  where not deleted and password_hash <> '' and not starts_with(password_hash, ${sql.lit(ownHashStart)})
  order by id limit 1`;

/** Any hash of the shops from which users came that is still in use; undefined if there is none. */
export async function foreignHash(db: Database): Promise<string | undefined> {
  const { rows } = await foreignHashQuery.execute(db);
  return rows[0]?.password_hash;
}

/**
 * Puts the shop's own hash of the password, which was just verified, in the place of the other shop's.
 * @returns the hash that the user has now, or the old one if the password was changed meanwhile
 * @throws ApiError 503 if too many passwords are waiting
 */
export async function replaceForeignHash(
  db: Database,
  { id, password_hash }: { id: string; password_hash: string },
  password: string,
): Promise<string> {
  const own = await hashPassword(password);
  const replaced = await db
    .updateTable("shop.user")
    .set({ password_hash: own })
    .where("id", "=", id)
    .where("password_hash", "=", password_hash)
    .returning("id")
    .executeTakeFirst();
  if (replaced) return own;
  const { password_hash: present } = await db
    .selectFrom("shop.user")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // Another login may have replaced it just now.
  return (await isPassword(password, present)) ? present : password_hash;
}

/**
 * `field`: where the body has the password, so that the refusal is shown there.
 * @throws ApiError 403 if it is wrong, 503 if too many passwords are waiting
 */
export async function requireOwnPassword(
  { db }: Door,
  user: string,
  password: string,
  field = "password",
): Promise<void> {
  const row = await db
    .selectFrom("shop.user")
    .select("password_hash")
    .where("id", "=", user)
    .executeTakeFirst();
  if (await isPassword(password, row?.password_hash)) return;
  const message = texts.passwordWrong;
  throw new ApiError("password_wrong", message, { fields: { [field]: message } });
}
