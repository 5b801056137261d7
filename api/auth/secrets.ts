/** Keys derived from the server's secret. Each use has its own key. */
import {
  createCipheriv,
  createDecipheriv,
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
  seal: KeyObject;
  attempts: KeyObject;
  device: KeyObject;
  apiKey: KeyObject;
  voucher: KeyObject;
  message: KeyObject;
  webhook: KeyObject;
  totp: KeyObject;
  push: KeyObject;
}

export function deriveSecrets(secret: string): Secrets {
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", secret, "cedibook", use, 32)));
  return {
    access: derive("access token"),
    refresh: derive("refresh token"),
    fingerprint: derive("command fingerprint"),
    seal: derive("sealed form"),
    attempts: derive("attempt key"),
    device: derive("known device"),
    apiKey: derive("api key"),
    voucher: derive("sealed voucher"),
    message: derive("sealed message"),
    webhook: derive("sealed webhook secret"),
    totp: derive("second factor"),
    push: derive("sealed push subscription"),
  };
}

export function mac(key: KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const iv_bytes = 12;
const tag_bytes = 16;

/** AES-256-GCM: base64 of iv ‖ tag ‖ ciphertext. */
export function sealText(key: KeyObject, text: string): string {
  const iv = randomBytes(iv_bytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** @throws if the text was changed or was sealed with another key. */
export function openText(key: KeyObject, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, iv_bytes));
  decipher.setAuthTag(bytes.subarray(iv_bytes, iv_bytes + tag_bytes));
  return decipher.update(bytes.subarray(iv_bytes + tag_bytes), undefined, "utf8") + decipher.final("utf8");
}
