/**
 * The service worker of the installed app. The app's shell opens offline from its cache. Of the API's answers, only the
 * public lists of products and the notice are cached, and payments are never queued. The server replaces "Cedibook" with
 * the shop's name (api/page/page.ts). A new version waits until the page sends SKIP_WAITING (web/src/service-worker.ts).
 */
import { CacheFirst, ExpirationPlugin, NetworkFirst, type PrecacheEntry, Serwist } from "serwist";

declare const self: ServiceWorkerGlobalScope & {
  /** The build writes the list of files with their hashes in its place (web/vite.config.ts). */
  __SW_MANIFEST: PrecacheEntry[];
};

new Serwist({
  // Part of every cache's name, so a renamed shop gets a new shell.
  cacheId: "Cedibook",
  precacheEntries: self.__SW_MANIFEST,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: "/index.html",
    navigateFallbackDenylist: [/^\/api/, /^\/admin/, /^\/prices$/, /^\/[so]\//],
  },
  // What to do with push notifications (web/public).
  importScripts: ["/push-handlers.js"],
  runtimeCaching: [
    {
      matcher: ({ url, sameOrigin }) =>
        sameOrigin && /^\/api\/(product|extra\/momo-details)$/.test(url.pathname),
      handler: new NetworkFirst({ cacheName: "public-lists" }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/api/product/image/"),
      handler: new CacheFirst({
        cacheName: "product-images",
        plugins: [new ExpirationPlugin({ maxEntries: 40 })],
      }),
    },
  ],
}).addEventListeners();
