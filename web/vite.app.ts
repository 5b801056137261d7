import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serwist } from "@serwist/vite";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Builds the service worker of the installed app, with the list of files that it keeps for offline use. */
export const app = () =>
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
