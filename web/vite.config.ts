import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./vite.precompress.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Where `vite dev` finds the API; the built page is served by the API itself. */
const api = process.env["API_URL"] ?? "http://localhost:3000";

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
    precompress(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // The CSP allows no data: scripts or styles, and small files are cheap over HTTP/2.
    assetsInlineLimit: 0,
    // Chrome 111 and later: what Tailwind 4 needs anyway.
    target: ["chrome111", "safari16.4", "firefox128"],
  },
  server: { proxy: { "/api": { target: api, ws: true, changeOrigin: false } } },
});
