/** Who may come in: a Bearer token, its live session, and the level a route asks for. */
import type { Context, MiddlewareHandler } from "hono";
import type { Env, Shop } from "../context.ts";
import { refused, unauthorized } from "../errors.ts";
import type { Principal } from "./principals.ts";
import { verifyAccess } from "./tokens.ts";

export function signedIn(shop: Shop): MiddlewareHandler<Env> {
  return async (c, next) => {
    const principal = await authenticate(shop, c);
    if (principal.status === "Banned") throw refused({ code: "actor_banned" });
    c.set("principal", principal);
    await next();
  };
}

/** A banned user may still sign out. */
export function signedInOrBanned(shop: Shop): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set("principal", await authenticate(shop, c));
    await next();
  };
}

export function adminOnly(shop: Shop): MiddlewareHandler<Env> {
  const enter = signedIn(shop);
  return (c, next) =>
    enter(c, async () => {
      if (c.get("principal").level !== "Admin") throw refused({ code: "admin_only" });
      await next();
    });
}

/** Whose rows a list shows: undefined is everybody's, for an admin who did not ask for his own. */
export function scopeOf(principal: Principal, mine?: "1"): string | undefined {
  return principal.level === "Admin" && mine === undefined ? undefined : principal.user;
}

async function authenticate(shop: Shop, c: Context<Env>): Promise<Principal> {
  const header = c.req.header("authorization");
  const token = header?.startsWith("Bearer ") ? header.slice("Bearer ".length) : undefined;
  const claims = token && verifyAccess(shop.secrets, token, Date.now());
  const principal = claims && (await shop.principals.find(claims.session));
  if (!principal) throw unauthorized();
  return principal;
}
