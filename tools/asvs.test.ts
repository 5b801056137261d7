/** docs/asvs.md leaves out no requirement of levels 1 and 2 of OWASP ASVS 5.0.0, and names none twice. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../docs/asvs.md"), "utf8");

/** Each section with the last parts of its requirements' numbers. Chapters 10 and 17 are left out as a whole. */
const sections = `
  1.1: 1-2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1-2
  2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1
  3.2: 1-2; 3.3: 1-4; 3.4: 1-6; 3.5: 1-5; 3.7: 1-2
  4.1: 1-3; 4.2: 1; 4.3: 1-2; 4.4: 1-4
  5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3
  6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5; 6.6: 1-3; 6.8: 1-4
  7.1: 1-3; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2; 7.6: 1-2
  8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1
  9.1: 1-3; 9.2: 1-4
  11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1
  12.1: 1-3; 12.2: 1-2; 12.3: 1-4
  13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5
  14.1: 1-2; 14.2: 1-4; 14.3: 1-3
  15.1: 1-3; 15.2: 1-3; 15.3: 1-7
  16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3
`;

test("docs/asvs.md names each requirement once", () => {
  const required = sections.split(/[;\n]/).flatMap((line) => {
    const [section = "", parts = ""] = line.trim().split(": ");
    return section === "" ? [] : parts.split(",").flatMap((part) => inRange(section, part));
  });
  const named = page.match(/(?<![\d.])\d{1,2}\.\d\.\d{1,2}(?![\d.])/g)?.filter((id) => id !== "5.0.0");
  expect(required).toHaveLength(217);
  expect(named?.toSorted()).toEqual(required.toSorted());
});

test("each row that is met names a test, a command or who has to do it", () => {
  const [met = ""] = page.split("## What the shop does not meet");
  const rows = met.split("\n").filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => !/\| (Owner|`[^|]+`[^|]*) \|$/.test(row))).toEqual([]);
});

/** "1-3" or "7" */
function inRange(section: string, part: string): string[] {
  const [from = 0, to = from] = part.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, n) => `${section}.${from + n}`);
}
