import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  consistencyProof,
  halfOf,
  isConsistent,
  isIncluded,
  levelsOf,
  nodeOf,
  pathOf,
  rootOf,
} from "./merkle.ts";

const leaf = (n: number) => createHash("sha256").update(`leaf ${n}`).digest();
const leaves = (count: number) => Array.from({ length: count }, (_, n) => leaf(n));

/** The RFC's own definition, word for word. */
function defined(nodes: Buffer[]): Buffer {
  const [only] = nodes;
  if (nodes.length === 1) return only!;
  const half = halfOf(nodes.length);
  return nodeOf(defined(nodes.slice(0, half)), defined(nodes.slice(half)));
}

const size = fc.integer({ min: 1, max: 300 });
const two = fc.tuple(size, size).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

test("the root is the one that RFC 6962 defines", () => {
  fc.assert(
    fc.property(size, (count) => {
      expect(rootOf(leaves(count))).toEqual(defined(leaves(count)));
    }),
  );
});

test("each leaf's path proves it, at its index in its tree, and nothing else", () => {
  fc.assert(
    fc.property(two, fc.nat(), ([, count], n) => {
      const nodes = leaves(count);
      const levels = levelsOf(nodes);
      const root = levels.at(-1)![0]!;
      const index = n % count;
      const path = pathOf(levels, index);
      expect(isIncluded(leaf(index), index, count, path, root)).toBe(true);
      expect(isIncluded(leaf(index + 1), index, count, path, root)).toBe(false);
      expect(isIncluded(leaf(index), index, count, path.slice(1), root)).toBe(count === 1);
      expect(isIncluded(leaf(index), index, count, [...path, leaf(7)], root)).toBe(false);
      expect(isIncluded(leaf(index), count, count, path, root)).toBe(false);
      const other = (index + 1) % count;
      expect(isIncluded(leaf(index), other, count, path, root)).toBe(other === index);
    }),
  );
});

test("a longer tree proves that it begins with a shorter one, and no other", () => {
  fc.assert(
    fc.property(two, ([first, second]) => {
      const nodes = leaves(second);
      const proof = consistencyProof(first, second, (from, to) => defined(nodes.slice(from, to)));
      const old = { size: first, root: defined(nodes.slice(0, first)) };
      const now = { size: second, root: defined(nodes) };
      expect(isConsistent(old, now, proof)).toBe(true);
      const changed = nodes.with(first - 1, leaf(999));
      expect(isConsistent({ ...old, root: defined(changed.slice(0, first)) }, now, proof)).toBe(false);
      expect(isConsistent(old, { ...now, root: defined(changed) }, proof)).toBe(false);
      expect(isConsistent(old, now, proof.slice(1))).toBe(first === second);
    }),
  );
});
