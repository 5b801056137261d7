import { offerUpdate, takeOver } from "./lib/update.ts";

/** Phones keep a page open for days, so it checks for a new version this often. */
const check_ms = 60 * 60_000;

/** The page's policy lets no text become a script, and only this address a worker (api/app.ts). */
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

/** Offers each newer version as soon as it is installed. */
function followVersions(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  // Another tab has installed it. The first version ever takes no page over.
  workers.addEventListener("controllerchange", () => location.reload());
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    const isFirst = registration.active === null;
    found?.addEventListener("statechange", () => {
      if (found.state === "installed" && !isFirst) offer(found);
    });
  });
}

function offer(found: ServiceWorker): void {
  offerUpdate(() => takeOver(found, () => location.reload()));
}
