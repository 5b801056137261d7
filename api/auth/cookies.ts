/**
 * The shop's two cookies. On this machine a shop works without TLS too; with TLS, cookies are for TLS only.
 *
 * The refresh token, for our own page: a script that somebody smuggles into the page cannot read it. Only a request with the
 * header gets or uses the cookie. Another site's page cannot send that header, and a token from a cookie never leaves in an
 * answer's body.
 *
 * Known devices: a browser in which somebody has signed in before gets a cookie, with which its own attempts are counted
 * apart. So nobody elsewhere can lock its user out (OWASP: device cookies). It also shows that the user need not be told
 * of the device. It proves nothing else, and a client without it works the same.
 */
import type { Door } from "../serve/door.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import type { Env } from "../serve/env.ts";
import { operations } from "#contract/operations.ts";
import { refreshHeader } from "#contract/refresh-header.ts";
import { ApiError } from "../serve/errors.ts";
import { isOwnOrigin } from "../serve/client-address.ts";
import type { Tokens } from "./sessions.ts";
import { randomBytes } from "node:crypto";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { isSame, mac } from "../serve/secrets.ts";

function isSecure({ publicUrl }: Pick<Door, "publicUrl">): boolean {
  return publicUrl.startsWith("https:");
}

/** A browser accepts this prefix over TLS only, so nobody on the network can plant such a cookie. */
function cookieNameFor(shop: Pick<Door, "publicUrl">, name: string): string {
  return isSecure(shop) ? `__Secure-${name}` : name;
}

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

/** A name for the device, if it is known for this account. */
export function knownDevice(shop: Door, c: Context<Env>, account: string): string | undefined {
  const name = cookieName(shop, account);
  // Without the prefix: of before the shop had TLS, or before there was a prefix.
  const value = getCookie(c, cookieNameFor(shop, name)) ?? getCookie(c, name) ?? "";
  const [device, until_ms, signature] = value.split(".");
  if (!device || !until_ms || !signature || !(Number(until_ms) > Date.now())) return undefined;
  const isOurs = isSame(Buffer.from(signature, "base64url"), sign(shop, account, device, until_ms));
  return isOurs ? device : undefined;
}

export function rememberDevice(shop: Door, c: Context<Env>, account: string): void {
  const { name, value } = deviceCookie(shop, account, knownDevice(shop, c, account));
  setCookie(c, cookieNameFor(shop, name), value, {
    path: "/api/user/login",
    httpOnly: true,
    sameSite: "Strict",
    secure: isSecure(shop),
    maxAge: serverLimits.known_device_ms / 1000,
  });
}

/** Without `device`: of one that was not known before. */
export function deviceCookie(
  shop: Signing,
  account: string,
  device = randomBytes(16).toString("base64url"),
): { name: string; value: string } {
  const until_ms = String(Date.now() + serverLimits.known_device_ms);
  const signature = sign(shop, account, device, until_ms).toString("base64url");
  return { name: cookieName(shop, account), value: `${device}.${until_ms}.${signature}` };
}

type Signing = Pick<Door, "secrets">;

/** One for each account, because a family may share a phone. The name does not reveal the account. */
function cookieName(shop: Signing, account: string): string {
  return `device-${mac(shop.secrets.device, account).toString("hex").slice(0, 12)}`;
}

function sign(shop: Signing, account: string, device: string, until_ms: string): Buffer {
  return mac(shop.secrets.device, `${account} ${device} ${until_ms}`);
}
