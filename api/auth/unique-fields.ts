/** Phone, email and username are unique. The unique index decides, and its name shows which field was taken. */
import type { Context } from "hono";
import { brokenConstraint } from "#ledger/connect/errors.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import type { Env } from "../serve/env.ts";
import type { Door } from "../serve/door.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { countAttempt } from "../serve/attempts.ts";

/** What is compared with everybody else's, and with a new password. */
export interface Named {
  username: string;
  phone: string;
  email: string;
}

/** The write that belongs to the event of a new user. It breaks one of the indexes below if a field is taken. */
export function insertUserWrite(user: string, { username, phone, email }: Named, hashed: string): SideWrite {
  return {
    text: `insert into shop."user" (id, username, phone, email, password_hash) values ($1, $2, $3, $4, $5)`,
    values: [user, username, phone, email, hashed],
  };
}

const codeByConstraint: Record<string, "phone_taken" | "email_taken" | "username_taken"> = {
  user_phone: "phone_taken",
  user_email: "email_taken",
  user_username: "username_taken",
};

/** Which field was taken, if an attached write violated one of these indexes. */
export function takenCode(error: unknown) {
  return codeByConstraint[brokenConstraint(error) ?? ""];
}

/**
 * Limits refusals because a phone, email or username is taken: each reveals that somebody is registered with it. So the
 * attempt is counted before `work` runs, and removed from the count if nothing was taken.
 * @throws ApiError 429 after too many of these refusals, whatever `work` would answer
 */
export async function limitTakenRefusals<T>(
  shop: Door,
  c: Context<Env>,
  account: string,
  work: () => Promise<T>,
): Promise<T> {
  const uncount = await countAttempt(shop, c, "taken", account);
  try {
    const done = await work();
    await uncount();
    return done;
  } catch (error) {
    const answer = refusalOf(error);
    if (!isTaken(answer)) await uncount();
    throw answer;
  }
}

/** A refusal if an attached write violated one of these indexes; any other error unchanged. */
function refusalOf(error: unknown): unknown {
  const code = takenCode(error);
  return code ? refused({ code }) : error;
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof ApiError && Object.values(codeByConstraint).some((code) => code === error.answer.code)
  );
}
