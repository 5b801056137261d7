import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serwist } from "@serwist/vite";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { apiDocs } from "./vite.api-docs.ts";
import { precompress } from "./vite.precompress.ts";
import { preloads } from "./vite.preloads.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The API's address for `vite dev`. The built page is served by the API itself. */
const api = process.env["API_URL"] ?? "http://localhost:3000";

/**
 * Puts the code that most pages use into a few files. Without these groups it would be up to ninety files, and on a
 * slow line each request takes time. A group also takes what its modules import, unless a group of higher priority has it.
 */
const chunks = [
  {
    name: "vendor",
    test: packages(
      "react",
      "react-dom",
      "scheduler",
      "@tanstack/react-router",
      "@tanstack/router-core",
      "@tanstack/history",
      "@tanstack/react-store",
      "@tanstack/store",
      "use-sync-external-store",
      "@base-ui/react/csp-provider",
      "@base-ui/react/internals/csp-context",
    ),
    priority: 5,
  },
  // Apart, so that boot.ts can wait for the first paint before it runs any other code.
  { name: "preload", test: (id: string) => id.includes("vite/preload-helper"), priority: 5 },
  // The addresses, and what the login page shows.
  {
    name: "shared",
    test: folders(
      "web/src/routes/root.tsx",
      "web/src/routes/routes.ts",
      "web/src/sign-in/start/",
      "web/src/follow-session.ts",
    ),
    priority: 4,
  },
  // What everybody uses who has signed in: the frame of the pages, home, and the feed.
  {
    name: "signed-in",
    test: folders(
      "web/src/routes/home-frame.tsx",
      "web/src/home/",
      "web/src/shell/",
      "web/src/lib/",
      "web/src/live/",
    ),
    priority: 3,
  },
  // What several pages share, and does not need Base UI.
  {
    name: "parts",
    test: (id: string) => ownParts(id) && !onBaseUi.test(id),
    minShareCount: 3,
    priority: 2,
  },
  // Loaded at the first touch anyway (routes/root.tsx).
  {
    name: "popups",
    test: (id: string) => (baseUi(id) && !isOfficePart(id)) || popups.test(id),
    minShareCount: 3,
    priority: 1,
  },
  { name: "office", test: (id: string) => isOfOffice(id), minShareCount: 3 },
];

const ownParts = folders("web/src/ui/", "web/src/orders/", "web/src/books/", "contract/", "lucide-react/");
const baseUi = packages("@base-ui", "@floating-ui");
const popups = /\/ui\/(checkbox|switch|tooltip)\.tsx$/;
const onBaseUi = /\/ui\/(checkbox|dropdown-menu|sidebar|switch|tabs|toast|tooltip)\.tsx$/;

/** The office's parts of the rooms, and what they share. */
const isOfOffice = (id: string) => /\/web\/src\/(.+\/)?office\//.test(id);

/** Parts that only the back office uses. */
const isOfficePart = packages("@base-ui/react/combobox", "@base-ui/react/tabs", "hucre");

/**
 * Code of the back office has a folder of its own, which no customer's phone keeps for offline use (`app` below). The
 * scripts of the login page name all files, and a hash does not compress: seven characters are the fewest that the bundler
 * takes for so many files, and save 100 bytes.
 */
function chunkFileNames({ moduleIds }: { moduleIds: string[] }): string {
  const isAdmin = moduleIds.some(isOfOffice) || moduleIds.some(isOfficePart);
  return isAdmin ? "assets/admin/[name]-[hash:7].js" : "assets/[name]-[hash:7].js";
}

/**
 * Modules at these paths of the repository, without the office's. A menu's content is loaded when the menu is opened.
 */
function folders(...names: string[]) {
  return (id: string) =>
    !id.endsWith("-content.tsx") && !isOfOffice(id) && names.some((name) => id.includes(`/${name}`));
}

function packages(...names: string[]) {
  return (id: string) => names.some((name) => id.includes(`/node_modules/${name}/`));
}

/**
 * The schemas of addresses get their own copy of valibot. The login page needs these schemas, and a module cannot be
 * divided between files: with the one copy, the login page would load 2 kB of code that only forms use.
 */
const valibotOfAddresses: Plugin = {
  name: "valibot-of-addresses",
  enforce: "pre",
  apply: "build",
  async resolveId(source, importer) {
    if (source !== "valibot" || importer?.endsWith("/web/src/lib/address.ts") !== true) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && { ...found, id: `${found.id}?addresses` };
  },
};

/** Builds the service worker of the installed app, with the list of files that it keeps for offline use. */
const app = () =>
  serwist({
    swSrc: `${here}worker/worker.ts`,
    swDest: "sw.js",
    globDirectory: ".",
    integration: {
      configureOptions({ root, build, command }, options) {
        // The folder of this build (tools/build-web.ts). While the page is developed, nothing is kept.
        options.globDirectory = resolve(root, build.outDir);
        options.disable = command === "serve";
      },
    },
    rollupFormat: "iife",
    // Not assets/admin: admins work online, and customers should not pay for their pages.
    globPatterns: ["index.html", "favicon.svg", "assets/*.{js,css}"],
    // A phone has its own calendar.
    globIgnores: ["assets/day-popover-content-*"],
  });

export default defineConfig({
  root: here,
  // For parts that `npx shadcn add` writes (components.json). Our own files name each other by relative paths.
  resolve: { alias: { "@": `${here}src` } },
  plugins: [valibotOfAddresses, react(), tailwindcss(), preloads(), app(), precompress(), apiDocs()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // The CSP allows no data: scripts or styles, and small files are cheap over HTTP/2.
    assetsInlineLimit: 0,
    // Chrome 111 and later: what Tailwind 4 needs anyway.
    rolldownOptions: { output: { codeSplitting: { groups: chunks }, chunkFileNames } },
    target: ["chrome111", "safari16.4", "firefox128"],
  },
  server: { proxy: { "/api": { target: api, ws: true, changeOrigin: false } } },
});
