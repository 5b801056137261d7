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

/** Keeps the rest in step with the session: the feed runs while someone is signed in, and nothing of theirs stays after. */
export function followSession(): void {
  follow();
  subscribeSession(follow);
  addEventListener("storage", ({ key, oldValue }) => {
    // Signed in by another tab, so there is nobody here whom a word of it must reach first: the guest's page leads on.
    if (key === "userInfo" && oldValue === null && getSession() !== null) void router.invalidate();
  });
}

function follow(): void {
  const session = getSession();
  // New tokens of the same user change nothing; another user or another level opens the connection anew.
  const now = session === null ? "" : `${session._id} ${session.userLevel}`;
  if (now === identity) return;
  const wasSignedIn = identity !== "";
  identity = now;
  stopLive?.();
  stopLive = undefined;
  const before = user;
  user = session?._id;
  // Another tab has changed hands while this one slept: nothing that stands here is the new user's.
  if (session !== null && wasSignedIn && before !== user) return location.replace(defaultRoute);
  if (session !== null && wasSignedIn) askAnew();
  // The page at hand goes first: on a slow line the feed's code would take its place in the queue.
  if (session !== null) setTimeout(() => void begin(now), paint_ms);
  else if (wasSignedIn) void leave();
}

/** The cache is cleared last: a page that is still mounted would fetch again what it lost. */
async function leave(): Promise<void> {
  await router.navigate({ to: "/", replace: true });
  if (identity === "") queryClient.clear();
}

/** Another level sees other rows. Pages that are open stay as they are until they have them. */
function askAnew(): void {
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.invalidateQueries();
}

/** The feed's code and the service worker are loaded only now: the login page does without them. */
async function begin(mine: string): Promise<void> {
  if (identity !== mine) return;
  const { startLive } = await import("../../live/start.ts");
  if (identity === mine) stopLive = startLive(queryClient);
  if (import.meta.env.PROD) setTimeout(keepForOffline, settle_ms);
}

/** Fetches the whole app for later: not before the page at hand has all it needs, on a slow line. */
function keepForOffline(): void {
  if (getSession() !== null) void import("../../service-worker.ts");
}

/** Keeps CurrUser, the last known own record, beside the session, and the session's level true to it. */
export function rememberMe(client: QueryClient): void {
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
