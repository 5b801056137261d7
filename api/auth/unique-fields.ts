/** Phone, email and username are unique. The unique index decides, and its name shows which field was taken. */
import type { Context } from "hono";
import { brokenConstraint } from "#ledger/connect/errors.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import type { Env } from "../serve/env.ts";
import type { Door } from "../serve/door.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { countAttempt } from "../serve/attempts.ts";

const codeByConstraint: Record<string, RejectionCode> = {
  user_phone: "phone_taken",
  user_email: "email_taken",
  user_username: "username_taken",
};

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
  const code = codeByConstraint[brokenConstraint(error) ?? ""];
  return code ? refused({ code }) : error;
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof ApiError && Object.values(codeByConstraint).some((code) => code === error.answer.code)
  );
}
