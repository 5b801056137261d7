/** What the API says of itself: the OpenAPI document, and the same to read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "hono";
import { answerText } from "../http/compression.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import { apiDocument } from "../docs/document.ts";
import { docsPage } from "../docs/page.ts";
import type { Serve } from "../http/serve.ts";

export function docsRoutes(shop: Shop, serve: Serve): void {
  const document = apiDocument(shop.name);
  const text = JSON.stringify(document);
  const page = docsPage(document);
  const style = readFileSync(join(import.meta.dirname, "../docs/style.css"), "utf8");

  serve(operations.openApi, (c) => answerPublic(c, "application/json", text));
  serve(operations.docs, async (c) => answerPublic(c, "text/html; charset=utf-8", await page));
  serve(operations.docsStyle, (c) => answerPublic(c, "text/css; charset=utf-8", style));
}

function answerPublic(c: Context<Env>, contentType: string, text: string): Promise<Response> {
  return answerText(c, contentType, [{ text, isSecret: false }]);
}
