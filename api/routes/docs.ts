/** What the API says of itself: the OpenAPI document, and the same to read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import { apiDocument } from "../docs/document.ts";
import { docsPage } from "../docs/page.ts";
import type { Serve } from "../serve.ts";

export function docsRoutes(shop: Shop, serve: Serve): void {
  const document = apiDocument(shop.name);
  const page = docsPage(document);
  const style = readFileSync(join(import.meta.dirname, "../docs/style.css"), "utf8");

  serve(operations.openApi, async (c) => c.json(document));
  serve(operations.docs, async (c) => c.html(page));
  serve(operations.docsStyle, async (c) => {
    c.header("content-type", "text/css; charset=utf-8");
    return c.body(style);
  });
}
