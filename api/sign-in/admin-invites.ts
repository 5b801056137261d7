/**
 * Invitations of admins. Nothing is stored: an invitation is signed, and works once because the command that it leads to has
 * an id that is made from it.
 */
import type { Context } from "hono";
import { commandById } from "#ledger/log/commands.ts";
import { operations } from "#contract/operations.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { newLevelWrites, noteRights, onceDone } from "../auth/admin-rights.ts";
import { commandId, performUnder } from "../serve/command.ts";
import type { Env } from "../serve/env.ts";
import { ApiError } from "../serve/errors.ts";
import { isSame, mac } from "../serve/secrets.ts";
import type { Serve } from "../serve/serve.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Shop } from "../shop.ts";

export function adminInviteRoutes(shop: Shop, serve: Serve): void {
  serve(operations.inviteAdmin, async (c, { body: { phone } }) => {
    await requireStepUp(shop, c, "always");
    const until_ms = Date.now() + serverLimits.admin_invite_ms;
    const by = c.get("principal").user;
    const signature = sign(shop, by, until_ms, phone).toString("base64url");
    return { invite: `${by}.${until_ms}.${signature}`, expiresAt: new Date(until_ms).toISOString() };
  });
}

/** An invitation that may be accepted. */
export interface Invite {
  /** The admin who made it. */
  by: string;
  key: string;
}

/** @throws ApiError if it is not ours, for another number or too old */
export function requireInvite(shop: Shop, text: string, phone: string): Invite {
  const [by = "", until = "", signature = ""] = text.split(".");
  const until_ms = Number(until);
  const isOurs = isSame(Buffer.from(signature, "base64url"), sign(shop, by, until_ms, phone));
  if (!isOurs || until_ms < Date.now()) throw inviteRefused();
  return { by, key: `invite ${signature}` };
}

/** Whether somebody has become an admin with it. */
export async function isAccepted(shop: Shop, { by, key }: Invite): Promise<boolean> {
  return (await commandById(shop.db, commandId(by, key))) !== undefined;
}

export function inviteRefused(): ApiError {
  return new ApiError(
    "invite_invalid",
    "This invitation is not valid any more, or is for another number. Please ask for a new one, or register without it.",
  );
}

/** In the name of who made it, and by the rules for making an admin. If those refuse it by now, they stay a customer. */
export async function acceptInvite(
  shop: Shop,
  c: Context<Env>,
  { by, key }: Invite,
  { user, isRetry }: { user: string; isRetry: boolean },
): Promise<void> {
  try {
    const done = await performUnder(shop, key, {
      type: "change_level",
      intent: { user, level: "Admin", makesAdmin: true },
      actor: by,
      body: { user },
      sideWrites: onceDone(newLevelWrites(user, "Admin")),
    });
    if (!isRetry) noteRights(shop, c, done);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function sign({ secrets }: Shop, by: string, until_ms: number, phone: string): Buffer {
  return mac(secrets.invite, `${by} ${until_ms} ${phone}`);
}
