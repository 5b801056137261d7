import { defaultRoute } from "#ledger/terms/limits.ts";
import { queryClient } from "../../lib/query-client.ts";
import { getSession, subscribeSession, keepSession } from "../../lib/session.ts";
import { router } from "../../router.tsx";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { writeStored } from "../../lib/storage.ts";
import { ownRecordQuery } from "../../app/account/users.query.ts";

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
  const session = getSession();
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
  if (session !== null && wasSignedIn) refetchEverything();
  // The current page loads first. On a slow line the feed's code would compete with it.
  if (session !== null) setTimeout(() => void startFeed(now), paint_ms);
  else if (wasSignedIn) void goToLogin();
}

/** Clears the cache last, because a page that is still mounted would fetch everything again. */
async function goToLogin(): Promise<void> {
  await router.navigate({ to: "/", replace: true });
  if (identity === "") queryClient.clear();
}

/** Another level sees other rows. Open pages keep showing the old ones until the new ones arrive. */
function refetchEverything(): void {
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.invalidateQueries();
}

/** Loads the feed's code and the service worker only now, because the login page does not need them. */
async function startFeed(mine: string): Promise<void> {
  if (identity !== mine) return;
  const { startLive } = await import("../../live/start.ts");
  if (identity === mine) stopLive = startLive(queryClient);
  if (import.meta.env.PROD) setTimeout(loadServiceWorker, settle_ms);
}

/** Fetches the whole app for offline use, but only after the current page has loaded on a slow line. */
function loadServiceWorker(): void {
  if (getSession() !== null) void import("../../service-worker.ts");
}

/** Stores the user's last known record as CurrUser, and updates the session's level and username from it. */
export function rememberOwnRecord(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hashKey(ownRecordQuery.queryKey)) return;
    const session = getSession();
    const me = client.getQueryData(ownRecordQuery.queryKey)?.rows.find((user) => user._id === session?._id);
    if (session === null || me === undefined) return;
    writeStored("CurrUser", JSON.stringify(me));
    writeStored("seenAt", new Date().toISOString());
    if (me.userLevel !== session.userLevel || me.username !== session.username)
      keepSession({ ...session, ...me });
  });
}
