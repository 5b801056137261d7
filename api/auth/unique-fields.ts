/** Phone, email and username belong to one account each: the unique index decides, and its name says what was taken. */
import type { Context } from "hono";
import { brokenConstraint } from "#ledger/store/connect/errors.ts";
import type { RejectionCode } from "#ledger/terms/rejections.ts";
import type { Env, Shop } from "../context.ts";
import { ApiError, refused } from "../http/errors.ts";
import { countAttempt } from "./attempts.ts";

const codeByConstraint: Record<string, RejectionCode> = {
  user_phone: "phone_taken",
  user_email: "email_taken",
  user_username: "username_taken",
};

/**
 * Does what may be refused because something is somebody else's. Whoever registers has to be told so, and is told who is
 * registered with it: so this is counted before it is found out, and taken back where nothing was taken.
 * @throws ApiError 429 where there were too many of these refusals, whatever this one would be
 */
export async function limitTakenRefusals<T>(
  shop: Shop,
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

/** The refusal where an attached write broke one of those indexes; any other error as it is. */
function refusalOf(error: unknown): unknown {
  const code = codeByConstraint[brokenConstraint(error) ?? ""];
  return code ? refused({ code }) : error;
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof ApiError && Object.values(codeByConstraint).some((code) => code === error.answer.code)
  );
}
