/** The page of all parts, which only the development server has. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tools/testing/browser.ts";
import { violations, violationsInBothThemes } from "./axe.ts";
import { desk, Pages, phone, webRoot } from "./pages.ts";

const web = join(import.meta.dirname, "../web");
const files = readdirSync(join(web, "src/ui")).filter((name) => name.endsWith(".tsx"));

let server: ViteDevServer;
let browser: Browser;
let pages: Pages;

beforeAll(async () => {
  server = await createServer({
    root: web,
    configFile: join(web, "vite.config.ts"),
    cacheDir: join(web, "../.cache/vite-parts"),
    // Otherwise a package that is found late reloads the page.
    optimizeDeps: { entries: ["parts/index.html"] },
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
    logLevel: "error",
  });
  await server.listen();
  browser = await launchBrowser();
  pages = new Pages(browser, server.resolvedUrls?.local[0] ?? "");
  // The first load bundles the packages, which takes a busy machine longer than a page may take.
  await (await pages.open(desk)).page.goto("parts/", { timeout: 120_000 });
  await pages.close();
});
afterEach(() => pages.close());
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens everything that opens, and returns what axe says about each. */
async function openEach(page: Page): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string, hides = /^$/) => {
    const broken = await violations(page);
    found.push(...broken.filter((each) => !hides.test(each)).map((each) => `${name}: ${each}`));
    await page.keyboard.press("Escape");
  };
  for (const name of ["Dialog or Drawer", "Question", "Changes", "Command"]) {
    await page.getByRole("button", { name: `Open ${name}` }).click();
    const dialog = page.locator("[role=dialog], [role=alertdialog]");
    await dialog.waitFor();
    await look(name);
    await dialog.waitFor({ state: "detached" });
  }
  await page.getByRole("button", { name: "Day: calendar" }).click();
  await page.getByRole("grid").waitFor();
  await look("calendar");
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("menu").waitFor();
  await look("menu", /^(aria-hidden-focus|page-has-heading-one) /);
  await page.getByRole("combobox", { name: "Choose a network" }).click();
  await page.getByRole("option", { name: "Telecel" }).waitFor();
  // Base UI hides the rest of the page from screen readers while the list is open.
  await look("combobox", /^(aria-hidden-focus|page-has-heading-one) /);
  await page.getByRole("button", { name: "Notify" }).click();
  await page.locator("[data-slot=toast]").waitFor();
  await look("toast");
  return found;
}

/** The components of a file that have run. */
type Ran = Map<string, Map<string, boolean>>;

function note(ran: Ran, scripts: Awaited<ReturnType<Page["coverage"]["stopJSCoverage"]>>): void {
  for (const { url, functions } of scripts) {
    const [, name] = /\/src\/ui\/([^/?]+\.tsx)/.exec(url) ?? [];
    if (name === undefined) continue;
    const components = ran.get(name) ?? new Map<string, boolean>();
    ran.set(name, components);
    for (const { functionName, ranges } of functions) {
      if (!/^[A-Z]\w*$/.test(functionName)) continue;
      const hasRun = ranges.some(({ count }) => count > 0);
      components.set(functionName, hasRun || components.get(functionName) === true);
    }
  }
}

test("every part is on the page of parts, and axe finds nothing in either theme", async () => {
  const ran: Ran = new Map();
  for (const size of [phone, desk]) {
    const { page, problems } = await pages.open(size);
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    await page.goto("parts/");
    await page.getByRole("heading", { level: 1, name: "Parts" }).waitFor();
    expect(await violationsInBothThemes(page, `${size.width} px`)).toEqual([]);
    expect(await openEach(page)).toEqual([]);
    note(ran, await page.coverage.stopJSCoverage());
    expect(problems).toEqual([]);
  }
  expect(files.filter((name) => !ran.has(name))).toEqual([]);
  const missing = [...ran].flatMap(([name, components]) =>
    [...components].filter(([, hasRun]) => !hasRun).map(([component]) => `${name}: ${component}`),
  );
  expect(missing).toEqual([]);
});

test("the built page does not have it", () => {
  const built = readdirSync(webRoot, { recursive: true, encoding: "utf8" });
  expect(built).toContain("index.html");
  expect(built.filter((name) => /(^|\/)parts(\/|-|\.)/.test(name))).toEqual([]);
});
