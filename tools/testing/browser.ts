import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { type FoundBrowser, packagedChromium } from "./packaged-chromium.ts";

/**
 * CHROME_PATH names the browser. Without it, Linux on x64 uses the browser of the npm package, so that all machines
 * test the same one. Other platforms use an installed Chrome or Chromium.
 * @throws Error if there is no browser. The tests are never skipped.
 */
export async function findBrowser(log: (line: string) => void = () => {}): Promise<FoundBrowser> {
  const given = process.env["CHROME_PATH"];
  if (given) {
    if (await isExecutable(given)) return { executablePath: given, env: {} };
    throw new Error(`CHROME_PATH names ${given}, which is no program that can be run`);
  }
  if (process.platform === "linux" && process.arch === "x64") return packagedChromium(log);
  const installed = await findInstalled();
  if (installed !== undefined) return { executablePath: installed, env: {} };
  throw new Error("no Chrome or Chromium found: install one, or name one in CHROME_PATH");
}

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  // playwright gives each launch its own empty profile and removes it later. It also turns the sandbox off: Chromium
  // refuses it as root, and few containers allow it.
  return chromium.launch({
    executablePath,
    headless: true,
    args: browserFlags,
    env: { ...process.env, ...env },
  });
}

/** Flags that stop the browser's own network traffic. */
export const browserFlags = [
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu",
  "--disable-quic",
  // In a container /dev/shm has only 64 MB.
  "--disable-dev-shm-usage",
];

async function findInstalled(): Promise<string | undefined> {
  const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  places.push(
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  );
  for (const place of places) if (await isExecutable(place)) return place;
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
