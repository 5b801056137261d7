/** Compresses and encrypts to a public key of age, so that the server cannot read its own backups. */
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";

/** The key is wrong, or the file is damaged or ends early. */
export class NotOpened extends Error {
  override name = "NotOpened";
}

/** Level 6 takes three times as long and makes the files a sixth smaller. */
const level = 1;

/** Streams with backpressure. @param recipient "age1…" */
export async function* seal(
  plain: AsyncIterable<Buffer>,
  recipient: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const packed = Readable.from(plain, { objectMode: false }).compose(createGzip({ level }));
  yield* await encrypter.encrypt(bytesOf(packed));
}

/** @param identity "AGE-SECRET-KEY-…" @throws NotOpened */
export async function* open(
  sealed: AsyncIterable<Uint8Array>,
  identity: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const packed = await decrypter.decrypt(bytesOf(sealed));
    const unpacked = Readable.from(packed, { objectMode: false }).compose(createGunzip());
    for await (const chunk of unpacked) yield chunk as Buffer;
  } catch (error) {
    throw new NotOpened(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Whether this is a public key that backups can be sealed to. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

function bytesOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks) as ReadableStream<Uint8Array>;
}
