/** Finds the ends of messages in what a server sends over a websocket, without keeping any of it. */

/** What the server sends first ends in an empty line. */
const end_of_head = Buffer.from("\r\n\r\n");
const text_frame = 1;

/**
 * Takes the bytes that a server sends, in order, and says where in them the n-th message from now ends. Frames of a
 * server are never masked; messages of this shop are never split over frames.
 */
export class MessageCutter {
  #head: Buffer | undefined = Buffer.alloc(0);
  /** The bytes of a frame's header that came without the rest of it. */
  #header: Buffer = Buffer.alloc(0);
  /** What is still to come of the frame that has begun. */
  #frameLeft_bytes = 0;
  #isText = false;
  /** Messages that are still to pass; undefined: all. */
  #left: number | undefined;

  /** Cuts once so many more messages have passed; undefined: not at all. */
  cutAfter(messages: number | undefined): void {
    this.#left = messages;
  }

  /** How many bytes of this chunk are to pass; undefined: all of them, and nothing is cut. */
  take(chunk: Buffer): number | undefined {
    let at = this.#skipHead(chunk);
    while (at < chunk.length) {
      if (this.#frameLeft_bytes === 0) at = this.#readHeader(chunk, at);
      const step = Math.min(this.#frameLeft_bytes, chunk.length - at);
      this.#frameLeft_bytes -= step;
      at += step;
      if (this.#frameLeft_bytes === 0 && this.#header.length === 0 && this.#isText && this.#isLast())
        return at;
    }
    return undefined;
  }

  #isLast(): boolean {
    this.#isText = false;
    if (this.#left === undefined) return false;
    this.#left -= 1;
    return this.#left <= 0;
  }

  #skipHead(chunk: Buffer): number {
    if (this.#head === undefined) return 0;
    const before = this.#head.length;
    const seen: Buffer = Buffer.concat([this.#head, chunk]);
    const end = seen.indexOf(end_of_head);
    this.#head = end < 0 ? seen : undefined;
    return end < 0 ? chunk.length : end + end_of_head.length - before;
  }

  /** Returns where the payload begins, or the chunk's end if the header goes on in the next one. */
  #readHeader(chunk: Buffer, at: number): number {
    const before = this.#header.length;
    const header: Buffer = Buffer.concat([this.#header, chunk.subarray(at, at + 10)]);
    const short = (header[1] ?? 0) & 0x7f;
    const needed = header.length < 2 ? 2 : short === 126 ? 4 : short === 127 ? 10 : 2;
    if (header.length < needed) {
      this.#header = header;
      return chunk.length;
    }
    this.#header = Buffer.alloc(0);
    this.#isText = ((header[0] ?? 0) & 0x0f) === text_frame;
    if (short < 126) this.#frameLeft_bytes = short;
    else this.#frameLeft_bytes = short === 126 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2));
    return at + needed - before;
  }
}
