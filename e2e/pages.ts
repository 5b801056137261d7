/** Shared by the browser tests: profiles, signing in, and errors in the page. */
import { join } from "node:path";
import { clockAhead_ms } from "#tools/testing/test-clock.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import type { FileFormat } from "#contract/files.ts";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Download,
  Locator,
  Page,
  Request,
} from "playwright-core";

export const webRoot = join(import.meta.dirname, "../dist/web");
export const phone = { width: 360, height: 760 };
export const desk = { width: 1280, height: 800 };

/** How long a page may need for one step, on a slow machine. */
const patience_ms = 60_000;

/** The profile of a browser in which the app installs itself. */
export const withApp = { serviceWorkers: "allow" } as const;

export interface OpenPage {
  page: Page;
  /** Errors that the page threw or logged, and violations of its policy. */
  problems: string[];
}

/** The pages of one test file, each in its own browser profile. */
export class Pages {
  readonly #browser: Browser;
  readonly #baseURL: string;
  readonly #contexts: BrowserContext[] = [];
  readonly #opened: OpenPage[] = [];

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  async open(viewport = phone, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const common = {
      viewport,
      baseURL: this.#baseURL,
      // Without motion, tests need not wait for animations.
      reducedMotion: "reduce",
      // Each profile would install the app anew, with all its files. Tests of the installed app use `withApp`.
      serviceWorkers: "block",
    } as const;
    const context = await this.#browser.newContext({ ...common, ...options });
    this.#contexts.push(context);
    context.setDefaultTimeout(patience_ms);
    await context.addInitScript(shiftDate, clockAhead_ms());
    const page = await context.newPage();
    watchTraffic(page);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    this.#opened.push({ page, problems });
    return { page, problems };
  }

  /** A page of a user who is signed in. Without a path, it has not gone anywhere yet. */
  async openAs(
    user: SessionRecord,
    path?: string,
    viewport = phone,
    options: BrowserContextOptions = {},
  ): Promise<OpenPage> {
    const opened = await this.open(viewport, options);
    await signedIn(opened.page, user);
    if (path !== undefined) await opened.page.goto(path);
    return opened;
  }

  /** What each page shows, asked for and complained about, for the log of a test that failed. */
  async describe(): Promise<string> {
    const texts = this.#opened.map(async ({ page, problems }) => {
      const shown = await page.locator("body").innerText({ timeout: 2000 }).catch(String);
      return [page.url(), ...(trafficOf.get(page)?.last ?? []), ...problems, shown].join("\n");
    });
    return (await Promise.all(texts)).join("\n\n");
  }

  async close(): Promise<void> {
    this.#opened.length = 0;
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }
}

/** Gives a page the clock of the test run. Runs in the page. */
function shiftDate(ahead_ms: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + ahead_ms;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === "now" ? now : (Reflect.get(target, key) as unknown)),
  });
}

/** Waits until a change has been laid out, including what scripts did about it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}

interface Traffic {
  unanswered: Set<Request>;
  started: number;
  /** The last calls of the API, with their answers. */
  last: string[];
}

const calls_kept = 20;

const trafficOf = new WeakMap<Page, Traffic>();

function watchTraffic(page: Page): void {
  const traffic: Traffic = { unanswered: new Set(), started: 0, last: [] };
  trafficOf.set(page, traffic);
  page.on("request", (request) => {
    traffic.unanswered.add(request);
    traffic.started += 1;
  });
  const note = (request: Request, answer: string) => {
    traffic.unanswered.delete(request);
    if (!request.url().includes("/api/")) return;
    traffic.last.push(`${request.method()} ${request.url()} ${answer}`);
    traffic.last.splice(0, traffic.last.length - calls_kept);
  };
  page.on("requestfinished", (request) => {
    traffic.unanswered.delete(request);
    void request.response().then(
      (response) => note(request, String(response?.status())),
      () => undefined,
    );
  });
  page.on("requestfailed", (request) => note(request, request.failure()?.errorText ?? "failed"));
}

/**
 * Waits until the page has drawn every answer and has requested nothing more. Playwright's `networkidle` also waits
 * 500 ms each time.
 */
export async function settled(page: Page): Promise<void> {
  const traffic = trafficOf.get(page);
  if (traffic === undefined) throw new Error("Pages did not open this page");
  let started = -1;
  for (let quiet = 0; quiet < 2;) {
    await drawn(page);
    quiet = traffic.unanswered.size === 0 && traffic.started === started ? quiet + 1 : 0;
    started = traffic.started;
  }
}

/** The next call to an address fails with 503. Later calls succeed. */
export async function refuseOnce(page: Page, address: string): Promise<void> {
  const answer = { status: 503, json: { message: "Back soon", code: "unavailable", requestId: "r" } };
  await page.route(address, (route) => route.fulfill(answer), { times: 1 });
}

/** Signs in as the login page would, without its two seconds. Call this before the first navigation. */
export async function signedIn(page: Page, user: SessionRecord): Promise<void> {
  await page.addInitScript((record) => {
    // A later navigation must not restore a session that has ended.
    if (sessionStorage.getItem("signed-in") !== null) return;
    sessionStorage.setItem("signed-in", "1");
    const now = new Date();
    localStorage.setItem("userInfo", JSON.stringify(record));
    localStorage.setItem("token", record.token);
    localStorage.setItem("loginTime", String(now.getTime()));
    localStorage.setItem("loginDate", now.toISOString().slice(0, 10));
  }, user);
}

/** Signs in through the login page. */
export async function signIn(page: Page, user: { phone: string; password: string }): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText(texts.loginSuccessful).waitFor();
  await page.clock.fastForward(limits.login_redirect_ms);
  await page.waitForURL("**/home");
}

/** The file that the export menu of a page, or of a part of it, saves. */
export async function exportFile(of: Page | Locator, format: FileFormat = "csv"): Promise<Download> {
  const page = "page" in of ? of.page() : of;
  await of.getByRole("button", { name: "Export to Excel" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    of.getByRole("menuitem", { name: `.${format}` }).click(),
  ]);
  return file;
}
