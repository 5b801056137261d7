import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tierOf } from "../testing/tiers.ts";
import { allMutants } from "./all-mutants.ts";
import { mutate } from "./mutant.ts";

const root = join(import.meta.dirname, "../..");

test.each(allMutants)("the text that the mutant $name replaces is in its file exactly once", (mutant) => {
  const source = readFileSync(join(root, mutant.file), "utf8");
  expect(mutate(source, mutant)).not.toBe(source);
});

test("there are forty mutants, each with a name of its own", () => {
  expect(new Set(allMutants.map(({ name }) => name)).size).toBe(40);
  expect(allMutants).toHaveLength(40);
});

test("the test files that probably notice a mutant exist, and are part of npm test", () => {
  const files = [...new Set(allMutants.flatMap(({ hints }) => hints))];
  expect(files.filter((file) => !existsSync(join(root, file)) || tierOf(file) !== "test")).toEqual([]);
});

test.each(["", "a b a"])(
  "a mutant whose text is not exactly once in %j is refused with its name",
  (source) => {
    const mutant = { name: "some-mutant", file: "f.ts", text: "a", replacement: "c", wrong: "", hints: [] };
    expect(() => mutate(source, mutant)).toThrow("some-mutant");
  },
);
