/** Keys derived from the server's secret. Each use has its own key. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Key objects, because Node would make one from the bytes for each use, which took five times as long as the HMAC
 * itself.
 */
export interface Secrets {
  access: KeyObject;
  refresh: KeyObject;
  fingerprint: KeyObject;
  attempts: KeyObject;
  device: KeyObject;
  apiKey: KeyObject;
  recovery: KeyObject;
  proof: KeyObject;
  invite: KeyObject;
  report: KeyObject;
  sealing: SealingKeys;
}

/** What is sealed, each with its own key. */
const sealedUses = {
  form: "sealed form",
  voucher: "sealed voucher",
  message: "sealed message",
  webhook: "sealed webhook secret",
  totp: "second factor",
  push: "sealed push subscription",
  moveIn: "sealed move-in",
  receipt: "sealed receipt key",
  guest: "sealed guest link",
} as const;
export type SealedUse = keyof typeof sealedUses;

export type SealingKeys = Record<SealedUse, SealingKey>;

/** All versions of the key of one use. They all open, and one of them seals. */
export interface SealingKey {
  version: number;
  versions: ReadonlyMap<number, KeyObject>;
}

/** Secrets of sealing keys by version, from 2. Version 1 is the session secret. */
export interface SealingSecrets {
  /** Seals. */
  version: number;
  secrets: Readonly<Record<number, string>>;
}

const onlySessionSecret: SealingSecrets = { version: 1, secrets: {} };

export function deriveSecrets(secret: string, sealing: SealingSecrets = onlySessionSecret): Secrets {
  const derive = (use: string) => deriveKey(secret, use);
  return {
    access: derive("access token"),
    refresh: derive("refresh token"),
    fingerprint: derive("command fingerprint"),
    attempts: derive("attempt key"),
    device: derive("known device"),
    apiKey: derive("api key"),
    recovery: derive("second factor"),
    proof: derive("proof code"),
    invite: derive("admin invitation"),
    report: derive("supplier's report"),
    sealing: deriveSealing({ ...sealing.secrets, 1: secret }, sealing.version),
  };
}

function deriveSealing(secrets: SealingSecrets["secrets"], version: number): SealingKeys {
  const keys = Object.entries(sealedUses).map(([use, name]) => {
    const versions = new Map(
      Object.entries(secrets).map(([of, secret]) => [Number(of), deriveKey(secret, name)]),
    );
    return [use, { version, versions } satisfies SealingKey];
  });
  return Object.fromEntries(keys) as SealingKeys;
}

function deriveKey(secret: string, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "cedibook", use, 32)));
}

export function mac(key: KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** For tokens, which nobody can guess: their hash needs no key. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The first 32 of these hex digits as a UUID. */
export function uuidOf(hex: string): string {
  const ends = [8, 12, 16, 20, 32];
  return ends.map((end, part) => hex.slice(ends[part - 1] ?? 0, end)).join("-");
}

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const iv_bytes = 12;
const tag_bytes = 16;

/** AES-256-GCM: base64 of iv ‖ tag ‖ ciphertext. From version 2 on, the version and a dot come first. */
export function sealText({ version, versions }: SealingKey, text: string): string {
  const iv = randomBytes(iv_bytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(versions, version), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return sealedPrefix(version) + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** @throws if the text was changed or was sealed with another key. */
export function openText({ versions }: SealingKey, sealed: string): string {
  const dot = sealed.indexOf(".");
  const key = keyOf(versions, dot === -1 ? 1 : Number(sealed.slice(0, dot)));
  const bytes = Buffer.from(sealed.slice(dot + 1), "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, iv_bytes));
  decipher.setAuthTag(bytes.subarray(iv_bytes, iv_bytes + tag_bytes));
  return decipher.update(bytes.subarray(iv_bytes + tag_bytes), undefined, "utf8") + decipher.final("utf8");
}

/** Undefined if it was sealed with another secret: the server's may have changed since. */
export function openIfOurs(key: SealingKey, sealed: string): string | undefined {
  try {
    return openText(key, sealed);
  } catch {
    return undefined;
  }
}

/** What every text begins with that was sealed with this version. Empty for version 1: no other text lacks a dot. */
export function sealedPrefix(version: number): string {
  return version === 1 ? "" : `${version}.`;
}

function keyOf(versions: ReadonlyMap<number, KeyObject>, version: number): KeyObject {
  const key = versions.get(version);
  if (!key) throw new Error(`there is no sealing key of version ${version}`);
  return key;
}
