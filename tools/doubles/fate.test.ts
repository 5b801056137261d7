import { expect, test } from "vitest";
import { drawFate, randomOf } from "./fate.ts";

const kinds = { colour: ["grey", "red", "blue"], size: ["normal", "huge"] } as const;
const shares = { colour: { red: 0.3, blue: 0.2 } };
const fates = (seed: number) =>
  Array.from({ length: 2000 }, (_, number) => drawFate(kinds, shares, randomOf(seed, number)));

test("a seed always draws the same fates, and another seed draws others", () => {
  expect(fates(7)).toEqual(fates(7));
  expect(fates(7)).not.toEqual(fates(8));
});

test("each answer is drawn as often as its share says, and the usual one gets the rest", () => {
  const drawn = fates(7);
  const share = (colour: string) => drawn.filter((fate) => fate.colour === colour).length / drawn.length;
  expect(share("red")).toBeCloseTo(0.3, 1);
  expect(share("blue")).toBeCloseTo(0.2, 1);
  expect(share("grey")).toBeCloseTo(0.5, 1);
  expect(drawn.every(({ size }) => size === "normal")).toBe(true);
});
