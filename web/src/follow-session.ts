import { defaultRoute } from "#contract/terms/limits.ts";
import { getSession, subscribeSession } from "./lib/session.ts";
import { router } from "./router.tsx";

const paint_ms = 300;
const settle_ms = 5000;

let stopLive: (() => void) | undefined;
let identity = "";
let user: string | undefined;

/**
 * Keeps the page in step with the session: the feed runs while someone is signed in, and their data is cleared
 * afterwards.
 */
export function followSession(): void {
  follow();
  subscribeSession(follow);
  addEventListener("storage", ({ key, oldValue }) => {
    // Another tab has signed in, so this guest page leads on to the app.
    if (key === "userInfo" && oldValue === null && getSession() !== null) void router.invalidate();
  });
}

function follow(): void {
  const held = getSession();
  // An admin who must set up a second factor first sees nothing before.
  const session = held?.lacksFactor ? null : held;
  // New tokens of the same user change nothing. Another user or level needs a new connection.
  const now = session === null ? "" : `${session._id} ${session.userLevel}`;
  if (now === identity) return;
  const wasSignedIn = identity !== "";
  identity = now;
  stopLive?.();
  stopLive = undefined;
  const before = user;
  user = session?._id;
  // Another tab has signed in a different user while this one slept, so nothing shown here belongs to them.
  if (session !== null && wasSignedIn && before !== user) return location.replace(defaultRoute);
  if (session !== null && wasSignedIn) void refetchEverything();
  // The current page loads first. On a slow line the feed's code would compete with it.
  if (session !== null) setTimeout(() => void startFeed(now), paint_ms);
  else if (wasSignedIn) void goToLogin();
}

/** Loaded with the first page that needs data, so it costs nothing here. */
const loadData = () => import("./lib/query-client.ts");

/** Clears the cache last, because a page that is still mounted would fetch everything again. */
async function goToLogin(): Promise<void> {
  const [{ queryClient }] = await Promise.all([loadData(), router.navigate({ to: "/", replace: true })]);
  if (identity === "") queryClient.clear();
}

/** Another level sees other rows. Open pages keep showing the old ones until the new ones arrive. */
async function refetchEverything(): Promise<void> {
  const { queryClient } = await loadData();
  queryClient.removeQueries({ type: "inactive" });
  await queryClient.invalidateQueries();
}

/** Loads the feed's code and the service worker only now, because the login page does not need them. */
async function startFeed(mine: string): Promise<void> {
  if (identity !== mine) return;
  const [{ startLive }, { queryClient }] = await Promise.all([import("./live/start.ts"), loadData()]);
  if (identity === mine) stopLive = startLive(queryClient);
  if (import.meta.env.PROD) setTimeout(loadServiceWorker, settle_ms);
}

/** Fetches the whole app for offline use, but only after the current page has loaded on a slow line. */
function loadServiceWorker(): void {
  if (getSession() === null) return;
  // If the line breaks at this moment, the next page loads it.
  void import("./service-worker.ts").catch(() => undefined);
  // The server forgets a device's notifications when its session ends.
  void import("./lib/push.ts").then(({ renewPush }) => renewPush()).catch(() => undefined);
}
