/**
 * RFC 6962's Merkle tree over the log. It proves that an event is in the log, and that a longer log begins with a shorter
 * one, without showing other events.
 */
import { createHash, hash } from "node:crypto";
import { leafBytes, nodeBytes, WayUp } from "#contract/terms/merkle.ts";

/** The leaf of one event: its hash and the number of the movement in its wallet (0: the event moves no money). */
export function leafOf(eventHash: Buffer, movement: number): Buffer {
  return hash("sha256", leafBytes(eventHash, movement), "buffer");
}

export function nodeOf(left: Buffer, right: Buffer): Buffer {
  return hash("sha256", nodeBytes(left, right), "buffer");
}

/** All levels of the tree, from these nodes up to the root. A last node without a neighbour moves up unchanged. */
export function levelsOf(nodes: Buffer[]): Buffer[][] {
  const levels = [nodes];
  for (let level = nodes; level.length > 1; levels.push(level)) {
    const above: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index]!, level[index + 1]];
      above.push(right === undefined ? left : nodeOf(left, right));
    }
    level = above;
  }
  return levels;
}

export function rootOf(nodes: Buffer[]): Buffer {
  return levelsOf(nodes).at(-1)?.[0] ?? createHash("sha256").digest();
}

/** The neighbours on the path from a node to the root. */
export function pathOf(levels: Buffer[][], index: number): Buffer[] {
  const path: Buffer[] = [];
  let at = index;
  for (const level of levels.slice(0, -1)) {
    const neighbour = level[at % 2 === 0 ? at + 1 : at - 1];
    if (neighbour !== undefined) path.push(neighbour);
    at = Math.floor(at / 2);
  }
  return path;
}

/** Whether a leaf is at this index in the tree of this size and root (RFC 9162, 2.1.3.2). */
export function isIncluded(leaf: Buffer, index: number, size: number, path: Buffer[], root: Buffer): boolean {
  if (index < 0 || index >= size) return false;
  const way = new WayUp(index, size - 1);
  let node = leaf;
  for (const neighbour of path) {
    if (way.isUp) return false;
    node = way.step() ? nodeOf(neighbour, node) : nodeOf(node, neighbour);
  }
  return way.isUp && node.equals(root);
}

/** Proves that the tree of `size` leaves begins with the tree of `first` leaves. `rangeRoot` takes [from, to). */
export function consistencyProof(
  first: number,
  size: number,
  rangeRoot: (from: number, to: number) => Buffer,
): Buffer[] {
  const proof = (from: number, to: number, count: number, isWhole: boolean): Buffer[] => {
    if (count === to - from) return isWhole ? [] : [rangeRoot(from, to)];
    const half = from + halfOf(to - from);
    if (from + count <= half) return [...proof(from, half, count, isWhole), rangeRoot(half, to)];
    return [...proof(half, to, count - (half - from), false), rangeRoot(from, half)];
  };
  return first === 0 || first === size ? [] : proof(0, size, first, true);
}

/** RFC 9162, 2.1.4.2. */
export function isConsistent(
  first: { size: number; root: Buffer },
  second: { size: number; root: Buffer },
  proof: Buffer[],
): boolean {
  if (first.size > second.size || first.size < 1) return false;
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  const isWhole = Number.isInteger(Math.log2(first.size));
  const [begin, ...rest] = isWhole ? [first.root, ...proof] : proof;
  if (begin === undefined) return false;
  const way = new WayUp(first.size - 1, second.size - 1);
  way.skipOdd();
  let [old, now] = [begin, begin];
  for (const neighbour of rest) {
    if (way.isUp) return false;
    if (way.step()) [old, now] = [nodeOf(neighbour, old), nodeOf(neighbour, now)];
    else now = nodeOf(now, neighbour);
  }
  return way.isUp && old.equals(first.root) && now.equals(second.root);
}

/** The largest power of two below a count of at least 2. */
export function halfOf(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}
