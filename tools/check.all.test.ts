import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// Runs the real configuration on a small tree with the same zones, so `npm run check` refuses the same mistakes here.

const root = join(import.meta.dirname, "..");

/** Each zone and the zones it may import. All other pairs are wrong. This is a second copy on purpose: it finds mistakes
 *  in lint's table and in the project references. */
const allowed: Record<string, string[]> = {
  "contract/terms": [],
  "ledger/core": ["contract/terms"],
  ledger: ["ledger/core", "contract/terms"],
  contract: ["contract/terms"],
  api: ["contract", "ledger", "ledger/core", "contract/terms"],
  migrations: [],
  tools: ["api", "contract", "ledger", "ledger/core", "contract/terms", "migrations"],
  lab: ["api", "contract", "ledger", "ledger/core", "contract/terms", "migrations", "tools"],
  web: ["contract", "contract/terms"],
};
const zones = Object.keys(allowed);
const wrongPairs = zones.flatMap((zone) =>
  zones
    .filter((target) => target !== zone && !allowed[zone]?.includes(target))
    .map((target) => [zone, target] as const),
);

let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "cedibook-house-"));
  for (const file of ["package.json", "tsconfig.base.json", ".oxlintrc.json"])
    cpSync(join(root, file), join(house, file));
  cpSync(join(root, "tools/lint"), join(house, "tools/lint"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  const references = zones.map((zone) => ({ path: `./${zone}` }));
  writeFileSync(join(house, "tsconfig.json"), JSON.stringify({ files: [], references }));
  for (const zone of zones) {
    mkdirSync(join(house, folderOf(zone)), { recursive: true });
    cpSync(join(root, zone, "tsconfig.json"), join(house, zone, "tsconfig.json"));
    writeSource(`${folderOf(zone)}/here.ts`, "export const here = 1;\n");
    const names = (allowed[zone] ?? []).map((target, index) => ({ target, name: `here${index}` }));
    const imports = names.map(({ target, name }) => importOf(zone, target, name));
    const list = names.map(({ name }) => name).join(", ");
    writeSource(`${folderOf(zone)}/right.ts`, `${imports.join("")}export const all = [${list}];\n`);
  }
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

test("a tree with every allowed import passes types and lint", { timeout: 240_000 }, async () => {
  expect(await types()).toBe("");
  expect(await lint()).toEqual([]);
});

describe("refuses wrong imports", () => {
  const wrong = wrongPairs.map(([zone, target]) => ({ zone, target, file: wrongFile(zone, target) }));
  let typeErrors: string;
  let lintErrors: LintError[];

  beforeAll(async () => {
    for (const { zone, target, file } of wrong)
      writeSource(file, `${importOf(zone, target, "here")}export const wrong = here;\n`);
    typeErrors = await types();
    lintErrors = await lint();
    for (const { file } of wrong) rmSync(join(house, file));
  }, 240_000);

  test.each(wrong)("$zone can't import $target", ({ zone, target, file }) => {
    expect(typeErrors).toContain(`${file}(1,`);
    const told = lintErrors.filter((error) => error.filename === file).map((error) => error.message);
    expect(told.join("\n")).toContain(`${zone} imports `);
    expect(told.join("\n")).toContain(`not ${target}.`);
  });
});

describe("lint refuses and names the rule", () => {
  const bad: [file: string, code: string, rule: string][] = [
    ["contract/terms/a.ts", 'import { z } from "zod";\nexport const a = z;\n', "house(zone-imports)"],
    ["ledger/decide/a.ts", 'export const a = () => import("pg");\n', "house(zone-imports)"],
    [
      "ledger/decide/b.ts",
      'import { here } from "../../contract/terms/here.ts";\nexport const b = here;\n',
      "house(zone-imports)",
    ],
    ["ledger/log/a.ts", 'import pino from "pino";\nexport const a = pino;\n', "house(zone-imports)"],
    ["ledger/orders/a.ts", 'import type { Pool } from "pg";\nexport type A = Pool;\n', "house(zone-imports)"],
    [
      "ledger/orders/b.ts",
      'import { here } from "../log/here.ts";\nexport const b = here;\n',
      "house(zone-imports)",
    ],
    ["contract/a.ts", 'export type A = import("zod").ZodType;\n', "house(zone-imports)"],
    [
      "web/src/a.ts",
      'import { dirname, join } from "node:path";\nexport const a = join;\n',
      "house(zone-imports)",
    ],
    [
      "web/src/b.ts",
      'import { here } from "./office/here.ts";\nexport const b = here;\n',
      "house(zone-imports)",
    ],
    [
      "api/serve/a.ts",
      'import { here } from "../orders/here.ts";\nexport const a = here;\n',
      "house(zone-imports)",
    ],
    [
      "web/src/lib/a.ts",
      'import { here } from "../orders/here.ts";\nexport const a = here;\n',
      "house(zone-imports)",
    ],
    ["contract/terms/b.ts", "export const b = () => Date.now();\n", "eslint(no-restricted-properties)"],
    ["ledger/decide/c.ts", "export const c = () => new Date();\n", "house(no-clock)"],
    ["ledger/core/d.ts", "export const d = () => Math.random();\n", "eslint(no-restricted-properties)"],
    ["contract/b.ts", "export const b = () => crypto.randomUUID();\n", "eslint(no-restricted-globals)"],
    ["contract/terms/c.ts", "export const c = () => performance.now();\n", "eslint(no-restricted-globals)"],
    ["tools/a.ts", "export const a = (value: any) => value;\n", "typescript(no-explicit-any)"],
    ["tools/b.ts", "export function b() {\n  Promise.resolve(1);\n}\n", "typescript(no-floating-promises)"],
    ["tools/c.ts", 'export { here } from "./here.ts";\n', "house(no-reexport)"],
    ["tools/d.ts", 'export * from "./here.ts";\n', "house(no-reexport)"],
    ["tools/e.ts", "// @ts-ignore\nexport const e: string = 1;\n", "typescript(ban-ts-comment)"],
    [
      "tools/f.test.ts",
      'import { test } from "vitest";\ntest.only("f", () => {});\n',
      "vitest(no-focused-tests)",
    ],
    [
      "tools/g.test.ts",
      'import { test } from "vitest";\ntest.skip("g", () => {});\n',
      "vitest(no-disabled-tests)",
    ],
    ["tools/h.ts", 'import { i } from "./i.ts";\nexport const h = () => i;\n', "import(no-cycle)"],
    ["tools/i.ts", 'import { h } from "./h.ts";\nexport const i = () => h;\n', "import(no-cycle)"],
  ];
  let errors: LintError[];

  beforeAll(async () => {
    for (const [file, code] of bad) {
      mkdirSync(dirname(join(house, file)), { recursive: true });
      writeSource(file, code);
    }
    errors = await lint();
    for (const [file] of bad) rmSync(join(house, file));
  }, 240_000);

  test.each(bad)("%s", (file, _code, rule) => {
    expect(errors.filter((error) => error.filename === file).map((error) => error.code)).toContain(rule);
  });
});

test("a pure zone may make a date from a given time", { timeout: 60_000 }, async () => {
  writeSource("ledger/core/date.ts", "export const date = (at: string) => new Date(at);\n");
  expect(await lint()).toEqual([]);
  rmSync(join(house, "ledger/core/date.ts"));
});

type LintError = { filename: string; code: string; message: string };

/** Asynchronous, because vitest treats a worker that is silent for a minute as dead. */
async function run(args: string[], cwd: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, args, options).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );
}

async function types(): Promise<string> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return (await run([tsc, "-b", "--pretty", "false"], house)).stdout;
}

async function lint(): Promise<LintError[]> {
  const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
  const folders = ["contract", "ledger", "api", "web", "migrations", "tools", "lab"];
  const args = [oxlint, "--format", "json", ...folders];
  const { stdout } = await run(args, house);
  return (JSON.parse(stdout) as { diagnostics: LintError[] }).diagnostics;
}

function writeSource(file: string, text: string): void {
  writeFileSync(join(house, file), text);
}

/** The lab is a package of its own, where # would mean its own package.json. */
function importOf(zone: string, target: string, name: string): string {
  const path = `${zone === "lab" ? "../" : "#"}${folderOf(target)}/here.ts`;
  return `import { here${name === "here" ? "" : ` as ${name}`} } from "${path}";\n`;
}

function wrongFile(zone: string, target: string): string {
  return `${folderOf(zone)}/wrong-${target.replace("/", "-")}.ts`;
}

function folderOf(zone: string): string {
  return zone === "web" ? "web/src" : zone;
}
