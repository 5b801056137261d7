/**
 * The members of a backup's tar file, so that an owner without Cedibook can open one: `age -d -i KEY FILE | tar xz`.
 * Streams both ways: a member is in memory as a whole, so members are small.
 */
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";

export interface Member {
  name: string;
  bytes: Buffer;
}

/** Members are made of at most about 1 MiB; a header that says more is damaged. */
const member_bytes_max = 64 * 1024 * 1024;

/** The file is damaged or ends early. */
export class NoTar extends Error {
  override name = "NoTar";
}

export async function* writeTar(members: AsyncIterable<Member>): AsyncGenerator<Buffer> {
  const tar = pack();
  const writing = writeMembers(tar, members).catch((error: Error) => tar.destroy(error));
  try {
    yield* tar as AsyncIterable<Buffer>;
  } finally {
    // A store that takes no more ends the reading of members too.
    tar.destroy();
    await writing;
  }
}

async function writeMembers(tar: Pack, members: AsyncIterable<Member>): Promise<void> {
  for await (const { name, bytes } of members)
    await finished(tar.entry({ name, mode: 0o600, mtime: new Date(0) }, bytes));
  tar.finalize();
}

/** @throws NoTar if the file is damaged or ends early; what `chunks` throws */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const tar = extract();
  let broken: { error: unknown } | undefined;
  const noting = async function* () {
    try {
      yield* chunks;
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  // The loop gets the errors. It reads on to the end, so that the seal's last part is checked too.
  pipeline(noting(), tar, () => undefined);
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (size > member_bytes_max) throw new Error("a member that is too large");
      yield { name, bytes: await buffer(entry) };
    }
  } catch (error) {
    // A store that cannot be reached says nothing about the file.
    if (broken !== undefined) throw broken.error;
    throw new NoTar(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
