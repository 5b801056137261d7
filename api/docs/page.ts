/** The page of the API's documentation: Scalar's API reference, whose files web/vite.api-docs.ts adds to the built page. */
import type { secureHeaders } from "hono/secure-headers";

export function docsPage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</title>
  </head>
  <body>
    <div id="docs"></div>
    <noscript>
      This page needs JavaScript. The same description is available as <a href="/api/openapi.json">an OpenAPI document</a>.
    </noscript>
    <script type="module" src="/api-docs/docs.js"></script>
  </body>
</html>
`;
}

/** What an answer may load. */
export type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>["contentSecurityPolicy"]>;

/**
 * For that one path: the reference adds style elements and uses workers and images that it creates itself. It runs no
 * script but this server's, and reaches no other server.
 */
export const docsPolicy: Policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'", "data:"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", "blob:"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};
