/**
 * argon2id with OWASP's parameters (m=19456 KiB, t=2, p=1: 8 ms here). Each hash takes a whole core, so only some are made at
 * the same time, the next ones wait, and the rest is refused: a flood of logins must not take the shop from the buyers.
 */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { ApiError } from "../serve/errors.ts";
import { isBcryptPassword } from "./bcrypt.ts";

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
