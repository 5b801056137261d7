/**
 * Known devices: a browser in which somebody has signed in before gets a cookie, with which its own attempts are counted
 * apart. So nobody elsewhere can lock its user out (OWASP: device cookies). It also shows that the user need not be told
 * of the device. It proves nothing else, and a client without it works the same.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { Env } from "../serve/env.ts";
import type { Door } from "../serve/door.ts";
import { cookieNameFor, isSecure } from "./cookie-names.ts";
import { isSame, mac } from "../serve/secrets.ts";

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
