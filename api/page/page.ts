/** Serves the built page: hashed assets are cached for a year, every other path gets the document. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { defaultRoute } from "#contract/terms/limits.ts";
import { texts, welcome } from "#contract/terms/texts.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { answerWith, compressed, compressedStart, readPageFiles } from "./page-file.ts";
import { listProducts, readNotice } from "#ledger/products/catalogue.ts";
import { markOf } from "../serve/other-log.ts";
import { noticeRecord } from "../settings/records.ts";
import { productRecord } from "../products/records.ts";
import { publicPages } from "./public-pages.ts";

const html = "text/html; charset=utf-8";
const emptyRoot = '<div id="root"></div>';
const forever = "public, max-age=31536000, immutable";

/** Templates from the build that this server fills in. */
const forServer = new Set([
  "/index.html",
  "/home-shell.html",
  "/office-shell.html",
  "/preloads.json",
  "/sw.js",
  "/manifest.webmanifest",
]);

/** For the CSP: the SHA-256 of each inline script of the document. */
export function scriptHashes(webRoot: string): string[] {
  const document = readFileSync(join(webRoot, "index.html"), "utf8");
  return [...document.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

export function page(webRoot: string, shop: Shop): Hono<Env> {
  const app = new Hono<Env>();
  const forStrangers = publicPages(webRoot, shop);
  if (forStrangers) app.route("/", forStrangers);
  const webFile = (file: string) => readFileSync(join(webRoot, file), "utf8");
  const named = (file: string) => fill(webFile(file), { Cedibook: escapeString(shop.name) });
  const document = webFile("index.html");
  // The notice keeps line breaks, so the template's own must go.
  const framedBy = (file: string) => {
    const shell = webFile(file).replaceAll(/\s+/g, " ").replaceAll("> <", "><");
    return document.replace(emptyRoot, (root) => root.replace("><", () => `>${shell}<`));
  };
  const framed = framedBy("home-shell.html");
  const framedOffice = framedBy("office-shell.html");
  const written = (template: string, head: string, notice: string) =>
    fill(template, {
      Cedibook: escapeHtml(shop.name),
      "</head>": `${head}</head>`,
      "{notice}": escapeHtml(notice),
    });
  // A phone keeps this document for use without a connection. It mostly opens at home, and cannot ask for the notice
  // then.
  const index = answerWith(compressed(written(framed, "", texts.loading), html));
  for (const [path, scripts] of Object.entries(readPreloads(webRoot))) {
    const [start, end] = splitBefore(
      path === defaultRoute ? framed : path.startsWith("/admin") ? framedOffice : document,
      "</body>",
    );
    const preloads = scripts.map(preload).join("");
    const startOf = rememberLast((block, notice) =>
      compressedStart(written(start, preloads + block, notice), html),
    );
    app.get(path, async (c) => {
      const { position, log, block, notice } = await embeddedAnswers(shop, path);
      const file = startOf(block, notice || welcome(shop.name));
      const mark =
        dataBlock("embedded-position", String(position)) + dataBlock("embedded-log", JSON.stringify(log));
      return answerWith(file(mark + end))(c);
    });
  }
  app.get("/index.html", index);
  app.get("/sw.js", answerWith(compressed(named("sw.js"), "text/javascript; charset=utf-8")));
  app.get(
    "/manifest.webmanifest",
    answerWith(compressed(named("manifest.webmanifest"), "application/manifest+json")),
  );
  for (const [path, file] of readPageFiles(webRoot)) {
    if (!forServer.has(path))
      app.get(path, answerWith(file, path.startsWith("/assets/") ? forever : undefined));
  }
  // A missing asset is an error. The document in its place would hide that.
  app.get("/assets/*", (c) => c.text("Not found", 404));
  app.get("*", index);
  return app;
}

/**
 * Fills in the placeholders of a template. All in one pass: a value may contain the text of a placeholder.
 */
function fill(template: string, values: Record<string, string>): string {
  return template.replaceAll(/Cedibook|\{notice\}|<\/head>/g, (found) => values[found] ?? found);
}

/** For each path, the scripts that its page loads (web/vite.preloads.ts). */
function readPreloads(webRoot: string): Record<string, string[]> {
  return JSON.parse(readFileSync(join(webRoot, "preloads.json"), "utf8")) as Record<string, string[]>;
}

function splitBefore(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at)];
}

function preload(script: string): string {
  return `<link rel="modulepreload" href="${script}">`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes for JSON and for JavaScript, in either kind of quotes. */
function escapeString(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("'", "\\u0027")
    .replaceAll("`", "\\u0060")
    .replaceAll("$", "\\u0024");
}

/** Makes a value again only if an argument has changed since the last call. */
export function rememberLast<T>(make: (...parts: string[]) => T): (...parts: string[]) => T {
  let last: { parts: string[]; made: T } | undefined;
  return (...parts) => {
    if (!last || parts.some((part, index) => part !== last?.parts[index]))
      last = { parts, made: make(...parts) };
    return last.made;
  };
}

/** Answers embedded in the document: a page's first requests without their round trip. Only public answers. */
interface EmbeddedAnswers {
  /** Every answer is at least as new as this position of this log. */
  position: number;
  log: string;
  /** A data block. Empty if the database does not answer, so that the page opens anyway. */
  block: string;
  notice: string;
}

export async function embeddedAnswers(shop: Shop, path: string): Promise<EmbeddedAnswers> {
  // Read before the rows, so the rows are at least as new.
  const mark = markOf(shop.at());
  const isHome = path.startsWith("/home");
  try {
    const [notice, products] = await Promise.all([
      readNotice(shop.db),
      isHome ? listProducts(shop.db) : undefined,
    ]);
    const answers = {
      "/extra/momo-details": noticeRecord(notice, shop.name),
      ...(products && { "/product": products.map(productRecord) }),
    };
    // No text of a notice can end the block.
    const json = JSON.stringify(answers).replaceAll("<", "\\u003c");
    return { ...mark, block: dataBlock("embedded", json), notice: notice.notice };
  } catch (error) {
    shop.log.warn({ err: error }, "the document is sent without embedded answers");
    return { ...mark, block: "", notice: "" };
  }
}

/** No CSP allows it to run. */
export function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`;
}
