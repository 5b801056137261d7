import { registerSW } from "virtual:pwa-register";
import { offerUpdate } from "./lib/update.ts";

/** Phones keep a page open for days, so it checks for a new version this often. */
const check_ms = 60 * 60_000;

/** The page's policy lets no text become a script, and only this address a worker (api/http/app.ts). */
const worker = "/sw.js";

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(name: "default", rules: { createScriptURL: (url: string) => string | null }): void;
    };
  }
}

window.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (url === worker ? url : null),
});

const update = registerSW({
  onNeedRefresh: () => offerUpdate(() => void update(true)),
  onRegisteredSW: (_url, registration) => {
    if (registration === undefined) return;
    setInterval(() => void registration.update().catch(() => undefined), check_ms);
  },
});
