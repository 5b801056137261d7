/** Builds the pages for strangers: what writes them on the server, and the script that brings them to life. It needs nothing of
 *  the app, so that a stranger loads one small script. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { publicPagesFile } from "../contract/public-pages.ts";
import { precompress } from "./vite.precompress.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = `${here}src/shops/guest`;

export default defineConfig(({ isSsrBuild = false }) => ({
  root: here,
  publicDir: false as const,
  plugins: [react(), ...(isSsrBuild ? [] : [precompress()])],
  // The server has only the packages that it runs on, so React goes into the bundle.
  ssr: { noExternal: true as const },
  build: {
    emptyOutDir: false,
    target: isSsrBuild ? "node22" : ["chrome111", "safari16.4", "firefox128"],
    ...(isSsrBuild && { ssr: true }),
    rolldownOptions: isSsrBuild
      ? { input: `${folder}/pages.tsx`, output: { entryFileNames: publicPagesFile } }
      : { input: `${folder}/island.tsx`, output: { entryFileNames: "assets/shop/[name]-[hash:7].js" } },
  },
}));
