/** Finds the ends of messages in the bytes that a server sends over a websocket, without storing the messages. */

/** The server's HTTP answer ends with an empty line. */
const end_of_head = Buffer.from("\r\n\r\n");
const text_frame = 1;

/**
 * Takes the bytes that a server sends, in order, and finds the end of the n-th message from now. Frames of a server are
 * never masked, and messages of this shop are never split over frames.
 */
export class MessageCutter {
  #head: Buffer | undefined = Buffer.alloc(0);
  /** The beginning of a frame's header whose rest has not arrived yet. */
  #header: Buffer = Buffer.alloc(0);
  /** How much of the current frame has not arrived yet. */
  #frameLeft_bytes = 0;
  #isText = false;
  /** The number of messages that may still pass; undefined for all. */
  #left: number | undefined;

  /** Cuts after this many more messages; undefined: never. */
  cutAfter(messages: number | undefined): void {
    this.#left = messages;
  }

  /** Returns how many bytes of this chunk may pass before the cut; undefined if nothing is cut. */
  feed(chunk: Buffer): number | undefined {
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

  /** Returns where the payload begins, or the chunk's end if the header continues in the next chunk. */
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
