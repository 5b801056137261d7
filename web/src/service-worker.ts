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

if ("serviceWorker" in navigator) void register(navigator.serviceWorker).catch(() => undefined);

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.register(worker);
  followVersions(workers, registration);
  setInterval(() => void registration.update().catch(() => undefined), check_ms);
}

/** Offers each newer version as soon as it is installed. Then all pages of this browser load again with it. */
function followVersions(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  // The first version ever controls the pages only after their next load.
  let isUpdate = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (isUpdate) location.reload();
    isUpdate = true;
  });
  const offer = (waiting: ServiceWorker) => offerUpdate(() => waiting.postMessage({ type: "SKIP_WAITING" }));
  if (registration.waiting && workers.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => {
      if (found.state === "installed" && workers.controller) offer(found);
    });
  });
}
