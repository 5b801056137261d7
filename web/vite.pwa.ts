import { VitePWA, type VitePWAOptions } from "vite-plugin-pwa";

/**
 * The installed app. Its shell opens offline from the service worker's cache. Of the API's answers, only the public
 * lists of products and the notice are cached, and payments are never queued. The server replaces "Cedibook" with the
 * shop's name when it serves these files (api/http/page.ts).
 */
const options: Partial<VitePWAOptions> = {
  strategies: "generateSW",
  registerType: "prompt",
  // The page registers it itself, after login.
  injectRegister: false,
  manifestFilename: "manifest.webmanifest",
  manifest: {
    id: "/",
    name: "Cedibook",
    short_name: "Cedibook",
    description: "Mobile data, airtime and vouchers from one wallet.",
    start_url: "/home",
    scope: "/",
    display: "standalone",
    background_color: "#faf8f3",
    theme_color: "#0b6e4f",
    lang: "en",
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  },
  workbox: {
    // Part of every cache's name, so a renamed shop gets a new shell.
    cacheId: "Cedibook",
    inlineWorkboxRuntime: true,
    // What the service worker does with push notifications (web/public).
    importScripts: ["/push-handlers.js"],
    cleanupOutdatedCaches: true,
    // Not assets/admin: admins work online, and customers should not pay for their pages.
    globPatterns: ["index.html", "favicon.svg", "assets/*.{js,css}"],
    // A phone has its own calendar.
    globIgnores: ["assets/day-popover-content-*"],
    navigateFallback: "/index.html",
    navigateFallbackDenylist: [/^\/api/, /^\/admin/],
    runtimeCaching: [
      {
        urlPattern: ({ url, sameOrigin }) =>
          sameOrigin && /^\/api\/(product|extra\/momo-details)$/.test(url.pathname),
        handler: "NetworkFirst",
        options: { cacheName: "public-lists" },
      },
      {
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/api/product/image/"),
        handler: "CacheFirst",
        options: { cacheName: "product-images", expiration: { maxEntries: 40 } },
      },
    ],
  },
};

export const pwa = () => VitePWA(options);
