/** Guards of the routes: a Bearer token with a live session and the required level, or an agent's API key. */
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import { ApiError, refused, unauthorized } from "./errors.ts";
import { texts } from "#contract/terms/texts.ts";
import { redeemTicket } from "./ticket.ts";
import { claimedOwner, isApiKey, noteApiKeyUse } from "./api-keys.ts";
import { byKey, type KeyHolder, type Principal } from "./principals.ts";
import { verifyAccess } from "./tokens.ts";

/** `authenticate`: by the token, unless the call accepts something else. */
export function signedIn(
  shop: Door,
  authenticate: Authenticate = byToken,
  withoutFactor = false,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const principal = await authenticate(shop, c);
    if (principal.status === "Banned") throw refused({ code: "actor_banned" });
    if (principal.lacksFactor && !withoutFactor)
      throw new ApiError("second_factor_required", texts.secondFactorRequired);
    c.set("principal", principal);
    await next();
  };
}

/** A banned user may still sign out. */
export function signedInOrBanned(shop: Door): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set("principal", await byToken(shop, c));
    await next();
  };
}

export function adminOnly(shop: Door, authenticate?: Authenticate): MiddlewareHandler<Env> {
  const enter = signedIn(shop, authenticate);
  return (c, next) =>
    enter(c, async () => {
      if (c.get("principal").level !== "Admin") throw refused({ code: "admin_only" });
      await next();
    });
}

const keyHeader = "x-api-key";

/** Guards every call that does not accept an API key. */
export const refuseKey: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.header(keyHeader) !== undefined) {
    const message =
      "An API key can list products, buy, and read its owner's orders and balance. Please sign in for anything else.";
    throw new ApiError("api_key_refused", message);
  }
  await next();
};

/** If a key is sent, only the key counts. Without one, the call's own guard decides. */
export function keyOr(shop: Door, guard: MiddlewareHandler<Env> | undefined): MiddlewareHandler<Env> {
  return async (c, next) => {
    const key = c.req.header(keyHeader);
    if (key === undefined) return guard ? guard(c, next) : next();
    const principal = await authenticateKey(shop, c, key);
    if (principal.status === "Banned") throw refused({ code: "actor_banned" });
    c.set("principal", principal);
    await next();
  };
}

/**
 * The user whose rows a list shows. Undefined means everybody's: for an admin who asked neither for their own nor for a
 * user's rows.
 */
export function scopeOf(
  principal: Principal,
  { mine, user }: { mine?: "1" | undefined; user?: string | undefined } = {},
): string | undefined {
  return principal.level === "Admin" && mine === undefined ? user : principal.user;
}

type Authenticate = (shop: Door, c: Context<Env>) => Promise<Principal>;

/** For a file: by the ticket in its link, if there is one. */
export function byTicketOr(path: string): Authenticate {
  return async (shop, c) => {
    const ticket = c.req.query("ticket");
    if (ticket === undefined) return byToken(shop, c);
    const session = await redeemTicket(shop.db, ticket, path);
    const principal = session && (await shop.principals.find(session));
    if (!principal) throw unauthorized();
    return principal;
  };
}

async function byToken(shop: Door, c: Context<Env>): Promise<Principal> {
  const header = c.req.header("authorization");
  // The name of a scheme is case-insensitive (RFC 9110, 11.1).
  const token = /^bearer (.+)$/i.exec(header ?? "")?.[1];
  const claims = token && verifyAccess(shop.secrets, token, Date.now());
  const principal = claims && (await shop.principals.find(claims.session));
  if (!principal) throw unauthorized();
  return principal;
}

/** The key before the present one may still work for a while. */
function isKeyOf(
  { secrets }: Door,
  key: string,
  user: string,
  { counter, previousUntil_ms }: KeyHolder,
): boolean {
  if (isApiKey(secrets, key, user, counter)) return true;
  return Date.now() < previousUntil_ms && isApiKey(secrets, key, user, counter - 1);
}

async function authenticateKey(shop: Door, c: Context<Env>, key: string): Promise<Principal> {
  const user = claimedOwner(key);
  const holder = user && (await shop.principals.findKeyHolder(user));
  if (!user || !holder || !isKeyOf(shop, key, user, holder)) {
    throw new ApiError("api_key_invalid", "This API key is not valid. Your profile shows the valid one.");
  }
  await shop.keyRequests.count(shop, c, { user, keyCounter: holder.counter });
  c.set("keyCounter", holder.counter);
  const now_ms = Date.now();
  if (shop.keyRequests.isWorthNoting(user, now_ms)) {
    shop.log.info({ requestId: c.get("requestId"), user, session: byKey }, "an API key is in use");
    shop.backgroundTasks.start("storing the use of an API key", () => noteApiKeyUse(shop.db, user, now_ms));
  }
  return holder.principal;
}
