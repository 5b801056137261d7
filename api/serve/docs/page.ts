/** The page of the API's documentation: Swagger UI, whose files web/vite.api-docs.ts adds to the built page. */
import type { secureHeaders } from "hono/secure-headers";

export function docsPage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</title>
    <link rel="stylesheet" href="/api-docs/swagger-ui.css" />
    <link rel="stylesheet" href="/api-docs/docs.css" />
  </head>
  <body>
    <div id="docs"></div>
    <noscript>
      This page needs JavaScript. The same description is available as <a href="/api/openapi.json">an OpenAPI document</a>.
    </noscript>
    <script src="/api-docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/api-docs/docs.js"></script>
  </body>
</html>
`;
}

/** What an answer may load. */
export type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>["contentSecurityPolicy"]>;

/**
 * For that one path: Swagger UI sets styles, and has images in its own files. It runs no script but this server's, and
 * reaches no other server.
 */
export const docsPolicy: Policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};
