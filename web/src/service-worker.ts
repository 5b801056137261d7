import { registerSW } from "virtual:pwa-register";
import { offerUpdate } from "./lib/update.ts";

/** Phones keep a page open for days, so it checks for a new version this often. */
const check_ms = 60 * 60_000;

const update = registerSW({
  onNeedRefresh: () => offerUpdate(() => void update(true)),
  onRegisteredSW: (_url, registration) => {
    if (registration === undefined) return;
    setInterval(() => void registration.update().catch(() => undefined), check_ms);
  },
});
