/** Serves the built page: hashed assets for a year, everything else as the one document that routes itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Env } from "./context.ts";

export function page(webRoot: string, shopName: string): Hono<Env> {
  const app = new Hono<Env>();
  const document = readFileSync(join(webRoot, "index.html"), "utf8").replaceAll(
    "Cedibook",
    escapeHtml(shopName),
  );
  const index = (): Response =>
    new Response(document, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
    });
  app.get("/", index);
  app.get("/index.html", index);
  app.use(
    "/assets/*",
    serveStatic({
      root: webRoot,
      precompressed: true,
      onFound: (_path, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
    }),
  );
  app.use("*", serveStatic({ root: webRoot, onFound: (_path, c) => c.header("cache-control", "no-cache") }));
  // A missing asset is an error of its own; a document in its place would only hide it.
  app.get("/assets/*", (c) => c.text("Not found", 404));
  app.get("*", index);
  return app;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
