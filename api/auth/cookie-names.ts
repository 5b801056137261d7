/** Names of the shop's cookies. On this machine a shop works without TLS too; with TLS, cookies are for TLS only. */
import type { Door } from "../serve/door.ts";

export function isSecure({ publicUrl }: Pick<Door, "publicUrl">): boolean {
  return publicUrl.startsWith("https:");
}

/** A browser accepts this prefix over TLS only, so nobody on the network can plant such a cookie. */
export function cookieNameFor(shop: Pick<Door, "publicUrl">, name: string): string {
  return isSecure(shop) ? `__Secure-${name}` : name;
}
