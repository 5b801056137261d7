/** Returns what axe reports about the page in its current state. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { drawn } from "./pages.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type WithAxe = { axe: { run(options: RunOptions): Promise<AxeResults> } };

/** Half of axe's time goes into details of elements that pass, and selectors that nobody reads. */
const lean: RunOptions = { resultTypes: ["violations"], selectors: false };

/** `rules` limits the check to these rules. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const options: RunOptions =
    rules === undefined ? lean : { ...lean, runOnly: { type: "rule", values: rules } };
  const results = await page.evaluate((given) => (window as unknown as WithAxe).axe.run(given), options);
  return results.violations.map(
    ({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
  );
}

/** The dark page has the same elements, so only its colours are checked again. Leaves the page dark. */
const themes = [
  { colorScheme: "light", rules: undefined },
  { colorScheme: "dark", rules: ["color-contrast"] },
] as const;

export async function violationsInBothThemes(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  await stopColourTransitions(page);
  for (const { colorScheme, rules } of themes) {
    await page.emulateMedia({ colorScheme });
    await drawn(page);
    const broken = await violations(page, rules && [...rules]);
    found.push(...broken.map((violation) => `${where}, ${colorScheme}: ${violation}`));
  }
  return found;
}

/**
 * Stops colour transitions, so that every colour is final at once. The page's policy allows a style sheet made by
 * script.
 */
async function stopColourTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets = [sheet];
  });
}
