/** Returns what axe reports about the page in its current state. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type WithAxe = { axe: { run(options: RunOptions): Promise<AxeResults> } };

/** `rules` limits the check to these rules. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const options: RunOptions = rules === undefined ? {} : { runOnly: { type: "rule", values: rules } };
  const results = await page.evaluate((given) => (window as unknown as WithAxe).axe.run(given), options);
  return results.violations.map(
    ({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
  );
}
