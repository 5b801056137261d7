import { access, constants, lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

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

const run = promisify(execFile);

type FoundBrowser = { executablePath: string; env: Record<string, string> };

/** The headless Chromium of @sparticuz/chromium, unpacked once (some 180 MB) into a folder named after its version. */
async function packagedChromium(log: (line: string) => void): Promise<FoundBrowser> {
  const folder = await unpackedFolder(log);
  const executablePath = join(folder, "chromium");
  const fonts = { FONTCONFIG_PATH: join(folder, "fontconfig") };
  // The package brings libraries for machines without libnss3. The system's own libraries fit better where it has them.
  const bundled = { ...fonts, LD_LIBRARY_PATH: join(folder, "al2023/lib") };
  for (const env of [fonts, bundled]) {
    const runs = await run(executablePath, ["--version"], { env: { ...process.env, ...env } }).catch(
      () => undefined,
    );
    if (runs !== undefined) return { executablePath, env };
  }
  throw new Error(
    "the Chromium of the npm package does not run here (a library is missing): install Chrome or Chromium, or set CHROME_PATH",
  );
}

async function unpackedFolder(log: (line: string) => void): Promise<string> {
  const require = createRequire(import.meta.url);
  const packageFolder = join(dirname(require.resolve("@sparticuz/chromium")), "..");
  const { version } = require(join(packageFolder, "package.json")) as { version: string };
  const uid = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `cedibook-chromium-${version}-${uid}`);
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined) {
    if (found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0) return folder;
    throw new Error(`${folder} belongs to another user, so it can't be trusted: have it removed`);
  }
  log("Unpacking the Chromium of the npm package. This happens once.");
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { mode: 0o700 });
  await unpackInto(half, join(packageFolder, "bin"), folder);
  // If two processes unpack at once, the first one wins. Both copies are the same.
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }));
  return folder;
}

/** The package always unpacks into TMPDIR, so a child process with its own TMPDIR does it. */
async function unpackInto(half: string, bin: string, folder: string): Promise<void> {
  const script = `
    const { inflate } = await import(process.argv[1]);
    for (const file of process.argv.slice(2)) await inflate(file);`;
  const files = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"].map((name) =>
    join(bin, name),
  );
  // vitest's module runner has no import.meta.resolve.
  const entry = pathToFileURL(createRequire(import.meta.url).resolve("@sparticuz/chromium")).href;
  const args = ["--input-type=module", "-e", script, entry, ...files];
  await run(process.execPath, args, { env: { ...process.env, TMPDIR: half } });
  // The package's fonts.conf names a missing folder. With an empty font list an emoji crashes the renderer.
  await mkdir(join(half, "fontconfig"));
  const conf = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(folder, "fonts")}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, "font-cache")}</cachedir>
</fontconfig>`;
  await writeFile(join(half, "fontconfig", "fonts.conf"), conf);
}
