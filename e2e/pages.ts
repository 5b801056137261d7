/** What the browser stories share: profiles, signing in, and what went wrong in the page. */
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export const webRoot = join(import.meta.dirname, "../dist/web");
export const phone = { width: 360, height: 760 };
export const desk = { width: 1280, height: 800 };

export interface OpenPage {
  page: Page;
  /** What the page threw, logged as an error, or the policy blocked. */
  problems: string[];
}

/** Pages of one test file, each in a browser profile of its own. */
export class Pages {
  readonly #browser: Browser;
  readonly #baseURL: string;
  readonly #contexts: BrowserContext[] = [];

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  async open(viewport = phone, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.#browser.newContext({ viewport, baseURL: this.#baseURL, ...options });
    this.#contexts.push(context);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    return { page, problems };
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }
}

export async function signIn(page: Page, user: { phone: string; password: string }): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/home");
}
