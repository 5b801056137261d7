import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./vite.precompress.ts";
import { preloads } from "./vite.preloads.ts";
import { pwa } from "./vite.pwa.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Where `vite dev` finds the API; the built page is served by the API itself. */
const api = process.env["API_URL"] ?? "http://localhost:3000";

/**
 * What nearly every page uses, in few files: split by use alone it would be forty, and on a slow line each has its price.
 * Nothing of the admin's may be named here.
 */
const chunks = [
  { name: "vendor", test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, priority: 3 },
  {
    // What every page needs: the login's, and what the routes import to start their fetches. A group takes along what
    // its modules import, so this one goes before the next.
    name: "shared",
    test: /web[\\/]src[\\/](lib[\\/](api|session|query-client|refresh|lists|online|warm|defined|search-text|keyset|paging|cn)|ui[\\/](alert|button|card|field|password-input|notification)|auth[\\/](follow-session|remember-me)|app[\\/](catalogue[\\/](notice|products)\.query|orders[\\/](order-history\.ts|my-orders|order-rules)|shell[\\/](guest-page|footer|mark|offline-banner|shop-name)|account[\\/]users))|ledger[\\/]terms[\\/](limits|statuses|texts|phone|dates)|lucide-react[\\/]dist[\\/]esm[\\/](shared|Icon|icons[\\/]x\.)/,
    priority: 2,
  },
  {
    // What only a signed-in page shows: its frame, its parts, the basket's count, the feed. Not what the back office alone
    // uses of it, nor what it shares with a single page.
    name: "signed-in",
    test: /web[\\/]src[\\/](?!ui[\\/](select|search-box|keyset-pager|outdated|download-button)|lib[\\/](keys|live-draft|paused|download)|app[\\/](orders[\\/](orders-table|order-cards|timeline|order-history\.query)|buy[\\/](buy-|use-|confirm|package|pay|saved|afa|balance)))(routes[\\/]home\.tsx|(ui|lib|live|auth[\\/]sign-out|app[\\/](catalogue|account[\\/]users|home[\\/]hidden-balance|shell|orders|basket[\\/]basket\.|buy))[\\/]?)|ledger[\\/]terms[\\/]|api[\\/]contract[\\/]|node_modules[\\/](clsx|class-variance-authority|lucide-react)[\\/]/,
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig({
  root: here,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: `${here}src/routes`,
      generatedRouteTree: `${here}src/routeTree.gen.ts`,
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    preloads(),
    pwa(),
    precompress(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // The CSP allows no data: scripts or styles, and small files are cheap over HTTP/2.
    assetsInlineLimit: 0,
    // Chrome 111 and later: what Tailwind 4 needs anyway.
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    target: ["chrome111", "safari16.4", "firefox128"],
  },
  server: { proxy: { "/api": { target: api, ws: true, changeOrigin: false } } },
});
