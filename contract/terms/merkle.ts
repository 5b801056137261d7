/**
 * What RFC 6962's Merkle tree over the log is made of. The auditor grows the tree, and whoever checks a receipt goes one path of it:
 * each hashes with what it has.
 */

/** A line of HEAD_FILE, or only the root of its tree. */
export interface PublishedHead {
  root: string;
  position?: number;
  hash?: string;
}

/** What is hashed as the leaf of one event: its hash and the number of the movement in its wallet (0: it moves no money). */
export function leafBytes(hash: Uint8Array, movement: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + hash.length + 8);
  bytes.set(hash, 1);
  new DataView(bytes.buffer).setBigUint64(1 + hash.length, BigInt(movement));
  return bytes;
}

/** What is hashed as the node above two. */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return bytes;
}

/** From a node to the root, level by level. Divisions, since positions may pass 2^31. */
export class WayUp {
  #at: number;
  #last: number;

  constructor(at: number, last: number) {
    this.#at = at;
    this.#last = last;
  }

  get isUp(): boolean {
    return this.#last === 0;
  }

  /** Goes up one level, skipping levels without a neighbour. Returns whether the next neighbour is on the left. */
  step(): boolean {
    const isLeft = this.#at % 2 === 1 || this.#at === this.#last;
    if (isLeft) while (this.#at % 2 === 0 && this.#at !== 0) this.#up();
    this.#up();
    return isLeft;
  }

  skipOdd(): void {
    while (this.#at % 2 === 1) this.#up();
  }

  #up(): void {
    this.#at = Math.floor(this.#at / 2);
    this.#last = Math.floor(this.#last / 2);
  }
}
