/**
 * The refresh token as a cookie, for our own page: a script that somebody smuggles into the page cannot read it. Only a
 * request with the header gets or uses the cookie. Another site's page cannot send that header, and a token from a cookie
 * never leaves in an answer's body.
 */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import type { Env } from "../serve/env.ts";
import type { Door } from "../serve/door.ts";
import { operations } from "#contract/operations.ts";
import { refreshHeader } from "#contract/refresh-header.ts";
import { ApiError } from "../serve/errors.ts";
import { isOwnOrigin } from "../serve/own-origin.ts";
import { cookieNameFor, isSecure } from "./cookie-names.ts";
import type { Tokens } from "./sessions.ts";

/** @throws ApiError 403 if another site's page asks */
export function asksForCookie(shop: Door, c: Context<Env>): boolean {
  if (c.req.header(refreshHeader.name) !== refreshHeader.cookie) return false;
  if (!isOwnOrigin(c.req.header("origin"), c.req.header("host"), shop.publicUrl))
    throw new ApiError("origin_refused", "This origin may not sign in with a cookie");
  return true;
}

/** The refresh token of the body, else the cookie's. Empty if there is none. @throws ApiError 403 */
export function givenRefreshToken(shop: Door, c: Context<Env>, inBody: string): string {
  if (inBody !== "" || !asksForCookie(shop, c)) return inBody;
  return getCookie(c, cookieNameFor(shop, "refresh")) ?? "";
}

/** The tokens as the answer carries them: the refresh token is empty if it goes out as the cookie. @throws ApiError 403 */
export function handOver(shop: Door, c: Context<Env>, tokens: Tokens): Tokens {
  if (!asksForCookie(shop, c)) return tokens;
  const now_ms = Date.now();
  const maxAge = Math.ceil((nextMidnight_ms(now_ms) - now_ms) / 1000);
  setCookie(c, cookieNameFor(shop, "refresh"), tokens.refreshToken, { ...attributesFor(shop), maxAge });
  return { ...tokens, refreshToken: "" };
}

/** @throws ApiError 403 */
export function dropCookie(shop: Door, c: Context<Env>): void {
  if (asksForCookie(shop, c)) deleteCookie(c, cookieNameFor(shop, "refresh"), attributesFor(shop));
}

function attributesFor(shop: Door) {
  return {
    // Of all calls, only this one reads it. So it cannot have the prefix __Host-, which needs the path /.
    path: `/api${operations.refreshToken.path}`,
    httpOnly: true,
    sameSite: "Strict",
    secure: isSecure(shop),
  } as const;
}
