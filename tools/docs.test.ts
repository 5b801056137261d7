import { existsSync, readdirSync, readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = ["README.md", ...globSync("docs/*.md", { cwd: root })];
const read = (page: string) => readFileSync(join(root, page), "utf8");

test.each(pages)("%s names only files that exist", (page) => {
  const named = [...read(page).matchAll(/`((?:api|docs|e2e|lab|ledger|migrations|tools|web)\/[\w./$-]+)`/g)];
  const links = [...read(page).matchAll(/(?:\]\((?!https?:|#)([^)#]+)\)| src="([^"]+)")/g)].map(
    ([, target, picture]) => join(page, "..", target ?? picture ?? ""),
  );
  const missing = [...named.map(([, file]) => file ?? ""), ...links].filter(
    (file) => !existsSync(join(root, file)),
  );
  expect(missing).toEqual([]);
});

test.each(pages)("%s shows only commands that are scripts of package.json", (page) => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const shown = [...read(page).matchAll(/npm (?:run ([\w-]+)|(start|test)\b)/g)].map(
    ([, run, own]) => run ?? own,
  );
  expect(shown.filter((script) => scripts[script ?? ""] === undefined)).toEqual([]);
});

test("the walk of one purchase in docs/architecture.md names each file once", () => {
  const walk = read("docs/architecture.md").split("## One purchase")[1]?.split("\n## ")[0] ?? "";
  const files = [...walk.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files).toEqual([...new Set(files)]);
});

test.each([
  ["web/src", 0],
  ["api", 1],
  ["ledger", 2],
])("the picture in docs/architecture.md has every room of %s", (layer, floor) => {
  const picture = read("docs/architecture.md").split("## The rooms")[1]?.split("```")[1] ?? "";
  const drawn = new Set(picture.split(/─{9}.*─{9}/)[floor]?.match(/[\w-]+/g));
  const rooms = readdirSync(join(root, layer), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !drawn.has(name))).toEqual([]);
});
