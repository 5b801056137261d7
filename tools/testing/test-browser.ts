/** A browser's side of push notifications (RFC 8291): it makes a subscription and decrypts what its push service gets. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { Endpoint } from "#contract/push.ts";

export class TestBrowser {
  readonly subscription: Endpoint;
  readonly #keys = createECDH("prime256v1");
  readonly #auth = randomBytes(16);

  /** `service`: the origin of its push service. */
  constructor(service: string) {
    this.subscription = {
      endpoint: `${service}/send/${randomBytes(24).toString("base64url")}`,
      keys: {
        p256dh: this.#keys.generateKeys("base64url"),
        auth: this.#auth.toString("base64url"),
      },
    };
  }

  /** The plain text of an aes128gcm body with one record (RFC 8188). @throws if it is not for this browser */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync("sha256", shared, this.#auth, info, 32));
    const derive = (use: string, length: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${use}\0`, length));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // The last record ends in a 2 and any number of zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
  }
}
