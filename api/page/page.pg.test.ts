/** The page as the server sends it: the build that it started with, whatever happens to the folder. */
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { get, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestShop } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let folder: string;
let webRoot: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "page-"));
  webRoot = join(folder, "web");
  await build(webRoot, "first");
  shop = await TestShop.open({ webRoot });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** The smallest possible built page. */
async function build(root: string, name: string): Promise<void> {
  const script = `console.log("${name}");`;
  const document = `<!doctype html><html><head><script type="module" src="/assets/main-${name}.js"></script></head><body><div id="root"></div></body></html>`;
  const files: Record<string, string | Buffer> = {
    "index.html": document,
    "home-shell.html": `<p id="home-shell">{notice}</p>`,
    "office-shell.html": `<p id="office-shell"></p>`,
    "preloads.json": JSON.stringify({
      "/": [`/assets/main-${name}.js`],
      "/home": [`/assets/main-${name}.js`],
      "/admin/orders": ["/assets/orders.js"],
      "/admin/*": ["/assets/office.js"],
    }),
    "sw.js": `self.build = "${name}";`,
    "manifest.webmanifest": JSON.stringify({ name: "Cedibook" }),
    "icon.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, name.length]),
    [`assets/main-${name}.js`]: script,
    [`assets/main-${name}.js.br`]: brotliCompressSync(script),
    [`assets/late-${name}.css`]: `.${name} {}`,
    ".built-from": name,
  };
  await mkdir(join(root, "assets"), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(root, path), content);
}

interface Raw {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** The body as it comes over the wire; fetch would decompress it. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    get(`${shop.server.url}${path}`, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });
}

test("a script is cacheable and compressed for clients that accept it, and an unknown asset is not found", async () => {
  const small = await ask("/assets/main-first.js", { "accept-encoding": "gzip, br" });
  expect(small.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "br",
    "content-length": String(small.bytes.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(brotliDecompressSync(small.bytes).toString()).toBe('console.log("first");');
  for (const accepted of [{}, { "accept-encoding": "br;q=0, gzip" }]) {
    const whole = await ask("/assets/main-first.js", accepted);
    expect(whole.headers["content-encoding"]).toBeUndefined();
    expect(whole.bytes.toString()).toBe('console.log("first");');
  }
  const icon = await ask("/icon.png");
  expect(icon.headers).toMatchObject({ "content-type": "image/png", "cache-control": "no-cache" });
  const again = await ask("/icon.png", { "if-none-match": icon.headers.etag ?? "" });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect((await ask("/assets/main-none.js")).status).toBe(404);
  for (const path of ["/.built-from", "/preloads.json", "/assets/../index.html", "/%2e%2e/package.json"])
    expect((await ask(path)).headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("a new build does not change the page of a running server until it restarts", async () => {
  const paths = ["/", "/assets/main-first.js", "/assets/late-first.css", "/sw.js", "/icon.png"];
  // The document contains the followed position, which must not change in between.
  await shop.caughtUp();
  const before = await Promise.all(paths.map((path) => ask(path)));
  expect(before.map(({ status }) => status)).toEqual(paths.map(() => 200));
  // Like tools/build-web.ts does it.
  const next = join(folder, "next");
  await build(next, "second");
  await rm(webRoot, { recursive: true });
  await rename(next, webRoot);
  const after = await Promise.all(paths.map((path) => ask(path)));
  expect(after.map(({ status, bytes }) => [status, bytes.toString()])).toEqual(
    before.map(({ status, bytes }) => [status, bytes.toString()]),
  );
  expect((await ask("/")).bytes.toString()).toContain("/assets/main-first.js");
  expect((await ask("/assets/main-second.js")).status).toBe(404);
  await shop.restart();
  expect((await ask("/")).bytes.toString()).toContain("/assets/main-second.js");
  expect((await ask("/assets/main-second.js")).status).toBe(200);
});

/** The embedded JSON of a document, as the page reads it (web/src/lib/api.ts). */
function embeddedIn(document: string, id: string): unknown {
  const [, json = ""] =
    new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(document) ?? [];
  return JSON.parse(json);
}

test.each([
  "Closed today {notice}",
  'C:\\shop \\ "quoted" {notice} \\',
  "$& $1 $` </head> </script> <!-- &amp;",
  "Cedibook {notice} {notice}",
])("the document of home carries the notice %j unchanged, as data and as text", async (noticeContent) => {
  await shop.as(shop.admin).put("/extra/notice", { noticeContent });
  for (const path of ["/", "/home"]) {
    const document = (await ask(path)).bytes.toString();
    const answers = embeddedIn(document, "embedded") as Record<string, { noticeContent: string }>;
    expect(answers["/extra/momo-details"]?.noticeContent).toBe(noticeContent);
  }
  const home = (await ask("/home")).bytes.toString();
  const [, shown = ""] = /<p id="home-shell">(.*?)<\/p>/.exec(home) ?? [];
  expect(shown.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(noticeContent);
});

test.each([
  ["/admin", "/assets/office.js"],
  ["/admin/orders", "/assets/orders.js"],
  ["/admin/users/1", "/assets/office.js"],
])("the document of %s carries the office's frame and names the code of its page", async (path, script) => {
  const document = (await ask(path)).bytes.toString();
  expect(document).toContain('<div id="root"><p id="office-shell"></p></div>');
  expect([...document.matchAll(/<link rel="modulepreload" href="(.*?)">/g)].map(([, href]) => href)).toEqual([
    script,
  ]);
});

test("the document has the followed position, and a new ETag with it", async () => {
  const read = async () => {
    const { headers, bytes } = await ask("/home", { "accept-encoding": "br" });
    return { etag: headers.etag ?? "", document: brotliDecompressSync(bytes).toString() };
  };
  await shop.caughtUp();
  const before = await read();
  expect(embeddedIn(before.document, "embedded-position")).toBe((await shop.books()).position);
  expect(before.document).toMatch(/<\/script><\/body><\/html>$/);
  expect((await ask("/home", { "if-none-match": before.etag })).status).toBe(304);
  await shop.addUser("kwesi", "0245550177");
  await shop.caughtUp();
  const after = await read();
  expect(embeddedIn(after.document, "embedded-position")).toBe((await shop.books()).position);
  expect(after.document.split("embedded-position")[0]).toBe(before.document.split("embedded-position")[0]);
  expect((await ask("/home", { "if-none-match": before.etag })).status).toBe(200);
});
