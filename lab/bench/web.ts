/**
 * npm run bench -- web: the size of the page and its Lighthouse scores (mobile, simulated slow 4G), of the pages for strangers,
 * and before and after signing in to the demo shop. Each score is the median of three runs.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { buildWeb } from "../../tools/build-web.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { DemoLogin } from "../../tools/demo/demo-shop.ts";
import { freePort } from "../../tools/postgres/ports.ts";
import { browserFlags, findBrowser } from "../../tools/testing/browser.ts";
import { signInToDemo, startDemoServer } from "../../tools/testing/demo-server.ts";
import type { BenchRun } from "./bench-postgres.ts";
import { ask } from "../call.ts";
import { median, type Print } from "./rounds.ts";

const runs = 3;
const categories = ["performance", "accessibility", "best-practices"] as const;
const version = "13.5.0";
const lighthouseFolder = join(import.meta.dirname, "../../.cache/lighthouse", version);
const entry = join(lighthouseFolder, "node_modules/lighthouse/core/index.js");

/** The part of Lighthouse that is used here. */
type Lighthouse = (
  url: string,
  flags: {
    port: number;
    output: "json";
    logLevel: "error";
    onlyCategories: string[];
    disableStorageReset: boolean;
  },
) => Promise<{ lhr: LighthouseResult } | undefined>;

interface LighthouseResult {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: unknown } | undefined
  >;
}

export async function benchWeb({ print, postgres }: BenchRun): Promise<void> {
  const webRoot = await buildWeb(() => {});
  await printSizes(webRoot, print);
  const lighthouse = await loadLighthouse(print);
  const databaseUrl = asApiRole(await postgres.createDatabase("web"));
  const server = await startDemoServer(databaseUrl, webRoot);
  const strangers = ["/prices", await openAgentShop(server.url, (role) => server.loginOf(role))];
  await printScores(lighthouse, server.url, { strangers, login: server.loginOf("Customer") }, print);
  await server.close();
}

async function printSizes(webRoot: string, print: Print): Promise<void> {
  const folder = join(webRoot, "assets");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".br"));
  const sized = await Promise.all(
    names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })),
  );
  print("The largest files, brotli:");
  for (const { name, bytes } of sized.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6))
    print(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name.replace(".br", "")}`);
  print("");
}

/** Returns the path of a shop with all of the agent's packages in it. */
async function openAgentShop(url: string, loginOf: (role: DemoLogin["role"]) => DemoLogin): Promise<string> {
  const put = async (role: DemoLogin["role"], path: string, body: object) => {
    const { phone: userPhone, password } = loginOf(role);
    const login = { method: "POST", path: "/user/login", body: { userPhone, password } } as const;
    const { token } = await ask<{ token: string }>(url, login);
    return ask<{ packages: { _id: string; highest: number }[] }>(url, { method: "PUT", path, body, token });
  };
  await put("Admin", "/extra/shops", { isOn: true, highest: 2, feeBy: "shop" });
  const face = { title: "Kofi Data", colour: "green", greeting: "Fast data, day and night", contact: "" };
  const { packages } = await put("Agent", "/user/shop", { name: "kofi-data", ...face, isOpen: true });
  const prices = packages.map(({ _id, highest }) => ({ package: _id, price: highest }));
  await put("Agent", "/user/shop/prices", { prices });
  return "/s/kofi-data";
}

/** @param pages those of strangers, and whose home */
async function printScores(
  lighthouse: Lighthouse,
  url: string,
  { strangers, login }: { strangers: string[]; login: DemoLogin },
  print: Print,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "cedibook-lighthouse-"));
  const { executablePath, env } = await findBrowser();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  });
  try {
    print(["", ...categories, "LCP", "CLS", "TBT", "scripts sent"].map((cell) => cell.padStart(15)).join(""));
    const clearCache = await cacheClearer(context, url);
    const run = (path: string) => () => runLighthouse(lighthouse, `${url}${path}`, port, clearCache);
    print(await line("login", run("/")));
    for (const path of strangers) print(await line(path, run(path)));
    await signIn(context, url, login);
    print(await line("home", run("/home")));
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Makes each run a first visit. Lighthouse itself would clear the session together with the cache. */
async function cacheClearer(context: BrowserContext, origin: string): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(await context.newPage());
  return async () => {
    await session.send("Network.clearBrowserCache");
    await session.send("Storage.clearDataForOrigin", {
      origin,
      storageTypes: "service_workers,cache_storage",
    });
  };
}

async function signIn(context: BrowserContext, url: string, login: DemoLogin): Promise<void> {
  const page = await context.newPage();
  await signInToDemo(page, url, login);
  await page.close();
}

async function line(name: string, run: () => Promise<number[]>): Promise<string> {
  const found: number[][] = [];
  for (let n = 0; n < runs; n++) found.push(await run());
  const of = (at: number) => median(found.map((values) => values[at] ?? 0));
  const cells = [
    ...categories.map((_, at) => String(Math.round(of(at) * 100))),
    `${(of(3) / 1000).toFixed(2)} s`,
    of(4).toFixed(3),
    `${Math.round(of(5))} ms`,
    `${(of(6) / 1000).toFixed(1)} kB`,
  ];
  return [name, ...cells].map((cell) => cell.padStart(15)).join("");
}

/**
 * Returns three scores between 0 and 1, LCP in ms, CLS, total blocking time in ms, and the bytes of the scripts' answers
 * with their headers.
 */
async function runLighthouse(
  lighthouse: Lighthouse,
  url: string,
  port: number,
  clearCache: () => Promise<void>,
): Promise<number[]> {
  await clearCache();
  const result = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...categories],
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { categories: scores, audits } = result.lhr;
  for (const { refs, low } of categories.map((id) => ({
    refs: scores[id]?.auditRefs ?? [],
    low: (scores[id]?.score ?? 0) < 1 && id !== "performance",
  })))
    if (low)
      for (const { id, weight } of refs)
        if (weight > 0 && (audits[id]?.score ?? 1) < 1) console.error(`  ${url}: ${audits[id]?.title ?? id}`);
  const number = (id: string) => audits[id]?.numericValue ?? 0;
  const requests = audits["network-requests"]?.details as
    | { items?: { resourceType?: string; transferSize?: number }[] }
    | undefined;
  const scripts = (requests?.items ?? []).filter(({ resourceType }) => resourceType === "Script");
  return [
    ...categories.map((id) => scores[id]?.score ?? 0),
    number("largest-contentful-paint"),
    number("cumulative-layout-shift"),
    number("total-blocking-time"),
    scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  ];
}

/**
 * Lighthouse, which only this benchmark needs: 83 packages and 126 MB. It is installed with the first run, into the cache
 * folder, in one version, so that results can be compared.
 * @throws if npm cannot install it
 */
async function loadLighthouse(print: Print): Promise<Lighthouse> {
  if (!existsSync(entry)) {
    print(`Installing Lighthouse ${version} …`);
    await mkdir(lighthouseFolder, { recursive: true });
    const flags = "--no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error";
    const install = ["install", "--prefix", lighthouseFolder, ...flags.split(" "), `lighthouse@${version}`];
    await promisify(execFile)("npm", install);
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
}
