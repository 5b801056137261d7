/** Access and refresh tokens: short texts with a MAC, which are checked without the database. */
import { isSame, mac, type Secrets } from "./secrets.ts";

export interface AccessClaims {
  session: string;
  user: string;
  /** ms since 1970. */
  expires_ms: number;
}

/** "v1.<session>.<user>.<expiry>.<mac>" */
export function signAccess(secrets: Secrets, claims: AccessClaims): string {
  const text = `v1.${claims.session}.${claims.user}.${claims.expires_ms.toString(36)}`;
  return `${text}.${mac(secrets.access, text).toString("base64url")}`;
}

/** Undefined for anything but a valid, unexpired token. */
export function verifyAccess(secrets: Secrets, token: string, now_ms: number): AccessClaims | undefined {
  const [version, session, user, expiry, signature, ...rest] = token.split(".");
  if (version !== "v1" || !session || !user || !expiry || !signature || rest.length > 0) return undefined;
  const expected = mac(secrets.access, `v1.${session}.${user}.${expiry}`);
  if (!isSame(expected, Buffer.from(signature, "base64url"))) return undefined;
  const expires_ms = Number.parseInt(expiry, 36);
  return expires_ms > now_ms ? { session, user, expires_ms } : undefined;
}

/**
 * "r1.<session>.<counter>.<mac>". Rotation increments the counter. The database keeps only the counter, so nobody can make
 * a token from the database alone.
 */
export function signRefresh(secrets: Secrets, session: string, counter: number): string {
  const text = `r1.${session}.${counter}`;
  return `${text}.${mac(secrets.refresh, text).toString("base64url")}`;
}

export function verifyRefresh(
  secrets: Secrets,
  token: string,
): { session: string; counter: number } | undefined {
  const [version, session, counter, signature, ...rest] = token.split(".");
  if (version !== "r1" || !session || !counter || !signature || rest.length > 0) return undefined;
  const expected = mac(secrets.refresh, `r1.${session}.${counter}`);
  if (!isSame(expected, Buffer.from(signature, "base64url"))) return undefined;
  return { session, counter: Number(counter) };
}
