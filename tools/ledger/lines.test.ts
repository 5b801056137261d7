import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

test("linesOf splits a file only at line feeds, however it is divided into chunks", async () => {
  const line = fc.string({ unit: fc.constantFrom("a", "☎", "\u2028", "\r", "é"), minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const bytes = Buffer.from(lines.join("\n"));
      const chunks = async function* () {
        for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
      };
      const found: string[] = [];
      for await (const one of linesOf(chunks())) found.push(one);
      expect(found).toEqual(lines);
    }),
  );
});
