/**
 * The tar format (POSIX ustar) of a backup's members, so that an owner without Cedibook can open one:
 * `age -d -i KEY FILE | tar xz`. Streams both ways: a writer needs each member's size first, so members are small.
 */

export interface Member {
  name: string;
  bytes: Buffer;
}

const block_bytes = 512;
/** Members are made of at most about 1 MiB; a header that says more is damaged. */
const member_bytes_max = 64 * 1024 * 1024;

/** The file is damaged or ends early. */
export class NoTar extends Error {
  override name = "NoTar";
}

export function tarMember({ name, bytes }: Member): Buffer {
  const padding = (block_bytes - (bytes.length % block_bytes)) % block_bytes;
  return Buffer.concat([header(name, bytes.length), bytes, Buffer.alloc(padding)]);
}

/** A tar file ends with two empty blocks. */
export const tarEnd = Buffer.alloc(2 * block_bytes);

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`the name of a member is too long: ${name}`);
  const block = Buffer.alloc(block_bytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(name, 0);
  block.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7), 100);
  block.write(octal(size, 11) + octal(0, 11), 124);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  block.write(`${octal(checksum(block), 6)} `, 148);
  return block;
}

/** The sum of the header's bytes, counting the checksum's own place as spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
}

/** The members of a file that `tarMember` and `tarEnd` wrote. @throws NoTar if it is damaged or ends early */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const reader = new ExactReader(chunks);
  for (;;) {
    const block = await reader.take(block_bytes);
    if (block.every((byte) => byte === 0)) break;
    const text = (from: number, to: number) => block.toString("utf8", from, to).replace(/\0.*$/s, "").trim();
    if (Number.parseInt(text(148, 156), 8) !== checksum(block)) throw new NoTar("a damaged header");
    const size = Number.parseInt(text(124, 136), 8);
    if (!(size >= 0 && size <= member_bytes_max)) throw new NoTar("a member that is too large");
    const bytes = await reader.take(size);
    await reader.take((block_bytes - (size % block_bytes)) % block_bytes);
    yield { name: text(0, 100), bytes };
  }
  await reader.take(block_bytes);
  await reader.requireEnd();
}

class ExactReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer[] = [];
  #held_bytes = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#held_bytes < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new NoTar("it ends early");
      this.#held.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      this.#held_bytes += value.byteLength;
    }
    const all = Buffer.concat(this.#held, this.#held_bytes);
    this.#held = [all.subarray(bytes)];
    this.#held_bytes -= bytes;
    return all.subarray(0, bytes);
  }

  /** Reads on to the end, so that the seal's last part is checked too. */
  async requireEnd(): Promise<void> {
    for (;;) {
      const { value, done } = await this.#chunks.next();
      if (this.#held_bytes + (value?.byteLength ?? 0) > 0) throw new NoTar("it goes on after its end");
      if (done) return;
    }
  }
}
